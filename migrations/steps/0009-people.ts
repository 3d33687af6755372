import { type Kysely, sql } from 'kysely'

/** What people need beyond a sign-in: plans, settings, links by mail, owners of leads, and the record of who did what. */
export async function up(db: Kysely<never>): Promise<void> {
  // Prices in cents; null means without limit.
  await sql`
    create table plans (
      key text primary key check (key in ('basic', 'pro', 'advanced', 'enterprise')),
      name text not null,
      price_cents integer not null check (price_cents >= 0),
      description text not null,
      leads_per_month integer check (leads_per_month > 0),
      users integer check (users > 0),
      features text[] not null,
      limitations text[] not null,
      highlights text[] not null,
      popular boolean not null default false,
      position integer not null,
      updated_at timestamptz not null default now()
    )`.execute(db)
  await sql`
    insert into plans (key, name, price_cents, description, leads_per_month, users, features, limitations, highlights, popular, position)
    values
      ('basic', 'Básico', 4900, 'Para quem está começando a organizar os contatos.', 100, 2,
        '{"Formulário público de leads","Lista de leads com busca","Registro de atividades","Aviso de novo lead por e-mail"}',
        '{"Até 100 leads por mês","2 usuários"}', '{"Até 100 leads por mês","2 usuários"}', true, 1),
      ('pro', 'Profissional', 9900, 'Para equipes que atendem todos os dias.', 500, 5,
        '{"Tudo do Básico","E-mail marketing","Agenda on-line","WhatsApp"}',
        '{"Até 500 leads por mês","5 usuários"}', '{"Até 500 leads por mês","5 usuários"}', false, 2),
      ('advanced', 'Avançado', 19900, 'Para quem recebe muitos contatos e quer automatizar.', 2000, 3,
        '{"Tudo do Profissional","Instagram","Assistente virtual com a base da empresa"}',
        '{"Até 2.000 leads por mês","Até 3 usuários"}', '{"Até 2.000 leads por mês","Até 3 usuários"}', false, 3),
      ('enterprise', 'Empresarial', 29900, 'Para empresas com várias equipes.', null, null,
        '{"Tudo do Avançado","Atendimento prioritário"}',
        '{}', '{"Leads ilimitados","Usuários ilimitados"}', false, 4)`.execute(db)
  await sql`grant select, update on plans to prosa_staff`.execute(db)
  await sql`grant select on plans to prosa_app`.execute(db)

  // A limit of the company's own in place of its plan's, until a day if one is given.
  await sql`
    alter table companies
      add column leads_limit integer check (leads_limit > 0),
      add column users_limit integer check (users_limit > 0),
      add column limits_reason text,
      add column limits_until timestamptz`.execute(db)

  await sql`
    create table settings (
      key text primary key,
      value jsonb not null,
      updated_at timestamptz not null default now(),
      updated_by text references users (id)
    )`.execute(db)
  await sql`grant select, insert, update, delete on settings to prosa_staff`.execute(db)

  // Whose leads an employee sees: all, those of the own team, or the own ones.
  await sql`
    alter table employees
      add column lead_access text not null default 'all' check (lead_access in ('all', 'team', 'own')),
      add column team text,
      add column seen_at timestamptz,
      add column deactivated_at timestamptz`.execute(db)
  await sql`
    alter table leads add column owner_id text,
      add foreign key (company_id, owner_id) references employees (company_id, id)`.execute(db)
  await sql`
    create index leads_by_owner on leads (company_id, owner_id, received_at desc, id desc)
      where owner_id is not null`.execute(db)

  // Links sent by mail: single use, kept as a hash.
  await sql`
    create table account_links (
      id text primary key default new_id(),
      kind text not null,
      token_hash bytea not null unique,
      user_id text references users (id),
      company_id text references companies (id),
      email text not null,
      data jsonb not null default '{}',
      created_by text references users (id),
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      used_at timestamptz
    )`.execute(db)
  await sql`create index account_links_by_user on account_links (user_id, kind)`.execute(db)
  await sql`create index account_links_by_company on account_links (company_id, kind)`.execute(db)

  // Mails that concern a person's account and not a company's business; their links are secrets, so only staff's door.
  await sql`
    create table account_mails (
      id text primary key default new_id(),
      to_address text not null,
      subject text not null,
      text text not null,
      html text not null,
      status text not null check (status in ('kept', 'queued', 'sent', 'failed')),
      error text,
      created_at timestamptz not null default now(),
      sent_at timestamptz
    )`.execute(db)
  await sql`create index account_mails_by_time on account_mails (created_at desc, id desc)`.execute(db)
  await sql`grant select, insert, update, delete on account_links, account_mails to prosa_staff`.execute(db)

  await createAuditLog(db)
}

/**
 * Who did what. Rows are only ever added; each carries a hash over itself and the row before it in its company, so that
 * a row changed, taken out or put in later shows. The provider's own rows are those of the company 000…0.
 */
async function createAuditLog(db: Kysely<never>): Promise<void> {
  await sql`
    create table audit_log (
      company_id text not null,
      seq bigint not null,
      at timestamptz not null,
      actor_id text,
      actor_name text,
      action text not null,
      object_type text,
      object_id text,
      object_name text,
      changes jsonb not null default '{}',
      reason text,
      ip text,
      request_id text,
      hash bytea not null,
      primary key (company_id, seq)
    )`.execute(db)
  await sql`create index audit_log_by_time on audit_log (company_id, at desc)`.execute(db)
  await sql`create index audit_log_of_all on audit_log (at desc)`.execute(db)
  await sql`call isolate_by_company('audit_log')`.execute(db)
  await sql`revoke update, delete on audit_log from prosa_app, prosa_staff`.execute(db)

  // The time as a number: as text it would depend on the reader's settings.
  await sql`
    create function audit_hash(entry audit_log, previous bytea) returns bytea language sql immutable as $$
      select sha256(coalesce(previous, ''::bytea) || convert_to(jsonb_build_array(
        entry.company_id, entry.seq, extract(epoch from entry.at)::text, entry.actor_id, entry.actor_name, entry.action,
        entry.object_type, entry.object_id, entry.object_name, entry.changes, entry.reason, entry.ip,
        entry.request_id)::text, 'UTF8'))
    $$`.execute(db)
  await sql`
    create function chain_audit() returns trigger language plpgsql as $$
    declare last record;
    begin
      perform pg_advisory_xact_lock(hashtextextended('audit ' || new.company_id, 0));
      select seq, hash into last from audit_log where company_id = new.company_id order by seq desc limit 1;
      new.seq := coalesce(last.seq, 0) + 1;
      new.at := clock_timestamp();
      new.hash := audit_hash(new, last.hash);
      return new;
    end $$`.execute(db)
  await sql`
    create trigger chain_audit before insert on audit_log for each row execute function chain_audit()`.execute(db)
}
