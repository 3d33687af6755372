-- The time as a number: its text would depend on the session's settings.
create or replace function audit_hash(entry audit_log, previous bytea) returns bytea language sql immutable as $$
  select sha256(coalesce(previous, ''::bytea) || convert_to(jsonb_build_array(
    entry.company_id, entry.seq, extract(epoch from entry.at)::text, entry.actor_id, entry.actor_name, entry.action,
    entry.object_type, entry.object_id, entry.object_name, entry.changes, entry.reason, entry.ip,
    entry.request_id)::text, 'UTF8'))
$$;

create or replace function chain_audit() returns trigger language plpgsql as $$
declare last record;
begin
  perform take_locks('{audit}', new.company_id);
  select seq, hash into last from audit_log where company_id = new.company_id order by seq desc limit 1;
  new.seq := coalesce(last.seq, 0) + 1;
  new.at := clock_timestamp();
  new.hash := audit_hash(new, last.hash);
  return new;
end $$;
create or replace trigger chain_audit before insert on audit_log for each row execute function chain_audit();

-- A chain is intact where its numbers are consecutive from 1, each row has the right hash over itself and the row
-- before it, and the last row of the latest check is still there unchanged.
create or replace function verify_audit(chains text[])
  returns table (company_id text, entries bigint, last_seq bigint, last_hash bytea, broken_seq bigint, problem text)
  language sql stable set search_path = public, pg_temp as $$
  with walked as (
    select a.company_id, a.seq, a.hash,
      lag(a.seq, 1, 0::bigint) over chain as before,
      a.hash is distinct from audit_hash(a, lag(a.hash) over chain) as differs
    from audit_log a where a.company_id = any (chains)
    window chain as (partition by a.company_id order by a.seq)
  ), broken as (
    select distinct on (w.company_id) w.company_id,
      case when w.seq <> w.before + 1 then w.before + 1 else w.seq end as seq,
      case when w.seq <> w.before + 1 then 'missing' else 'changed' end as problem
    from walked w where w.seq <> w.before + 1 or w.differs
    order by w.company_id, w.seq
  ), counted as (
    select w.company_id, count(*) as entries, max(w.seq) as last_seq from walked w group by w.company_id
  )
  select chain.id, coalesce(n.entries, 0), coalesce(n.last_seq, 0), l.hash,
    coalesce(b.seq, case when cut.yes then coalesce(n.last_seq, 0) + 1 when known.differs then c.last_seq end),
    coalesce(b.problem, case when cut.yes then 'cut' when known.differs then 'changed' end)
  from unnest(chains) as chain (id)
  left join counted n on n.company_id = chain.id
  left join broken b on b.company_id = chain.id
  left join audit_log l on l.company_id = chain.id and l.seq = n.last_seq
  left join audit_checks c on c.company_id = chain.id
  left join audit_log k on k.company_id = chain.id and k.seq = c.last_seq
  cross join lateral (select coalesce(c.last_seq, 0) > coalesce(n.last_seq, 0) as yes) as cut
  cross join lateral (select c.last_seq > 0 and k.hash is distinct from c.last_hash as differs) as known
$$;
revoke execute on function verify_audit(text[]) from public;
grant execute on function verify_audit(text[]) to prosa_staff;
