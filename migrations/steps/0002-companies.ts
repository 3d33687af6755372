import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table companies (
      id text primary key default new_id(),
      name text not null,
      email text,
      phone text,
      address text,
      cnpj char(14) unique,
      industry text,
      plan text not null default 'basic' check (plan in ('basic', 'pro', 'advanced', 'enterprise')),
      time_zone text not null default 'America/Sao_Paulo',
      trial_ends_at timestamptz,
      active boolean not null default true,
      created_at timestamptz not null default now()
    )`.execute(db)
  await sql`call isolate_by_company('companies', 'id')`.execute(db)
}
