import { sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import { AppError } from '../../core/errors.ts'
import { cut } from '../../core/rules.ts'
import { moveClocks } from './clocks.ts'
import { takeFiles } from './files.ts'
import { announceDesk } from './live.ts'
import {
  addChange,
  addMessage,
  announceTicket,
  cleaned,
  holdMerged,
  type MailSource,
  publishMove,
  type Requester
} from './messages.ts'
import { type TicketCategory, type TicketPriority, type TicketSource, ticketTexts } from './rules.ts'
import type { TicketContext, TicketRules } from './schema.ts'
import { mayReopen, reopen, setStatus, workedOn } from './states.ts'

export type Opening = {
  subject: string
  text: string
  category: TicketCategory
  priority?: TicketPriority
  source: TicketSource
  attachmentIds?: readonly string[]
  leadId?: string | null
  screen?: string | null
  context?: TicketContext
  /** The closed ticket that it goes on with. */
  previousId?: string
  key?: string | null
  mail?: MailSource
  originId?: string | null
  /** False for what a stranger wrote, which waits for staff to place it. */
  placed?: boolean
  /** Screens show it, and nobody is mailed. */
  silent?: boolean
}

export type Written = { ticketId: string; messageId: string; fresh: boolean }

const beginning = (text: string): string => cut(text.replace(/\s+/g, ' ').trim(), 200)

/**
 * Opens a ticket with its first message, starts its clocks and notifies staff. Throws 422 for a key used for another
 * one.
 */
export async function openTicket(
  trx: Trx,
  companyId: string,
  rules: TicketRules,
  opening: Opening,
  requester: Requester
): Promise<Written> {
  const subject = cleaned('subject', opening.subject).replace(/\s+/g, ' ')
  const text = cleaned('description', opening.text)
  const { key = null, originId = null, placed = true, previousId, mail } = opening
  const row = await trx
    .insertInto('tickets')
    .values({
      company_id: companyId,
      placed,
      subject,
      category: opening.category,
      priority: opening.priority ?? 'normal',
      source: opening.source,
      requester_id: requester.id,
      requester_name: requester.name,
      requester_email: requester.email,
      lead_id: opening.leadId ?? null,
      screen: opening.screen ?? null,
      context: JSON.stringify(opening.context ?? {}),
      previous_id: previousId ?? null,
      client_key: key,
      origin_id: originId,
      last_text: beginning(text),
      looks_automatic: mail?.looksAutomatic ?? false,
      ...(mail?.receivedAt && { created_at: mail.receivedAt, last_at: mail.receivedAt })
    } as never)
    .onConflict(conflict => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) return openedBefore(trx, companyId, { key, originId, subject })
  const messageId = await addMessage(
    trx,
    companyId,
    row.id,
    { text, source: opening.source, key: null, mail },
    requester
  )
  await takeFiles(
    trx,
    companyId,
    { ticketId: row.id, messageId, userId: requester.userId },
    opening.attachmentIds ?? []
  )
  if (previousId) await addChange(trx, companyId, previousId, 'continued', null, row.id, requester)
  await moveClocks(trx, companyId, row.id, rules, mail?.receivedAt ? Date.parse(mail.receivedAt) : undefined)
  // A ticket of nobody that a program may have written waits in a queue of its own, and notifies nobody.
  if (opening.silent || (!placed && mail?.looksAutomatic)) await announceQuietly(trx, companyId, row.id)
  else await publishMove(trx, companyId, row.id, 'opened')
  return { ticketId: row.id, messageId, fresh: true }
}

async function openedBefore(
  trx: Trx,
  companyId: string,
  { key, originId, subject }: { key: string | null; originId: string | null; subject: string }
): Promise<Written> {
  const before = await trx
    .selectFrom('tickets')
    .select(['id', 'subject', 'origin_id'])
    .where('company_id', '=', companyId)
    .where(({ eb, or }) => or([eb('client_key', '=', key ?? ''), eb('origin_id', '=', originId ?? '')]))
    .executeTakeFirstOrThrow()
  if (before.subject !== subject && before.origin_id === null)
    throw new AppError('mismatch', 'Este chamado já foi aberto com outro texto. Abra-o de novo.')
  const first = await trx
    .selectFrom('ticket_messages')
    .select('id')
    .where('company_id', '=', companyId)
    .where('ticket_id', '=', before.id)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  return { ticketId: before.id, messageId: first.id, fresh: false }
}

export type Reply = {
  text: string
  source: TicketSource
  attachmentIds?: readonly string[]
  key?: string | null
  mail?: MailSource
  /** Screens show it, and nobody is mailed. */
  silent?: boolean
}

/**
 * Adds what somebody of the company writes. It has a waiting ticket go on, and one that was solved at most fourteen
 * days ago opened again; of an older one it makes another that is linked to it, which is the ticket returned.
 */
export async function addReply(
  trx: Trx,
  companyId: string,
  rules: TicketRules,
  ticketId: string,
  { text: rawText, source, attachmentIds = [], key = null, mail, silent = false }: Reply,
  requester: Requester
): Promise<Written> {
  const text = cleaned('text', rawText)
  const ticket = await holdMerged(trx, companyId, ticketId)
  const before = key === null ? undefined : await findByKey(trx, companyId, ticket.id, key)
  if (before) {
    if (before.side !== 'client' || before.text !== text) throw new AppError('mismatch', ticketTexts.otherText)
    return { ticketId: ticket.id, messageId: before.id, fresh: false }
  }
  const automatic = mail?.looksAutomatic ?? false
  const over = ticket.status === 'resolved' || ticket.status === 'closed'
  if (over && !automatic && !mayReopen(ticket))
    return openTicket(
      trx,
      companyId,
      rules,
      {
        subject: ticket.subject,
        text,
        category: ticket.category,
        priority: ticket.priority,
        source,
        attachmentIds,
        previousId: ticket.id,
        // A ticket that follows one of nobody's company is not anybody's yet either.
        placed: ticket.placed,
        key,
        mail,
        silent
      },
      requester
    )
  const messageId = await addMessage(trx, companyId, ticket.id, { text, source, key, mail }, requester)
  await takeFiles(trx, companyId, { ticketId: ticket.id, messageId, userId: requester.userId }, attachmentIds)
  // A program's words move nothing: a ticket that waits for the client still does.
  if (automatic) {
    await announceQuietly(trx, companyId, ticket.id)
    return { ticketId: ticket.id, messageId, fresh: true }
  }
  await trx
    .updateTable('tickets')
    .set({
      last_at: sql<string>`clock_timestamp()`,
      last_by: 'client',
      last_text: beginning(text),
      looks_automatic: false,
      version: sql<number>`version + 1`
    })
    .where('company_id', '=', companyId)
    .where('id', '=', ticket.id)
    .execute()
  if (over) await reopen(trx, companyId, rules, ticket, requester)
  else if (ticket.status === 'waiting') await setStatus(trx, companyId, rules, ticket, workedOn(ticket), requester)
  else if (ticket.looks_automatic) await moveClocks(trx, companyId, ticket.id, rules)
  if (silent) await announceQuietly(trx, companyId, ticket.id)
  else await publishMove(trx, companyId, ticket.id, ticket.looks_automatic ? 'opened' : 'answered')
  return { ticketId: ticket.id, messageId, fresh: true }
}

/** Refreshes the ticket on the screens of both sides, and mails nobody. */
async function announceQuietly(trx: Trx, companyId: string, ticketId: string): Promise<void> {
  await announceTicket(trx, companyId, ticketId)
  await announceDesk(trx, ticketId)
}

/** The message that was sent with a key. */
export const findByKey = (trx: Trx, companyId: string, ticketId: string, key: string) =>
  trx
    .selectFrom('ticket_messages')
    .select(['id', 'text', 'side', 'author_id'])
    .where('company_id', '=', companyId)
    .where('ticket_id', '=', ticketId)
    .where('client_key', '=', key)
    .executeTakeFirst()
