-- Until now an import kept the further telephones and e-mails of a row in lines of the message. Those of leads that an import
-- wrote, and whose message nobody has changed since, become telephones and e-mails. A line that is no whole number or
-- address stays, as does one that would be the eleventh.

-- The owner of the tables sees none of their rows.
set local role prosa_staff;

-- Portion by portion, since the triggers of the kept counts hand over the leads of one statement as an array.
do $$
declare
  areas constant text := '(1[1-9]|2[12478]|3[1-578]|4[1-9]|5[1345]|6[1-9]|7[134579]|8[1-9]|9[1-9])';
  each_company text;
  ids text[];
begin
  for each_company in select distinct company_id from leads where imported_at is not null loop
    for ids in
      select array_agg(id) from (
        select l.id, row_number() over (order by l.id) / 1000 as portion from leads l
        where l.company_id = each_company and l.imported_at is not null and l.phones is null and l.emails is null
          and l.message ~ '(^|\n)Outro (telefone|e-mail): '
          and not exists (select from lead_changes c where c.company_id = l.company_id and c.lead_id = l.id
            and c.field = 'message' and c.operation_id is null)) as found
      group by portion
    loop
      with lines as (
        select l.id, n, line, case when line like 'Outro telefone: %' then 'phones' when line like 'Outro e-mail: %' then 'emails' end
          as kind, regexp_replace(line, '^Outro (telefone|e-mail): ', '') as value
        from leads l, string_to_table(l.message, E'\n') with ordinality as t (line, n)
        where l.company_id = each_company and l.id = any (ids)
      ), digits as (
        select *, regexp_replace(value, '\D', '', 'g') as number,
          value ~ '^\s*[+]' and regexp_replace(value, '\D', '', 'g') !~ '^550?\d{10,11}$' as is_foreign,
          regexp_replace(regexp_replace(value, '\D', '', 'g'), '^(55(?=0?\d{10,11}$)|0(?=\d{10,11}$))0?', '') as national
        from lines
      ), keyed as (
        select id, n, line, kind, case
            when kind = 'emails' then btrim(value)
            when is_foreign then '+' || number else number end as value, case
            when kind = 'emails' and length(btrim(value)) <= 254 and btrim(value) ~ '^[^\s@]+@[^\s@.]+[.][^\s@]+$' then lower(btrim(value))
            when kind = 'phones' and value ~ '^[\d\s()+.-]+$' and is_foreign and number ~ '^[1-9]\d{7,14}$' then '+' || number
            when kind = 'phones' and value ~ '^[\d\s()+.-]+$' and not is_foreign
              and national ~ ('^' || areas || '(9\d{8}|[2-9]\d{7})$') then left(national, 2) || right(national, 8) end as key
        from digits
      ), mains as (
        select id, 0::bigint as n, kind, value, key from leads l, lateral (values
          ('phones', l.phone, l.phone_key), ('emails', l.email, lower(l.email))) as m (kind, value, key)
        where l.company_id = each_company and l.id = any (ids) and value is not null
      ), each_once as (
        select id, kind, value, key, row_number() over (partition by id, kind order by n) as place from (
          select distinct on (id, kind, key) * from (
            select * from mains
            union all select k.id, k.n, k.kind, k.value, k.key from keyed k
            -- A line beside no main one would become it, and stays.
            where k.key is not null and exists (select from mains m where m.id = k.id and m.kind = k.kind)) as all_of
          order by id, kind, key, n) as first_of
      ), lists as (
        select id, kind, count(*) as size, jsonb_agg(jsonb_build_object('key', key, 'main', place = 1, 'label', null,
          'value', value, 'canMessage', true) order by place) as list
        from each_once where place <= 10 group by id, kind
      ), texts as (
        select k.id, string_agg(k.line, E'\n' order by k.n) filter (where not exists (
          select from each_once e where e.id = k.id and e.kind = k.kind and e.key = k.key and e.place <= 10)) as message
        from keyed k group by k.id
      ), indexed as (
        insert into lead_addresses (company_id, key, lead_id, value)
        select each_company, key, id, fold(value) from each_once where place between 2 and 10 on conflict do nothing
      )
      update leads l set message = nullif(t.message, ''),
        phones = (select list from lists where lists.id = l.id and kind = 'phones' and size > 1),
        emails = (select list from lists where lists.id = l.id and kind = 'emails' and size > 1)
      from texts t where l.company_id = each_company and l.id = t.id and l.message is distinct from t.message;
    end loop;
  end loop;
end $$;

reset role;
