import { sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import { AppError, invalid } from '../../core/errors.ts'
import { publish } from '../../core/jobs.ts'
import { takeLocks } from '../../core/locks.ts'
import { type AuditActor, audit } from '../../platform/audit/queries.ts'
import { hasBusiness } from '../tickets/clock.ts'
import { rulesChanged } from '../tickets/jobs.ts'
import type { TicketRules } from '../tickets/schema.ts'
import { readRules } from '../tickets/settings.ts'
import { deskTexts } from './rules.ts'

/**
 * Changes the rules of the clocks; open tickets get new deadlines by a job. Throws 409 where they were changed since.
 */
export async function changeRules(
  trx: Trx,
  rules: TicketRules,
  version: number,
  actor: AuditActor
): Promise<{ rules: TicketRules; version: number }> {
  if (!hasBusiness(rules.hours)) throw invalid({ hours: 'O fim do expediente precisa vir depois do começo.' })
  for (const [plan, priorities] of Object.entries(rules.targets))
    if (Object.values(priorities).some(({ answer, solution }) => answer > solution))
      throw invalid({ targets: `No plano ${plan}, a primeira resposta não pode ter mais tempo que a solução.` })
  await takeLocks(trx, null, 'ticket rules')
  const before = await readRules(trx)
  if (before.version !== version) throw new AppError('conflict', deskTexts.stale, { code: 'STALE' })
  const values = { rules: JSON.stringify(rules), version: version + 1 }
  await trx
    .insertInto('ticket_rules')
    .values(values)
    .onConflict(conflict => conflict.column('one').doUpdateSet({ ...values, updated_at: sql<string>`now()` }))
    .execute()
  await audit(trx, {
    ...actor,
    companyId: null,
    action: 'ticket.rules_changed',
    object: { type: 'settings', id: 'tickets' }
  })
  await publish(trx, rulesChanged, { version: version + 1 })
  return readRules(trx)
}
