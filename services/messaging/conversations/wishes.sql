-- True for a message that asks for no more advertising: one of these words alone, whatever its case, accents and signs.
-- The last four are the texts of the button that Meta adds to advertising.
create or replace function is_stop_word(words text) returns boolean language sql immutable parallel safe as $$
  select coalesce(length(words) <= 60 and btrim(regexp_replace(fold(words), '[^a-z0-9]+', ' ', 'g')) = any (array[
    'sair', 'quero sair', 'pare', 'parar', 'cancelar', 'cancela', 'stop', 'descadastrar', 'descadastre', 'remover',
    'remova', 'unsubscribe', 'sair da lista', 'pare de enviar', 'parar de receber', 'nao quero receber',
    'nao quero mais receber', 'nao quero mais', 'cancelar inscricao',
    'parar promocoes', 'interromper promocoes', 'parar de receber promocoes', 'stop promotions']), false)
$$;

-- Records that a person wants no advertising by WhatsApp any longer (`wants` false), or again, and returns whether that
-- changed anything. A refusal that stands is not recorded twice, and taking one back gives only what it took: consent
-- that was there before. A later decision holds against one that comes late.
create or replace function note_wish(of_company text, of_lead text, wants boolean, how text, said timestamptz)
  returns boolean language plpgsql as $$
declare
  last consents;
begin
  perform from leads where company_id = of_company and id = of_lead for update;
  select * into last from consents c
  where c.company_id = of_company and c.lead_id = of_lead and 'whatsapp' = any (c.channels) and c.decided_at <= said
  order by c.decided_at desc, c.id desc limit 1;
  if wants = (coalesce(last.purpose, '') <> 'advertising' or last.granted) then return false; end if;
  if wants and not coalesce((
    select c.granted from consents c
    where c.company_id = of_company and c.lead_id = of_lead and 'whatsapp' = any (c.channels)
      and (c.decided_at, c.id) < (last.decided_at, last.id)
    order by c.decided_at desc, c.id desc limit 1), false) then return false; end if;
  insert into consents (company_id, lead_id, channels, granted, text, evidence, source, purpose, decided_at)
  values (of_company, of_lead, '{whatsapp}', wants, '', how, 'whatsapp', 'advertising', said);
  update leads set consents = consents_after(consents, '{whatsapp}', wants, said), updated_at = now()
  where company_id = of_company and id = of_lead
    and coalesce((consents -> 'whatsapp' ->> 'at')::timestamptz <= said, true);
  return found;
end $$;

-- Has a refusal go with a conversation to another lead: it is the person's, under any lead.
create or replace function carry_wish(of_company text, from_lead text, to_lead text) returns void language plpgsql as $$
declare
  last consents;
begin
  select * into last from consents c
  where c.company_id = of_company and c.lead_id = from_lead and 'whatsapp' = any (c.channels)
  order by c.decided_at desc, c.id desc limit 1;
  if last.purpose = 'advertising' and not last.granted then
    perform note_wish(of_company, to_lead, false, last.evidence, last.decided_at);
  end if;
end $$;

-- WhatsApp refused advertising because the person has turned that of the company off (error 131050).
create or replace function note_refused_advertising(of_company text, of_lead text, at timestamptz) returns boolean
  language sql as $$
  select note_wish(of_company, of_lead, false, 'Parou de receber ofertas nas opções do WhatsApp', at)
$$;
