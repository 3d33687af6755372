import { createHash } from 'node:crypto'
import { runMigrations as runQueueMigrations } from 'bullmq'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import pg from 'pg'
import { restoreMark } from '../services/admin/backups/snapshot.ts'
import { type Config, rolePassword } from '../services/core/config.ts'
import { type Files, readFiles } from './files.ts'

/** The application must not run on the database of a newer version. */
export class NewerDatabaseError extends Error {}

/** Milliseconds that a statement waits for a lock; everything after it on the table waits as long. */
export const lockTimeout = 500
const attempts = 120

/**
 * Migrates the database to this version: application roles, tables, functions, and BullMQ's tables where it uses
 * PostgreSQL. Safe to run at every start, by several processes at once, and beside processes of the previous version.
 * Returns the names of the applied files. Only a restore may run on a database that is half restored.
 */
export async function migrate(config: Config, files?: Files, { restoring = false } = {}): Promise<string[]> {
  const { steps, repeatable } = files ?? (await readFiles())
  const pool = new pg.Pool({ connectionString: config.database.owner, max: 3, connectionTimeoutMillis: 10_000 })
  // A connection that breaks fails its query, and one that is idle or closing is not missed; without these it would end
  // the process.
  pool.on('error', () => {})
  pool.on('connect', client => client.on('error', () => {}))
  const db = new Kysely<never>({ dialect: new PostgresDialect({ pool }) })
  try {
    if (!config.database.rolesGiven) await untilAlone(() => createRoles(db, config.secret))
    return await alone(pool, async () => {
      if (!restoring) await refuseHalfRestored(db)
      await refuseNewer(db, steps)
      const applied = [...(await applySteps(db, steps)), ...(await applyRepeatable(db, repeatable))]
      await migrateQueue(pool)
      await forgetRestoredEvents(db)
      return applied
    })
  } finally {
    await db.destroy()
  }
}

/** Polls for the lock instead of waiting: a concurrent index creation would wait for the waiting statement. */
async function alone<T>(pool: pg.Pool, work: () => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    const key = "hashtext('prosa migrations')"
    while (!(await client.query(`select pg_try_advisory_lock(${key}) as mine`)).rows[0].mine) await pause()
    try {
      return await work()
    } finally {
      await client.query(`select pg_advisory_unlock(${key})`)
    }
  } finally {
    client.release()
  }
}

async function refuseHalfRestored(db: Kysely<never>): Promise<void> {
  const { rows } = await sql<{ found: boolean }>`
    select to_regclass(${`public.${restoreMark}`}) is not null as found`.execute(db)
  if (rows[0]?.found)
    throw new Error('A restauração de um backup neste banco não terminou: restaure o backup de novo (npm run restore).')
}

async function refuseNewer(db: Kysely<never>, steps: Files['steps']): Promise<void> {
  const exists = await sql<{
    found: boolean
  }>`select to_regclass('public.kysely_migration') is not null as found`.execute(db)
  if (!exists.rows[0]?.found) return
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  const unknown = rows.map(row => row.name).filter(name => !(name in steps))
  if (unknown.length > 0)
    throw new NewerDatabaseError(`o banco de dados tem passos de uma versão mais nova (${unknown.join(', ')})`)
}

/** Each step in a transaction of its own, so that no lock is held longer than one step takes. */
async function applySteps(db: Kysely<never>, steps: Files['steps']): Promise<string[]> {
  const migrations = Object.fromEntries(Object.entries(steps).map(([name, text]) => [name, { up: stepOf(text) }]))
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const waiting = (await migrator.getMigrations()).filter(step => !step.executedAt).map(step => step.name)
  for (const name of waiting)
    await untilUnlocked(async () => {
      const { error } = await migrator.migrateTo(name, { disableTransactions: isOutside(steps[name] as string) })
      if (error) throw error
    })
  return waiting
}

/** True for a step whose first line says that it runs outside a transaction, as `concurrently` requires. */
export const isOutside = (text: string): boolean => text.startsWith('-- outside a transaction')

