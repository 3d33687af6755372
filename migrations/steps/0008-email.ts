import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table mails (
      id text not null default new_id(),
      company_id text not null references companies (id),
      job_id text not null,
      to_address text not null,
      subject text not null,
      text text not null,
      status text not null check (status in ('kept', 'queued', 'sent', 'failed')),
      error text,
      lead_id text,
      created_at timestamptz not null default now(),
      sent_at timestamptz,
      primary key (company_id, id),
      unique (company_id, job_id, to_address),
      foreign key (company_id, lead_id) references leads (company_id, id)
    )`.execute(db)
  await sql`create index mails_by_time on mails (company_id, created_at desc, id desc)`.execute(db)
  await sql`create index mails_by_lead on mails (company_id, lead_id)`.execute(db)
  await sql`call isolate_by_company('mails')`.execute(db)
}
