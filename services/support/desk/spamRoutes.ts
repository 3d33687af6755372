import type {} from '../../account/auth/plugin.ts'
import type { Trx } from '../../core/db.ts'
import { AppError } from '../../core/errors.ts'
import type { App } from '../../core/http.ts'
import { IdParams } from '../../core/schema.ts'
import { type AuditActor, auditActor } from '../../platform/audit/queries.ts'
import { announceDesk } from '../tickets/live.ts'
import { holdTicket } from '../tickets/messages.ts'
import { readRules } from '../tickets/settings.ts'
import { markSpam, unmarkSpam } from '../tickets/spam.ts'
import { agentOf, auditTicket, refuseMerged } from './change.ts'
import { companyOf, findDeskTicket } from './detail.ts'
import { deskTexts } from './rules.ts'
import { DeskTicket, SpamMark } from './schema.ts'

const access = { access: 'staff' as const }
const path = '/api/admin/tickets/:id/spam'

async function setSpam(trx: Trx, id: string, mark: { block: boolean } | null, actor: AuditActor): Promise<void> {
  const companyId = await companyOf(trx, id)
  const ticket = await holdTicket(trx, companyId, id)
  refuseMerged(ticket)
  const { rules } = await readRules(trx)
  if (mark && (ticket.placed || ticket.source !== 'mail')) throw new AppError('conflict', deskTexts.notSpam)
  const changed = mark
    ? await markSpam(trx, companyId, rules, id, mark.block, agentOf(actor))
    : await unmarkSpam(trx, companyId, rules, id, agentOf(actor))
  if (!changed) return
  await auditTicket(trx, actor, mark ? 'ticket.spam' : 'ticket.not_spam', ticket)
  await announceDesk(trx, id)
}

/** 'É spam' and 'Bloquear remetente', and both taken back. */
export function register(app: App): void {
  const { db } = app

  app.post(
    path,
    {
      config: access,
      schema: {
        summary: 'Take it out of all queues as spam, without a word to its sender; 409 for a ticket of a company',
        params: IdParams,
        body: SpamMark,
        response: { 200: DeskTicket }
      }
    },
    request =>
      db.everyCompany(async trx => {
        await setSpam(trx, request.params.id, request.body, auditActor(request))
        return findDeskTicket(trx, request.params.id, request.actor.userId)
      })
  )

  app.delete(
    path,
    {
      config: access,
      schema: {
        summary: 'It is no spam: it stands where it stood, and its sender is heard again',
        params: IdParams,
        response: { 200: DeskTicket }
      }
    },
    request =>
      db.everyCompany(async trx => {
        await setSpam(trx, request.params.id, null, auditActor(request))
        return findDeskTicket(trx, request.params.id, request.actor.userId)
      })
  )
}
