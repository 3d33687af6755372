import { type Kysely, sql } from 'kysely'

/** What keeps a company with very many leads as quick as one with few. */
export async function up(db: Kysely<never>): Promise<void> {
  await createSettledDays(db)
}

/**
 * Sums of the days that are over. A row of lead_days whose slot is -1 is settled: only services/dashboard/settle.ts
 * writes it, together with what it adds to these two tables, which hence say of the settled rows what those say
 * themselves. A change of an old lead goes into a slot as ever and is read beside them until it is settled too.
 */
async function createSettledDays(db: Kysely<never>): Promise<void> {
  await sql`
    create table lead_months (
      company_id text not null,
      month date not null,
      status text not null,
      owner_id text not null,
      source text not null,
      campaign text not null,
      lost_reason text not null,
      n bigint not null,
      reached bigint not null,
      waited double precision not null,
      entered double precision not null,
      primary key (company_id, month, status, owner_id, source, campaign, lost_reason)
    )`.execute(db)
  await sql`call isolate_by_company('lead_months')`.execute(db)
  await sql`
    create table lead_day_totals (
      company_id text not null,
      day date not null,
      owner_id text not null,
      n bigint not null,
      converted bigint not null,
      primary key (company_id, day, owner_id)
    )`.execute(db)
  await sql`call isolate_by_company('lead_day_totals')`.execute(db)
  await sql`create index lead_days_unsettled on lead_days (company_id, day) where slot >= 0`.execute(db)

  // Step 19 counts the days of another time zone anew after the change; until then nobody may settle the old ones.
  await sql`
    create function forget_settled_days() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock(hashtextextended('days ' || new.id, 0));
      delete from lead_months where company_id = new.id;
      delete from lead_day_totals where company_id = new.id;
      return new;
    end $$`.execute(db)
  await sql`
    create trigger forget_settled_days before update of time_zone on companies for each row
    when (old.time_zone is distinct from new.time_zone) execute function forget_settled_days()`.execute(db)
}
