import { runMigrations as runQueueMigrations } from 'bullmq'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import pg from 'pg'
import { type Config, rolePassword } from '../services/core/config.ts'

const steps: Record<string, () => Promise<Migration>> = {
  '0001-core': () => import('./steps/0001-core.ts'),
  '0002-companies': () => import('./steps/0002-companies.ts'),
  '0003-auth': () => import('./steps/0003-auth.ts'),
  '0004-forms': () => import('./steps/0004-forms.ts'),
  '0005-leads': () => import('./steps/0005-leads.ts'),
  '0006-lead-search': () => import('./steps/0006-lead-search.ts'),
  '0007-activities': () => import('./steps/0007-activities.ts'),
  '0008-email': () => import('./steps/0008-email.ts'),
  '0009-people': () => import('./steps/0009-people.ts'),
  '0010-accounts': () => import('./steps/0010-accounts.ts'),
  '0011-team': () => import('./steps/0011-team.ts'),
  '0012-admin': () => import('./steps/0012-admin.ts'),
  '0013-lead-limits': () => import('./steps/0013-lead-limits.ts'),
  '0014-own-company': () => import('./steps/0014-own-company.ts'),
  '0015-lia': () => import('./steps/0015-lia.ts'),
  '0016-lead-work': () => import('./steps/0016-lead-work.ts'),
  '0017-hand-over': () => import('./steps/0017-hand-over.ts'),
  '0018-form-editor': () => import('./steps/0018-form-editor.ts'),
  '0019-dashboard': () => import('./steps/0019-dashboard.ts'),
  '0021-lead-page': () => import('./steps/0021-lead-page.ts'),
  '0022-imports': () => import('./steps/0022-imports.ts'),
  '0023-notifications': () => import('./steps/0023-notifications.ts'),
  '0024-scores': () => import('./steps/0024-scores.ts'),
  '0025-distribution': () => import('./steps/0025-distribution.ts'),
  '0026-privacy': () => import('./steps/0026-privacy.ts'),
  '0027-lia-actions': () => import('./steps/0027-lia-actions.ts'),
  '0028-growth': () => import('./steps/0028-growth.ts'),
  '0029-upkeep': () => import('./steps/0029-upkeep.ts'),
  '0031-phone-search': () => import('./steps/0031-phone-search.ts'),
  '0032-answers': () => import('./steps/0032-answers.ts'),
  '0033-kept-consents': () => import('./steps/0033-kept-consents.ts'),
  '0034-deleted-views': () => import('./steps/0034-deleted-views.ts'),
  '0035-lookups': () => import('./steps/0035-lookups.ts'),
  '0036-deleted-tasks': () => import('./steps/0036-deleted-tasks.ts'),
  '0037-dashboard-figures': () => import('./steps/0037-dashboard-figures.ts'),
  '0038-moving-periods': () => import('./steps/0038-moving-periods.ts'),
  '0039-capture': () => import('./steps/0039-capture.ts'),
  '0040-upkeep': () => import('./steps/0040-upkeep.ts'),
  '0042-mail-recipients': () => import('./steps/0042-mail-recipients.ts'),
  '0043-import-consent': () => import('./steps/0043-import-consent.ts')
}

/** The application must not run on a database that a newer version has migrated. */
export class NewerDatabaseError extends Error {}

/**
 * Brings the database to this version: application roles, tables, and the queue's own tables where BullMQ lives in
 * PostgreSQL. Safe to run at every start and by several processes at once. Returns the names of the steps it applied.
 */
export async function migrate(config: Config): Promise<string[]> {
  const pool = new pg.Pool({ connectionString: config.database.owner, max: 2, connectionTimeoutMillis: 10_000 })
  const db = new Kysely<never>({ dialect: new PostgresDialect({ pool }) })
  try {
    if (!config.database.rolesGiven) await untilAlone(() => createRoles(db, config.secret))
    const migrations = Object.fromEntries(
      await Promise.all(Object.entries(steps).map(async ([name, load]) => [name, await load()] as const))
    )
    const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
    await refuseNewer(db)
    const { error, results } = await migrator.migrateToLatest()
    if (error) throw error
    await migrateQueue(pool)
    await forgetRestoredEvents(db)
    return (results ?? []).filter(result => result.status === 'Success').map(result => result.migrationName)
  } finally {
    await db.destroy()
  }
}

async function refuseNewer(db: Kysely<never>): Promise<void> {
  const exists = await sql<{
    found: boolean
  }>`select to_regclass('public.kysely_migration') is not null as found`.execute(db)
  if (!exists.rows[0]?.found) return
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  const unknown = rows.map(row => row.name).filter(name => !(name in steps))
  if (unknown.length > 0)
    throw new NewerDatabaseError(`The database holds steps of a newer version (${unknown.join(', ')})`)
}

/** Databases of one server share its roles, and no lock of one is seen in another: who comes second tries again. */
async function untilAlone(work: () => Promise<void>, attempts = 20): Promise<void> {
  try {
    await work()
  } catch (error) {
    const raced =
      error instanceof Error && /tuple concurrently updated|already exists|duplicate key/.test(error.message)
    if (!raced || attempts === 0) throw error
    await new Promise(resolve => setTimeout(resolve, 50 * Math.random()))
    await untilAlone(work, attempts - 1)
  }
}

/** Roles belong to the server, so another database of it may have made them; their passwords follow SECRET_KEY. */
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
 * Live events are read in the order of their transactions. In a database restored on another server those of the backup
 * may be numbered above what is yet to come, and nobody waits for them any more.
 */
async function forgetRestoredEvents(db: Kysely<never>): Promise<void> {
  await db.transaction().execute(async trx => {
    await sql`set local role prosa_staff`.execute(trx)
    await sql`delete from events where tx > pg_current_xact_id()`.execute(trx)
  })
}

/** BullMQ's tables, which prosa_staff uses; it makes a sequence for each queue, hence `create`. */
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
