import type { FastifyRequest } from 'fastify'
import { addActivity } from '../../account/activities/queries.ts'
import { authorOf } from '../../account/auth/viewer.ts'
import type { Trx } from '../../core/db.ts'
import type { Author } from '../../core/viewer.ts'
import { type AuditActor, audit, auditActor } from '../../platform/audit/queries.ts'
import { ticketTexts } from './rules.ts'
import type {} from './tables.ts'

/**
 * Records that somebody of the company opened a ticket. All of the company read activities, and not all may read
 * tickets, so the number is all that is said.
 */
export const noteOpening = (trx: Trx, companyId: string, ticketId: string, request: FastifyRequest): Promise<void> =>
  recordOpening(trx, companyId, ticketId, authorOf(request), auditActor(request))

/** The same, where it is not a route of tickets that opens one. */
export async function recordOpening(
  trx: Trx,
  companyId: string,
  ticketId: string,
  author: Author,
  actor: AuditActor
): Promise<void> {
  const { number } = await trx
    .selectFrom('tickets')
    .select('number')
    .where('company_id', '=', companyId)
    .where('id', '=', ticketId)
    .executeTakeFirstOrThrow()
  const name = ticketTexts.number(number)
  const { id: actorId, name: actorName } = author
  await addActivity(trx, {
    companyId,
    type: 'message',
    description: `Chamado ${name} aberto por ${actorName}`,
    data: { ticketId, actorId, actorName }
  })
  await audit(trx, {
    ...actor,
    companyId,
    action: 'ticket.opened',
    object: { type: 'ticket', id: ticketId, name }
  })
}
