import { type Kysely, sql } from 'kysely'

/** What the provider's staff work with: notes on companies, support access, failures, and checks of the audit log. */
export async function up(db: Kysely<never>): Promise<void> {
  // What staff note of a company is none of the company's business, so it is no column of its row.
  await sql`
    create table company_notes (
      company_id text primary key references companies (id),
      text text not null,
      updated_at timestamptz not null default now()
    )`.execute(db)
  await sql`grant select, insert, update, delete on company_notes to prosa_staff`.execute(db)

  await createSupportAccesses(db)
  await createErrorLog(db)
  await createAuditChecks(db)

  await sql`create index sessions_by_company on sessions (company_id)`.execute(db)
  await sql`create index sessions_by_time on sessions (created_at desc, id desc)`.execute(db)
  await sql`create index companies_by_time on companies (created_at desc, id desc)`.execute(db)
  await sql`create index audit_log_by_actor on audit_log (actor_id, at desc)`.execute(db)
  await sql`create index audit_log_by_request on audit_log (request_id)`.execute(db)
  await sql`create index mails_failed on mails (created_at desc) where status = 'failed'`.execute(db)
  await sql`create index account_mails_failed on account_mails (created_at desc) where status = 'failed'`.execute(db)
  await sql`create index failed_jobs_by_time on failed_jobs (failed_at desc, id desc)`.execute(db)
}

/** While one holds, a person of the staff may read what a company has. The company sees it and cannot take it away. */
async function createSupportAccesses(db: Kysely<never>): Promise<void> {
  await sql`
    create table support_accesses (
      id text not null default new_id(),
      company_id text not null references companies (id),
      user_id text not null references users (id),
      user_name text not null,
      reason text not null,
      started_at timestamptz not null default now(),
      ends_at timestamptz not null,
      ended_at timestamptz,
      primary key (company_id, id)
    )`.execute(db)
  await sql`create index support_accesses_by_user on support_accesses (user_id, company_id, ends_at desc)`.execute(db)
  await sql`create index support_accesses_by_time on support_accesses (started_at desc, id desc)`.execute(db)
  await sql`call isolate_by_company('support_accesses')`.execute(db)
  await sql`revoke insert, update, delete on support_accesses from prosa_app`.execute(db)
}

/** Requests that failed on our side, one row for each kind of failure. */
async function createErrorLog(db: Kysely<never>): Promise<void> {
  await sql`
    create table error_log (
      id text primary key default new_id(),
      route text not null,
      message text not null,
      status integer not null,
      count integer not null default 1,
      first_at timestamptz not null default now(),
      last_at timestamptz not null default now(),
      request_ids text[] not null,
      unique (route, message)
    )`.execute(db)
  await sql`create index error_log_by_time on error_log (last_at desc, id desc)`.execute(db)
  await sql`grant select, insert, update, delete on error_log to prosa_staff`.execute(db)
}

/** How far each chain of the audit log was found whole, so that a tail that is cut off later shows too. */
async function createAuditChecks(db: Kysely<never>): Promise<void> {
  await sql`
    create table audit_checks (
      company_id text primary key,
      checked_at timestamptz not null,
      last_seq bigint not null,
      last_hash bytea,
      broken_seq bigint,
      problem text check (problem in ('changed', 'missing', 'cut'))
    )`.execute(db)
  await sql`grant select, insert, update on audit_checks to prosa_staff`.execute(db)

  // A chain is whole where its numbers follow each other from 1, each row carries the hash over itself and the row
  // before it, and the row that was last at the latest check is still there as it was.
  await sql`
    create function verify_audit(chains text[])
    returns table (company_id text, entries bigint, last_seq bigint, last_hash bytea, broken_seq bigint, problem text)
    language sql stable set search_path = public, pg_temp as $$
      with walked as (
        select a.company_id, a.seq, a.hash,
          lag(a.seq, 1, 0::bigint) over chain as before,
          a.hash is distinct from audit_hash(a, lag(a.hash) over chain) as differs
        from audit_log a where a.company_id = any (chains)
        window chain as (partition by a.company_id order by a.seq)
      ), broken as (
        select distinct on (w.company_id) w.company_id,
          case when w.seq <> w.before + 1 then w.before + 1 else w.seq end as seq,
          case when w.seq <> w.before + 1 then 'missing' else 'changed' end as problem
        from walked w where w.seq <> w.before + 1 or w.differs
        order by w.company_id, w.seq
      ), counted as (
        select w.company_id, count(*) as entries, max(w.seq) as last_seq from walked w group by w.company_id
      )
      select chain.id, coalesce(n.entries, 0), coalesce(n.last_seq, 0), l.hash,
        coalesce(b.seq, case when cut.yes then coalesce(n.last_seq, 0) + 1 when known.differs then c.last_seq end),
        coalesce(b.problem, case when cut.yes then 'cut' when known.differs then 'changed' end)
      from unnest(chains) as chain (id)
      left join counted n on n.company_id = chain.id
      left join broken b on b.company_id = chain.id
      left join audit_log l on l.company_id = chain.id and l.seq = n.last_seq
      left join audit_checks c on c.company_id = chain.id
      left join audit_log k on k.company_id = chain.id and k.seq = c.last_seq
      cross join lateral (select coalesce(c.last_seq, 0) > coalesce(n.last_seq, 0) as yes) as cut
      cross join lateral (select c.last_seq > 0 and k.hash is distinct from c.last_hash as differs) as known
    $$`.execute(db)
  await sql`revoke execute on function verify_audit(text[]) from public`.execute(db)
  await sql`grant execute on function verify_audit(text[]) to prosa_staff`.execute(db)
}