function stepOf(text: string): Migration['up'] {
  return async db => {
    if (!isOutside(text)) {
      await sql.raw(`set local lock_timeout = ${lockTimeout}; ${text}`).execute(db)
      return
    }
    // These statements block neither reads nor writes, but wait for running transactions of any length.
    for (const statement of text.split(/;\s*$/m)) await sql.raw(statement).execute(db)
  }
}

/** Each file in a transaction of its own, with the hash by which the next start recognises it as unchanged. */
async function applyRepeatable(db: Kysely<never>, repeatable: Files['repeatable']): Promise<string[]> {
  const { rows } = await sql<{ name: string; hash: string }>`select name, hash from repeatable_steps`.execute(db)
  const hashes = new Map(rows.map(row => [row.name, row.hash]))
  const changed = Object.entries(repeatable)
    .map(([name, text]) => ({ name, text, hash: createHash('sha256').update(text).digest('hex') }))
    .filter(({ name, hash }) => hashes.get(name) !== hash)
  for (const { name, text, hash } of changed)
    await untilUnlocked(() =>
      db.transaction().execute(async trx => {
        await sql.raw(`set local lock_timeout = ${lockTimeout}; ${text}`).execute(trx)
        await sql`
          insert into repeatable_steps (name, hash) values (${name}, ${hash})
          on conflict (name) do update set hash = excluded.hash, applied_at = now()`.execute(trx)
      })
    )
  return changed.map(({ name }) => name)
}

/** Retries after a lock timeout, so that statements waiting behind this one proceed in between. */
async function untilUnlocked(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++)
    try {
      return await work()
    } catch (error) {
      const locked = error instanceof Error && 'code' in error && ['55P03', '40P01'].includes(String(error.code))
      if (!locked || attempt === attempts) throw error
      await pause()
    }
}

const pause = () => new Promise(resolve => setTimeout(resolve, 100 + 400 * Math.random()))

/** The databases of a server share its roles, but not their locks, so a conflict is retried. */
async function untilAlone(work: () => Promise<void>, more = 20): Promise<void> {
  try {
    await work()
  } catch (error) {
    const raced =
      error instanceof Error && /tuple concurrently updated|already exists|duplicate key/.test(error.message)
    if (!raced || more === 0) throw error
    await new Promise(resolve => setTimeout(resolve, 50 * Math.random()))
    await untilAlone(work, more - 1)
  }
}

/** Roles belong to the server, so they may exist already; their passwords follow SECRET_KEY. */
async function createRoles(db: Kysely<never>, secret: string): Promise<void> {
  await db.connection().execute(async connection => {
    await sql`select pg_advisory_lock(hashtext('prosa roles'))`.execute(connection)
    try {
      for (const role of ['prosa_app', 'prosa_staff']) {
        const { rows } = await sql`select from pg_roles where rolname = ${role}`.execute(connection)
        const verb = rows.length === 0 ? 'create' : 'alter'
        await sql
          .raw(`${verb} role ${role} login nosuperuser nocreatedb nocreaterole noinherit nobypassrls
            password '${rolePassword(secret, role)}'`)
          .execute(connection)
        await sql.raw(`grant ${role} to current_user`).execute(connection)
      }
    } finally {
      await sql`select pg_advisory_unlock(hashtext('prosa roles'))`.execute(connection)
    }
  })
}

/**
 * Deletes restored live events: they are read by transaction number, and a database restored on another server may
 * contain numbers above its future ones. Nobody waits for them any more.
 */
async function forgetRestoredEvents(db: Kysely<never>): Promise<void> {
  await db.transaction().execute(async trx => {
    await sql`set local role prosa_staff`.execute(trx)
    await sql`delete from events where tx > pg_current_xact_id()`.execute(trx)
  })
}

/** Creates BullMQ's tables, which prosa_staff uses; `create` because it adds a sequence for each queue. */
async function migrateQueue(pool: pg.Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await runQueueMigrations(client)
    await client.query(`
      grant usage, create on schema bullmq to prosa_staff;
      grant select, insert, update, delete on all tables in schema bullmq to prosa_staff;
      grant usage, select on all sequences in schema bullmq to prosa_staff;
      grant execute on all functions in schema bullmq to prosa_staff`)
  } finally {
    client.release()
  }
}
