import { type Kysely, sql } from 'kysely'

/** Scores of open leads, and what each company's own history says of them. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table leads add column scored_at timestamptz`.execute(db)
  await sql`
    create index leads_to_score on leads (scored_at nulls first)
      where status in ('new', 'contacted', 'scheduled') and held_at is null and deleted_at is null`.execute(db)

  // What a score is made of has changed, so it is made anew.
  await sql`
    create function forget_score() returns trigger language plpgsql as $$
    begin
      new.scored_at := null;
      return new;
    end $$`.execute(db)
  await sql`
    create trigger forget_score before update of status, message, preferred_date, consent_given, source, email, phone,
      last_contact_at, marks, last_touch on leads for each row
    when (old.scored_at is not null and (old.status, old.message, old.preferred_date, old.consent_given, old.source,
      old.email, old.phone, old.last_contact_at, old.marks, old.last_touch)
      is distinct from (new.status, new.message, new.preferred_date, new.consent_given, new.source,
      new.email, new.phone, new.last_contact_at, new.marks, new.last_touch))
    execute function forget_score()`.execute(db)

  await sql`
    create table score_models (
      company_id text primary key references companies (id),
      enabled boolean not null default true,
      won integer not null default 0,
      lost integer not null default 0,
      -- Feature to value to how many with it were won and lost; empty until there are enough of both.
      counts jsonb not null default '{}',
      learnt_at timestamptz
    )`.execute(db)
  await sql`call isolate_by_company('score_models')`.execute(db)
}
