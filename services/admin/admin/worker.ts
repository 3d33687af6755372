import type { Logger } from 'pino'
import { deleteOldLogs } from '../../account/settings/logs.ts'
import type { Db } from '../../core/db.ts'
import type { Schedule } from '../../core/features.ts'
import { checkIntegrity, checkIsDue } from './integrity.ts'

/** Checks the audit log where the last check is almost a day old. */
export async function checkAudit(db: Db, log: Logger): Promise<void> {
  if (!(await checkIsDue(db))) return
  const { broken, chains, entries } = await checkIntegrity(db)
  if (broken.length > 0) log.error({ broken: broken.length }, 'the audit log is broken')
  else log.info({ chains, entries }, 'the audit log is whole')
}

export const schedules: readonly Schedule[] = [
  { name: 'audit-check', label: 'Conferir a auditoria', every: 3600_000, run: ({ db, log }) => checkAudit(db, log) }
]

export const tidy = { errors: deleteOldLogs('error_log', 'last_at') }
