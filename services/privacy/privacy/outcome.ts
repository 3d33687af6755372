import { sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import { AppError } from '../../core/errors.ts'
import type { App } from '../../core/http.ts'
import { contactsTyped, erasureKey } from '../../leads/erased/people.ts'
import type { AuditActor } from '../../platform/audit/queries.ts'
import { sendAccountMail } from '../../platform/email/account.ts'
import type { Certificate } from './certificate.ts'
import { eraseLeads } from './erase.ts'
import { erasedMail } from './mails.ts'
import { findRequest } from './queries.ts'
import { findErasable } from './requests.ts'

export async function companyNamed(trx: Trx, id: string): Promise<{ id: string; name: string }> {
  return trx.selectFrom('companies').select(['id', 'name']).where('id', '=', id).executeTakeFirstOrThrow()
}

/**
 * Carries out an erasure request for the chosen leads. The certificate, the end of the request and the last mail to the
 * person are in the same transaction. Throws 404 and 409 as the request stands, and 409 where something is left.
 */
export async function eraseRequested(
  app: App,
  companyId: string,
  requestId: string,
  leadIds: readonly string[],
  actor: AuditActor
): Promise<Certificate> {
  const request = await app.db.company({ id: companyId, held: true, deleted: true }, async trx => {
    const row = await findErasable(trx, requestId)
    const { leads } = await findRequest(trx, companyId, requestId)
    if (leadIds.some(id => !leads.some(lead => lead.id === id))) throw new AppError('notFound', 'Lead não encontrado')
    return row
  })
  const key = await erasureKey(app.db, app.config)
  const contacts = contactsTyped(request)
  const erasure = { companyId, leadIds, cause: 'request' as const, requestId, contacts, actor }
  const certificate = await eraseLeads(app.db, key, erasure, async (trx, made, addresses) => {
    const { numUpdatedRows = 0n } = await trx
      .updateTable('privacy_requests')
      .set({ status: 'done', answered_at: sql`now()`, answered_by: actor.actorName, certificate: made.number })
      .where('company_id', '=', companyId)
      .where('id', '=', requestId)
      .where('status', '=', 'open')
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new AppError('conflict', 'Este pedido já foi respondido.')
    const to = request.email ?? addresses[0]
    if (!to) return
    // Without a mail server the mail is kept, so it must not hold the address just erased.
    const address = app.config.smtpUrl ? to : ''
    await sendAccountMail(trx, app.config, erasedMail(address, await companyNamed(trx, companyId), made))
  })
  if (!certificate) throw new AppError('notFound', 'Lead não encontrado')
  return certificate
}
