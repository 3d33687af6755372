import { sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import { AppError } from '../../core/errors.ts'
import { announceMails } from '../../platform/inboundMail/handling.ts'
import { isStaff } from './mailSenders.ts'
import { holdTicket } from './messages.ts'
import type { TicketRules } from './schema.ts'
import { setStatus } from './states.ts'
import type {} from './tables.ts'

type Author = { id: string; name: string }

export const spamTexts = {
  unknown: 'O remetente deste e-mail não é conhecido.',
  ofStaff: 'Este endereço é de alguém da equipe.'
} as const

/** Whether staff want to hear no more from an address. */
export async function isBlocked(trx: Trx, address: string): Promise<boolean> {
  const row = await trx
    .selectFrom('blocked_senders')
    .select('address')
    .where('address', '=', address.toLowerCase())
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Keeps what an address sends in the list of received mails, decided on, instead of making tickets of it. People of a
 * company whose sender is proved are heard all the same. Throws 409 for an address of staff.
 */
export async function blockSender(trx: Trx, address: string, author: Author): Promise<void> {
  const sender = address.toLowerCase()
  if (await isStaff(trx, sender)) throw new AppError('conflict', spamTexts.ofStaff)
  await trx
    .insertInto('blocked_senders')
    .values({ address: sender, blocked_by: author.name })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

/** Hears an address again. The mails that it sent meanwhile wait in the list of received mails for a decision. */
export async function unblockSender(trx: Trx, address: string): Promise<void> {
  const sender = address.toLowerCase()
  await trx.deleteFrom('blocked_senders').where('address', '=', sender).execute()
  await trx
    .updateTable('inbound_mails')
    .set({ state: 'unclaimed', decided_at: null })
    .where(sql`lower(sender)`, '=', sender)
    .where('outcome', '=', 'blocked')
    .where('raw', 'is not', null)
    .execute()
  await announceMails(trx)
}

/** The sender of the last mail of a ticket, else the address that it is answered at. */
async function senderOf(trx: Trx, companyId: string, ticketId: string): Promise<string | null> {
  const { rows } = await sql<{ sender: string | null }>`
    select coalesce((
      select i.sender from ticket_messages m join inbound_mails i on i.id = m.inbound_mail_id
      where m.company_id = ${companyId} and m.ticket_id = ${ticketId} and m.side = 'client' and i.sender is not null
      order by m.created_at desc limit 1), requester_email) as sender
    from tickets where company_id = ${companyId} and id = ${ticketId}`.execute(trx)
  return rows[0]?.sender ?? null
}

export async function isTicketBlocked(trx: Trx, companyId: string, ticketId: string): Promise<boolean> {
  const sender = await senderOf(trx, companyId, ticketId)
  return sender !== null && isBlocked(trx, sender)
}

/**
 * Takes a ticket of nobody's company out of all queues without a word to its sender; its mails stay in the list of
 * received mails. `notSpam` takes it back. False where it is marked already.
 */
export async function markSpam(
  trx: Trx,
  companyId: string,
  rules: TicketRules,
  ticketId: string,
  block: boolean,
  author: Author
): Promise<boolean> {
  const ticket = await holdTicket(trx, companyId, ticketId)
  if (block) {
    const sender = await senderOf(trx, companyId, ticketId)
    if (sender === null) throw new AppError('conflict', spamTexts.unknown)
    await blockSender(trx, sender, author)
  }
  if (ticket.spam_at !== null) return false
  await setStatus(trx, companyId, rules, ticket, 'closed', author)
  await trx
    .updateTable('tickets')
    .set({ spam_at: sql<string>`now()`, spam_from: ticket.status })
    .where('company_id', '=', companyId)
    .where('id', '=', ticketId)
    .execute()
  await nameMails(trx, companyId, ticketId, true)
  return true
}

/** Takes `markSpam` back, the blocked sender included. False where it is not marked. */
export async function unmarkSpam(
  trx: Trx,
  companyId: string,
  rules: TicketRules,
  ticketId: string,
  author: Author
): Promise<boolean> {
  const ticket = await holdTicket(trx, companyId, ticketId)
  if (ticket.spam_at === null) return false
  const sender = await senderOf(trx, companyId, ticketId)
  if (sender !== null && (await isBlocked(trx, sender))) await unblockSender(trx, sender)
  await setStatus(trx, companyId, rules, ticket, ticket.spam_from ?? 'open', author)
  await trx
    .updateTable('tickets')
    .set({ spam_at: null, spam_from: null })
    .where('company_id', '=', companyId)
    .where('id', '=', ticketId)
    .execute()
  await nameMails(trx, companyId, ticketId, false)
  return true
}

/** The first mail of a ticket opened it, the others answered it. */
async function nameMails(trx: Trx, companyId: string, ticketId: string, spam: boolean): Promise<void> {
  await sql`
    update inbound_mails i set outcome = case when ${spam} then 'spam' when m.place = 1 then 'unplaced' else 'answer' end
    from (select inbound_mail_id, row_number() over (order by created_at, id) as place from ticket_messages
      where company_id = ${companyId} and ticket_id = ${ticketId} and inbound_mail_id is not null) as m
    where i.id = m.inbound_mail_id and i.handled_by = 'tickets'`.execute(trx)
}
