import { type Kysely, sql } from 'kysely'
import { runAsStaff } from '../staff.ts'

/** The company's team: names where the company may read them, open invitations, and leads by owner. */
export async function up(db: Kysely<never>): Promise<void> {
  await copyNames(db)
  await keepLastAccess(db)

  // The open invitations of the company in scope. Their links stand in a table that only staff's door reads.
  await sql`
    create function company_invitations()
    returns table (id text, email text, data jsonb, created_at timestamptz, expires_at timestamptz)
    language sql stable security definer set search_path = public, pg_temp as $$
      select id, email, data, created_at, expires_at from account_links
      where company_id = nullif(current_setting('app.company', true), '') and kind = 'invitation' and used_at is null
    $$`.execute(db)
  await runAsStaff(db, 'company_invitations()')

  // What a person has yet to do is counted without reading the leads.
  await sql`
    create index open_leads_by_owner on leads (company_id, owner_id)
      where owner_id is not null and status in ('new', 'contacted', 'scheduled')`.execute(db)
  await sql`
    create index leads_without_owner on leads (company_id, received_at desc, id desc)
      where owner_id is null`.execute(db)
}

/** A company may not read users, so each employee carries the name and the e-mail of theirs, kept by the database. */
async function copyNames(db: Kysely<never>): Promise<void> {
  await sql`alter table employees add column name text not null default '', add column email text not null default ''`.execute(
    db
  )
  await sql`
    create function fill_employee_name() returns trigger language plpgsql security definer
    set search_path = public, pg_temp as $$
    begin
      select name, email into new.name, new.email from users where id = new.user_id;
      return new;
    end $$`.execute(db)
  await sql`
    create function copy_user_name() returns trigger language plpgsql security definer
    set search_path = public, pg_temp as $$
    begin
      update employees set name = new.name, email = new.email where user_id = new.id;
      return null;
    end $$`.execute(db)
  await sql`grant create on schema public to prosa_staff`.execute(db)
  for (const name of ['fill_employee_name', 'copy_user_name'])
    await sql.raw(`alter function ${name}() owner to prosa_staff`).execute(db)
  await sql`revoke create on schema public from prosa_staff`.execute(db)
  await sql`
    create trigger fill_employee_name before insert on employees for each row execute function fill_employee_name()`.execute(
    db
  )
  await sql`
    create trigger copy_user_name after update of name, email on users for each row
      when (old.name is distinct from new.name or old.email is distinct from new.email)
      execute function copy_user_name()`.execute(db)
  // Row-level security is forced on the owner too, who has no policy.
  await sql`set local role prosa_staff`.execute(db)
  await sql`update employees e set name = u.name, email = u.email from users u where u.id = e.user_id`.execute(db)
  await sql`reset role`.execute(db)
}

/** A session is marked as seen at most once a minute; its employee with it. */
async function keepLastAccess(db: Kysely<never>): Promise<void> {
  await sql`
    create function see_employee() returns trigger language plpgsql as $$
    begin
      update employees set seen_at = new.seen_at where company_id = new.company_id and user_id = new.user_id;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger see_employee after insert or update of seen_at, company_id on sessions for each row
      when (new.company_id is not null) execute function see_employee()`.execute(db)
}
