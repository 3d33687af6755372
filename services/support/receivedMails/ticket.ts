import type { Config } from '../../core/config.ts'
import type { Db } from '../../core/db.ts'
import { AppError } from '../../core/errors.ts'
import type { InboundMail } from '../../core/mail.ts'
import { type AuditActor, audit } from '../../platform/audit/queries.ts'
import { announceMails } from '../../platform/inboundMail/handling.ts'
import { openMail } from '../../platform/inboundMail/open.ts'
import { readerOf } from '../../platform/inboundMail/reading.ts'
import { rawMail } from '../../platform/inboundMail/store.ts'
import { ownCompanyId } from '../contact/queries.ts'
import { keepContents } from '../tickets/mailContents.ts'
import { findSenders } from '../tickets/mailSenders.ts'
import { freeMailId, openMailTicket, requesterIn, sourceOf } from '../tickets/mailWrite.ts'
import { findReceivedMail, holdReceivedMail, receivedMailTexts } from './queries.ts'

/**
 * Makes a ticket of a mail, and returns its id; that of the ticket that shows the mail where there is one. It is a
 * company's where the sender is proved to be one of its people, else staff place it. Throws 404 where there is no such
 * mail, 409 where it is no longer stored as it came.
 */
export async function ticketOfMail(parts: { db: Db; config: Config }, id: string, actor: AuditActor): Promise<string> {
  const { db, config } = parts
  const [row, before] = [await rawMail(db, id), await db.everyCompany(trx => findReceivedMail(trx, id))]
  if (before.ticketId !== null) return before.ticketId
  if (!row?.raw) throw new AppError('conflict', receivedMailTexts.gone)
  const envelope = { from: row.envelope_from, recipients: row.recipients }
  const opened = await openMail(readerOf(config), row.raw, envelope)
  const eml = { name: 'original.eml', type: 'message/rfc822', content: new Uint8Array(row.raw), inline: false }
  const mail: InboundMail = {
    ...opened,
    // A mail that cannot be read goes along as a whole.
    files: opened.readable ? opened.files : [eml],
    id,
    kind: before.kind ?? 'ordinary',
    looksAutomatic: false,
    receivedAt: row.received_at,
    recipients: [],
    messageId: null,
    contentHash: null,
    senderProof: before.senderProof ?? 'none',
    references: [],
    forwarded: null,
    calendars: [],
    report: null
  }
  const [sender] =
    before.senderProof === 'confirmed' && mail.from
      ? await db.everyCompany(trx => findSenders(trx, mail.from?.address ?? '', null))
      : []
  const companyId = sender?.companyId ?? (await ownCompanyId(db))
  if (companyId === undefined) throw new AppError('conflict', 'A instalação ainda não tem uma empresa própria.')
  const kept = await keepContents(parts, companyId, mail)
  return db.everyCompany(async trx => {
    const { ticketId: meanwhile } = await holdReceivedMail(trx, id)
    if (meanwhile !== null) return meanwhile
    const opening = { subject: mail.subject, kept, source: sourceOf(config, mail, await freeMailId(trx, mail), kept) }
    const requester = sender ?? requesterIn(mail)
    const ticketId = await openMailTicket(trx, companyId, opening, requester, { placed: sender !== undefined })
    await trx
      .updateTable('inbound_mails')
      .set({
        state: 'handled',
        handled_by: 'tickets',
        outcome: 'ticket',
        handled_at: new Date(),
        decided_at: new Date()
      })
      .where('id', '=', id)
      .execute()
    await audit(trx, {
      ...actor,
      companyId: null,
      action: 'inbound_mail.ticket_opened',
      object: { type: 'inbound_mail', id, name: before.from?.address ?? null }
    })
    await announceMails(trx)
    return ticketId
  })
}
