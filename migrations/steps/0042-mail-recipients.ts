import { type Kysely, sql } from 'kysely'
import { runAsStaff } from '../staff.ts'

/** Whom a company may send mails to, and how many a day. */
export async function up(db: Kysely<never>): Promise<void> {
  await copyConfirmations(db)
  await sql`alter table account_links add column shown_hash bytea`.execute(db)
  await sql`create index account_links_by_shown_hash on account_links (shown_hash) where shown_hash is not null`.execute(
    db
  )

  // Addresses outside the team that a form names. Their owners say by a link whether they want its leads.
  await sql`
    create table mail_recipients (
      id text not null default new_id(),
      company_id text not null references companies (id),
      email text not null,
      token_hash bytea,
      sent_at timestamptz,
      confirmed_at timestamptz,
      declined_at timestamptz,
      created_at timestamptz not null default now(),
      primary key (company_id, id),
      unique (company_id, email)
    )`.execute(db)
  await sql`create index mail_recipients_by_token on mail_recipients (token_hash)`.execute(db)
  await sql`call isolate_by_company('mail_recipients')`.execute(db)

  await sql`
    create table mail_days (
      company_id text not null references companies (id),
      day date not null,
      sent integer not null,
      -- 1: its admins were told that the limit is near, 2: that it is reached.
      told smallint not null default 0,
      primary key (company_id, day)
    )`.execute(db)
  await sql`call isolate_by_company('mail_days')`.execute(db)

  // What anybody signs up with may be somebody else's address: until it is confirmed nobody else is written to. A company
  // that staff made has nobody in it yet, and staff vouch for it.
  await sql`
    create function company_confirmed(company text) returns boolean language sql stable as $$
      select coalesce(bool_or(active and role = 'admin' and email_confirmed), true) from employees where company_id = company
    $$`.execute(db)

  // Whoever signed up may be written to at that address, everybody else once they have shown that theirs is theirs.
  await sql`
    create function may_be_mailed(person employees) returns boolean language sql stable as $$
      select person.active and (person.email_confirmed or not exists (
        select from employees e where e.company_id = person.company_id
          and (e.created_at, e.id) < (person.created_at, person.id)))
    $$`.execute(db)

  // One mail more of a company's day; false where that has no room. A full day writes nothing, so that a flood of leads
  // does not queue up for its row.
  await sql`
    create function take_mail(company text, most integer) returns boolean language plpgsql as $$
    declare
      today date;
      taken integer;
    begin
      select (now() at time zone c.time_zone)::date into today from companies c where c.id = company;
      if exists (select from mail_days d where d.company_id = company and d.day = today and d.sent >= most) then
        return false;
      end if;
      insert into mail_days as d (company_id, day, sent) values (company, today, 1)
      on conflict (company_id, day) do update set sent = d.sent + 1 where d.sent < most
      returning d.sent into taken;
      return taken is not null;
    end $$`.execute(db)

  // As in step 23, but only those who may be written to; the company's own address only until it has people.
  await sql`
    create or replace function company_recipients() returns text[] language sql stable security definer
    set search_path = public, pg_temp as $$
      with company as (
        select id, email from companies where id = nullif(current_setting('app.company', true), '')
      ), admins as (
        select array_agg(u.email order by e.created_at)
          filter (where e.active and u.active and e.role = 'admin' and may_be_mailed(e)
            and not coalesce(s.media -> 'lead_new' ? 'no_mail', false)) as emails, count(*) as n
        from company
        join employees e on e.company_id = company.id
        join users u on u.id = e.user_id
        left join notification_settings s on s.company_id = e.company_id and s.employee_id = e.id
      )
      select case when admins.n > 0 then coalesce(admins.emails, '{}') else array_remove(array[company.email], null) end
      from company, admins
    $$`.execute(db)
  await runAsStaff(db, 'company_recipients()')

  // Those of the addresses that a form of the company in scope names who may be written to; null for none.
  await sql`
    create function form_recipients(named jsonb) returns text[] language sql stable security definer
    set search_path = public, pg_temp as $$
      select array_agg(distinct named_one) from jsonb_array_elements_text(named) as named_one,
        nullif(current_setting('app.company', true), '') as company
      where exists (
          select from employees e join users u on u.id = e.user_id and u.active
          where e.company_id = company and lower(e.email) = lower(named_one) and may_be_mailed(e))
        or company_confirmed(company) and exists (
          select from mail_recipients r
          where r.company_id = company and r.email = named_one and r.confirmed_at is not null)
    $$`.execute(db)
  await runAsStaff(db, 'form_recipients(jsonb)')
}

/** A company may not read users, so each employee carries whether their e-mail is confirmed, as they carry it itself. */
async function copyConfirmations(db: Kysely<never>): Promise<void> {
  await sql`alter table employees add column email_confirmed boolean not null default false`.execute(db)
  await sql`
    create or replace function fill_employee_name() returns trigger language plpgsql security definer
    set search_path = public, pg_temp as $$
    begin
      select name, email, email_confirmed_at is not null into new.name, new.email, new.email_confirmed
      from users where id = new.user_id;
      return new;
    end $$`.execute(db)
  await sql`
    create or replace function copy_user_name() returns trigger language plpgsql security definer
    set search_path = public, pg_temp as $$
    begin
      update employees set name = new.name, email = new.email, email_confirmed = new.email_confirmed_at is not null
      where user_id = new.id;
      return null;
    end $$`.execute(db)
  await sql`drop trigger copy_user_name on users`.execute(db)
  await sql`
    create trigger copy_user_name after update of name, email, email_confirmed_at on users for each row
      when (old.name is distinct from new.name or old.email is distinct from new.email
        or old.email_confirmed_at is distinct from new.email_confirmed_at)
      execute function copy_user_name()`.execute(db)
  // Row-level security is forced on the owner too, who has no policy.
  await sql`set local role prosa_staff`.execute(db)
  await sql`
    update employees e set email_confirmed = true from users u where u.id = e.user_id and u.email_confirmed_at is not null`.execute(
    db
  )
  await sql`reset role`.execute(db)
}
