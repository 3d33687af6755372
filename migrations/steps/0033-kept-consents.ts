import { type Kysely, sql } from 'kysely'

/**
 * The last decision for each channel stands with the lead too, so that the list shows it without reading the consents:
 * `{"email": {"state": "granted", "at": "2026-11-22T12:00:00+00:00"}}`; a channel without a decision is not there.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table leads add column consents jsonb not null default '{}'`.execute(db)

  // Who did not accept has refused, and who had accepted before has withdrawn.
  await sql`
    create function consents_after(kept jsonb, channels text[], granted boolean, at timestamptz) returns jsonb
    language sql stable as $$
      select kept || coalesce((
        select jsonb_object_agg(channel, jsonb_build_object('at', at, 'state', case
          when granted then 'granted'
          when kept -> channel ->> 'state' in ('granted', 'withdrawn') then 'withdrawn'
          else 'refused' end))
        from unnest(channels) as channel where granted is not null), '{}')
    $$`.execute(db)
  await sql`
    create function consents_recorded(company text, lead text) returns jsonb language sql stable as $$
      select coalesce(jsonb_object_agg(channel, jsonb_build_object('at', decided_at, 'state', case
        when granted then 'granted' when ever then 'withdrawn' else 'refused' end)), '{}')
      from (
        select distinct on (channel) channel, granted, decided_at, bool_or(granted) over (partition by channel) as ever
        from consents c, unnest(c.channels) as channel where c.company_id = company and c.lead_id = lead
        order by channel, decided_at desc, id desc) as last
    $$`.execute(db)

  // Nothing of this counts or tells anybody anything.
  await sql`alter table leads no force row level security, disable trigger user`.execute(db)
  await sql`alter table consents no force row level security`.execute(db)
  await sql`
    update leads set consents = consents_recorded(company_id, id)
    where (company_id, id) in (select company_id, lead_id from consents)`.execute(db)
  await sql`alter table leads force row level security, enable trigger user`.execute(db)
  await sql`alter table consents force row level security`.execute(db)
}
