import { type Kysely, sql } from 'kysely'
import { runAsStaff } from '../staff.ts'

export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table users (
      id text primary key default new_id(),
      name text not null,
      email text not null,
      phone text,
      password_hash text not null,
      role text not null default 'client'
        check (role in ('admin', 'superadmin', 'global_admin', 'manager', 'employee', 'client')),
      permissions text[] not null default '{}',
      active boolean not null default true,
      created_at timestamptz not null default now()
    )`.execute(db)
  await sql`create unique index users_by_email on users (lower(email))`.execute(db)

  await sql`
    create table employees (
      id text not null default new_id(),
      company_id text not null references companies (id),
      user_id text not null references users (id),
      role text not null,
      permissions text[] not null default '{}',
      active boolean not null default true,
      created_at timestamptz not null default now(),
      primary key (company_id, id),
      unique (company_id, user_id)
    )`.execute(db)
  await sql`create index employees_by_user on employees (user_id)`.execute(db)
  await sql`call isolate_by_company('employees')`.execute(db)

  // One row a sign-in. A token names the row and a generation; renewing it raises the generation, so that a replaced
  // token used later shows a theft and ends the whole row.
  await sql`
    create table sessions (
      id text primary key default new_id(),
      user_id text not null references users (id),
      company_id text references companies (id),
      generation integer not null default 1,
      renewed_at timestamptz not null default now(),
      seen_at timestamptz not null default now(),
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      ended_at timestamptz,
      end_reason text,
      ip text,
      user_agent text
    )`.execute(db)
  await sql`create index sessions_by_user on sessions (user_id) where ended_at is null`.execute(db)

  // Whom the company in scope is told of things by e-mail: its active admins, else its own address. A company may not
  // read users, so this runs as prosa_staff.
  await sql`
    create function company_recipients() returns text[] language sql stable security definer
    set search_path = public, pg_temp as $$
      with company as (
        select id, email from companies where id = nullif(current_setting('app.company', true), '')
      ), admins as (
        select array_agg(u.email order by e.created_at) as emails from company
        join employees e on e.company_id = company.id and e.active and e.role = 'admin'
        join users u on u.id = e.user_id and u.active
      )
      select coalesce(admins.emails, array_remove(array[company.email], null)) from company, admins
    $$`.execute(db)
  await runAsStaff(db, 'company_recipients()')

  // Staff only: neither table is any company's.
  await sql`grant select, insert, update, delete on users, sessions to prosa_staff`.execute(db)
}
