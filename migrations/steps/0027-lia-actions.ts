import { type Kysely, sql } from 'kysely'

/** What the assistant proposes to do, done once and only when the person asked confirms it. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table chat_proposals (
      id text not null default new_id(),
      company_id text not null references companies (id) on delete cascade,
      session_id text not null references chat_sessions (id) on delete cascade,
      message_id text not null references chat_messages (id) on delete cascade,
      user_id text not null references users (id) on delete cascade,
      -- Its place among those of one answer.
      place smallint not null,
      kind text not null check (kind in ('task', 'note', 'status', 'owner', 'person')),
      params jsonb not null,
      -- What it is about, as it was seen when it was proposed; a lead that has changed since is another matter.
      lead_id text,
      lead_name text,
      lead_version integer,
      -- The leads that may be meant, where it is not known which.
      options jsonb not null default '[]',
      state text not null check (state in ('choosing', 'waiting', 'done', 'cancelled', 'expired', 'failed')),
      outcome text,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null default now() + interval '30 minutes',
      settled_at timestamptz,
      primary key (company_id, id),
      foreign key (company_id, lead_id) references leads (company_id, id) on delete cascade,
      check ((state in ('choosing', 'waiting')) = (settled_at is null))
    )`.execute(db)
  await sql`create index chat_proposals_by_message on chat_proposals (message_id, place)`.execute(db)
  await sql`create index chat_proposals_by_session on chat_proposals (session_id, created_at desc)`.execute(db)
  await sql`create index chat_proposals_by_lead on chat_proposals (company_id, lead_id)`.execute(db)
  await sql`create index chat_proposals_by_user on chat_proposals (user_id)`.execute(db)
  await sql`create index chat_proposals_open on chat_proposals (expires_at)
    where state in ('choosing', 'waiting')`.execute(db)
  await sql`call isolate_by_company('chat_proposals')`.execute(db)
  await sql`
    create policy of_visible_leads on chat_proposals as restrictive to prosa_app using (
      lead_id is null or exists (
        select from leads where leads.company_id = chat_proposals.company_id and leads.id = lead_id))
    with check (true)`.execute(db)

  // Who made a task, where that is not simply the employee.
  await sql`alter table tasks add column created_name text`.execute(db)
}
