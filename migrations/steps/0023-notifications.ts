import { type Kysely, sql } from 'kysely'
import { runAsStaff } from '../staff.ts'

/** What each employee is told of, by which means, and what they have read. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table notifications (
      id text not null default new_id(),
      company_id text not null,
      employee_id text not null,
      kind text not null,
      lead_id text,
      title text not null,
      body text not null default '',
      link text not null,
      -- Shown under the bell, and to be sent by e-mail; what is for the daily mail alone is neither.
      shown boolean not null,
      mail boolean not null,
      created_at timestamptz not null default now(),
      read_at timestamptz,
      mailed_at timestamptz,
      -- What it comes of, so that a job which runs twice tells once.
      cause text,
      primary key (company_id, id),
      unique (company_id, employee_id, cause),
      foreign key (company_id, employee_id) references employees (company_id, id)
    )`.execute(db)
  await sql`
    create index notifications_by_employee on notifications (company_id, employee_id, created_at desc, id desc)
      where shown`.execute(db)
  await sql`
    create index notifications_unread on notifications (company_id, employee_id) where shown and read_at is null`.execute(
    db
  )
  await sql`create index notifications_to_mail on notifications (created_at) where mail and mailed_at is null`.execute(
    db
  )
  await sql`call isolate_by_company('notifications')`.execute(db)
  await sql`
    create policy of_visible_leads on notifications as restrictive to prosa_app using (
      lead_id is null or exists (
        select from leads where leads.company_id = notifications.company_id and leads.id = lead_id))
    with check (true)`.execute(db)

  await sql`
    create table notification_settings (
      company_id text not null,
      employee_id text not null,
      -- Kind to the means that are wanted; a kind that is missing has its usual ones.
      media jsonb not null default '{}',
      -- Hours of the day, in the company's time zone; the quiet ones may run over midnight.
      quiet_from smallint check (quiet_from between 0 and 23),
      quiet_to smallint check (quiet_to between 0 and 23),
      digest_hour smallint check (digest_hour between 0 and 23),
      digest_day date,
      primary key (company_id, employee_id),
      foreign key (company_id, employee_id) references employees (company_id, id)
    )`.execute(db)
  await sql`call isolate_by_company('notification_settings')`.execute(db)

  // As in step 3, without those who want no mail for each lead.
  await sql`
    create or replace function company_recipients() returns text[] language sql stable security definer
    set search_path = public, pg_temp as $$
      with company as (
        select id, email from companies where id = nullif(current_setting('app.company', true), '')
      ), admins as (
        select array_agg(u.email order by e.created_at)
          filter (where not coalesce(s.media -> 'lead_new' ? 'no_mail', false)) as emails, count(*) as n
        from company
        join employees e on e.company_id = company.id and e.active and e.role = 'admin'
        join users u on u.id = e.user_id and u.active
        left join notification_settings s on s.company_id = e.company_id and s.employee_id = e.id
      )
      select case when admins.n > 0 then coalesce(admins.emails, '{}') else array_remove(array[company.email], null) end
      from company, admins
    $$`.execute(db)
  await runAsStaff(db, 'company_recipients()')
}
