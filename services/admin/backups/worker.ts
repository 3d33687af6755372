import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Config } from '../../core/config.ts'
import type { Db } from '../../core/db.ts'
import type { Schedule } from '../../core/features.ts'
import { on } from '../../core/handlers.ts'
import { deleteWhere, inPortions, past } from '../../core/tidy.ts'
import { dayAt, momentOf, wallAt } from '../../core/zones/rules.ts'
import { makeApart } from './apart.ts'
import { failureText } from './failure.ts'
import { backupRequested } from './jobs.ts'
import { keepErasuresBeside, noteFailure } from './make.ts'
import { reconcile } from './reconcile.ts'
import { backupHour, backupZone } from './rules.ts'
import type {} from './tables.ts'

type Context = { db: Db; config: Config; log: Logger }

/** Makes one, and notes for staff why none came of it. */
async function makeNoted({ db, config, log }: Context): Promise<void> {
  try {
    const { bytes } = await makeApart(config)
    log.info({ bytes }, 'backup made')
  } catch (error) {
    log.error({ err: error }, 'backup not made')
    await noteFailure(db, config.backups.folder, failureText(error, config.backups.folder))
  }
}

/** Not retried: a full disk is as full in a second, and staff read why. */
export const handlers = [on(backupRequested, (_data, context) => makeNoted(context))]

/** The last moment at which the nightly backup was due. */
export function lastDue(now: number): number {
  const wall = wallAt(now, backupZone)
  const at = (days: number) => momentOf(Date.parse(`${dayAt(now, backupZone, days)}T0${backupHour}:00:00Z`), backupZone)
  return new Date(wall).getUTCHours() >= backupHour ? at(0) : at(-1)
}

/**
 * True where the installation is older than the last night, has no backup since, and the last attempt is an hour old:
 * one that was off at night makes it in the morning, and a new one waits for its first night.
 */
export async function isDue(db: Db, now = Date.now()): Promise<boolean> {
  const due = new Date(lastDue(now)).toISOString()
  const { rows } = await db.everyCompany(trx =>
    sql<{ due: boolean }>`
      select (select min(timestamp::timestamptz) from kysely_migration) < ${due}
        and not exists (select from backups where started_at between ${due} and now() + interval '1 day'
          and checked_at is not null)
        and not exists (select from backups where started_at > now() - interval '1 hour' and error is not null) as due`.execute(
      trx
    )
  )
  return rows[0]?.due === true
}

/** Milliseconds for which a worker that has just started has other things to do. */
const quiet = 5 * 60_000

export async function makeNightly(context: Context): Promise<void> {
  if (context.config.backups.keepDays === 0 || performance.now() < quiet) return
  if (await isDue(context.db)) await makeNoted(context)
}

export const schedules: readonly Schedule[] = [
  { name: 'backup', label: 'Fazer o backup da noite, se falta', every: 15 * 60_000, run: makeNightly },
  {
    name: 'backup-files',
    label: 'Conferir a pasta dos backups',
    every: 3600_000,
    run: async ({ db, config }) => {
      await keepErasuresBeside(db, config.backups.folder)
      await reconcile(db, config.backups)
    }
  }
]

export const tidy = {
  backups: inPortions(deleteWhere('backups', sql`file is null and started_at < ${past(30)}`))
}
