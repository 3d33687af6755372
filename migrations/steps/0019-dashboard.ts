import { type Kysely, sql } from 'kysely'

/**
 * Leads of each day by status, owner, source, campaign and reason of a loss, with sums from which averages come: what
 * the dashboard shows costs the same however many leads a company has. Days are those of the company's time zone; held
 * and deleted leads are in no count. Beside it, what each employee has hidden of the dashboard.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table lead_days (
      company_id text not null,
      day date not null,
      status text not null,
      owner_id text not null,
      source text not null,
      campaign text not null,
      lost_reason text not null,
      slot smallint not null,
      n bigint not null,
      -- How many have been reached, and the seconds that they waited for it together.
      reached bigint not null,
      waited double precision not null,
      -- The sum of when they came into their status, in seconds since 1970.
      entered double precision not null,
      primary key (company_id, day, status, owner_id, source, campaign, lost_reason, slot)
    ) with (fillfactor = 50)`.execute(db)
  await sql`call isolate_by_company('lead_days')`.execute(db)

  const rows = (from: string, sign: number) => `
    select l.company_id, (l.received_at at time zone c.time_zone)::date as day, l.status, coalesce(l.owner_id, '') as owner_id,
      l.source, coalesce(left(l.first_touch ->> 'utm_campaign', 100), '') as campaign,
      case when l.status = 'lost' then coalesce(l.lost_reason, '') else '' end as lost_reason,
      ${sign} as n, case when l.first_contact_at is null then 0 else ${sign} end as reached,
      ${sign} * coalesce(extract(epoch from l.first_contact_at - l.received_at), 0) as waited,
      ${sign} * extract(epoch from l.status_at) as entered
    from ${from} l join companies c on c.id = l.company_id where l.held_at is null and l.deleted_at is null`
  const add = (changes: string) => `
    insert into lead_days as kept
      (company_id, day, status, owner_id, source, campaign, lost_reason, slot, n, reached, waited, entered)
    select company_id, day, status, owner_id, source, campaign, lost_reason, pg_backend_pid() % 32,
      sum(n), sum(reached), sum(waited), sum(entered) from (${changes}) as changed
    group by company_id, day, status, owner_id, source, campaign, lost_reason
    having sum(n) <> 0 or sum(reached) <> 0 or sum(waited) <> 0 or sum(entered) <> 0
    order by company_id, day, status, owner_id, source, campaign, lost_reason
    on conflict (company_id, day, status, owner_id, source, campaign, lost_reason, slot) do update
      set n = kept.n + excluded.n, reached = kept.reached + excluded.reached, waited = kept.waited + excluded.waited,
        entered = kept.entered + excluded.entered;`

  for (const [change, tables, changes] of [
    ['insert', 'new table as added', rows('added', 1)],
    ['delete', 'old table as removed', rows('removed', -1)],
    ['update', 'old table as removed new table as added', `${rows('added', 1)} union all ${rows('removed', -1)}`]
  ] as const) {
    await sql
      .raw(`
      create function count_days_on_${change}() returns trigger language plpgsql as $$
      begin
        ${add(changes)}
        return null;
      end $$`)
      .execute(db)
    await sql
      .raw(`create trigger count_days_on_${change} after ${change} on leads referencing ${tables}
        for each statement execute function count_days_on_${change}()`)
      .execute(db)
  }

  // Another time zone has other days.
  await sql
    .raw(`
    create function count_days_anew() returns trigger language plpgsql as $$
    begin
      delete from lead_days where company_id = new.id;
      ${add(rows('leads', 1).replace('where ', 'where l.company_id = new.id and '))}
      return null;
    end $$`)
    .execute(db)
  await sql`
    create trigger count_days_anew after update of time_zone on companies for each row
    when (old.time_zone is distinct from new.time_zone) execute function count_days_anew()`.execute(db)

  await sql`set local role prosa_staff`.execute(db)
  await sql.raw(add(rows('leads', 1)).replace('pg_backend_pid() % 32', '0')).execute(db)
  await sql`reset role`.execute(db)

  // Whom nobody has reached yet, the queue of the day's third part.
  await sql`
    create index leads_waiting on leads (company_id, received_at)
      where status = 'new' and first_contact_at is null`.execute(db)
  await sql`
    create index leads_promised on leads (company_id, preferred_date)
      where preferred_date is not null and status in ('new', 'contacted')`.execute(db)

  await sql`
    create table dashboard_settings (
      company_id text not null references companies (id),
      employee_id text not null,
      hidden text[] not null default '{}',
      primary key (company_id, employee_id)
    )`.execute(db)
  await sql`call isolate_by_company('dashboard_settings')`.execute(db)
}
