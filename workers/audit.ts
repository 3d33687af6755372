import type { Logger } from 'pino'
import { checkIntegrity, checkIsDue } from '../services/admin/integrity.ts'
import type { Db } from '../services/core/db.ts'
import { withLease } from './lease.ts'

const hour = 3600_000

/** Checks the audit log where nobody has done so for nearly a day. Of several workers one does, the others pass by. */
export async function checkAudit(db: Db, log: Logger): Promise<void> {
  if (!(await checkIsDue(db))) return
  await withLease(db, 'audit check', 3600, async () => {
    const { broken, chains, entries } = await checkIntegrity(db)
    if (broken.length > 0) log.error({ broken: broken.length }, 'the audit log is broken')
    else log.info({ chains, entries }, 'the audit log is whole')
  })
}

/** Looks every hour whether the check is due; returns the way to stop. */
export function startAuditChecks(db: Db, log: Logger): () => void {
  const timer = setInterval(
    () => void checkAudit(db, log).catch(error => log.warn({ err: error }, 'audit not checked')),
    hour
  )
  return () => clearInterval(timer)
}
