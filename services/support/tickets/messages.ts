import { type Selectable, sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import { AppError, invalid } from '../../core/errors.ts'
import { announce } from '../../core/events.ts'
import { publish } from '../../core/jobs.ts'
import type { SenderProof } from '../../core/rules.ts'
import type { Tables } from '../../core/tables.ts'
import { unstorable } from '../../core/text.ts'
import { type TicketCause, ticketMoved } from './jobs.ts'
import { type TicketChangeKind, type TicketSource, ticketTexts } from './rules.ts'
import type {} from './tables.ts'

export type TicketRecord = Selectable<Tables['tickets']>

/** The acting person of a company; `userId` chose the files that go with it. */
export type Requester = { id: string | null; name: string; email: string | null; userId: string | null }

/** The mail that a message came in. */
export type MailSource = {
  /** Without brackets; of a mail that shares its own with another one, the name of its row. */
  messageId: string
  inboundId: string
  /** The text that is folded away, such as quotations. */
  quoted?: string
  /** Sentences about what did not come with it, such as a file that was blocked. */
  notices?: readonly string[]
  /** Another mail with its Message-ID came before, with other words. */
  maybeRepeated?: boolean
  /** A program may have written it: it changes no state and notifies nobody. */
  looksAutomatic?: boolean
  senderProof?: SenderProof | null
  /** When it was accepted. */
  receivedAt?: string
  /** Further addresses that it went to, and those that were copied in. */
  to?: readonly string[]
  cc?: readonly string[]
  /** The author is of no company, and was copied into the conversation. */
  participant?: boolean
}

/** Trimmed; throws 400 for characters that cannot be stored. */
export function cleaned(field: string, text: string): string {
  if (unstorable(text)) throw invalid({ [field]: ticketTexts.characters })
  return text.trim()
}

type Said = { text: string; source: TicketSource; key: string | null; mail: MailSource | undefined }

/** The facts about a mail that the thread shows. */
const dataOf = ({ quoted, notices = [], maybeRepeated, to = [], cc = [], participant }: MailSource) => ({
  ...(quoted && { quoted }),
  ...(notices.length > 0 && { notices }),
  ...(maybeRepeated && { maybeRepeated }),
  ...(to.length > 0 && { to }),
  ...(cc.length > 0 && { cc }),
  ...(participant && { participant })
})

/** Stores what somebody of the company wrote, which staff see at once. */
export async function addMessage(
  trx: Trx,
  companyId: string,
  ticketId: string,
  { text, source, key, mail }: Said,
  { id, name }: Requester
): Promise<string> {
  const row = await trx
    .insertInto('ticket_messages')
    .values({
      company_id: companyId,
      ticket_id: ticketId,
      side: 'client',
      author_id: id,
      author_name: name,
      text,
      source,
      client_key: key,
      mail_id: mail?.messageId ?? null,
      inbound_mail_id: mail?.inboundId ?? null,
      ...(mail && { data: JSON.stringify(dataOf(mail)) }),
      looks_automatic: mail?.looksAutomatic ?? false,
      sender_proof: mail?.senderProof ?? null,
      ...(mail?.receivedAt && { created_at: mail.receivedAt }),
      delivered_at: sql<string>`now()`
    } as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Stores a program's message to both sides; it is no answer, and is not mailed. */
export async function addSystemMessage(
  trx: Trx,
  companyId: string,
  ticketId: string,
  text: string,
  name: string
): Promise<void> {
  await trx
    .insertInto('ticket_messages')
    .values({
      company_id: companyId,
      ticket_id: ticketId,
      side: 'system',
      author_name: name,
      text,
      delivered_at: sql<string>`now()`
    } as never)
    .execute()
}

/** A change that both sides see between the messages. */
export async function addChange(
  trx: Trx,
  companyId: string,
  ticketId: string,
  change: TicketChangeKind,
  from: string | null,
  to: string | null,
  author: { id: string | null; name: string },
  by?: 'answer'
): Promise<void> {
  await trx
    .insertInto('ticket_messages')
    .values({
      company_id: companyId,
      ticket_id: ticketId,
      kind: 'change',
      side: 'system',
      author_id: author.id,
      author_name: author.name,
      data: JSON.stringify({ change, from, to, by }),
      delivered_at: sql<string>`now()`
    } as never)
    .execute()
}

export const announceTicket = (trx: Trx, companyId: string, ticketId: string): Promise<void> =>
  announce(trx, { companyId, kind: 'ticket-changed', data: { ticketId } })

/** Announces it to the company's browsers now, and staff by a job: a company's connection cannot write to them. */
export async function publishMove(trx: Trx, companyId: string, ticketId: string, cause: TicketCause): Promise<void> {
  await announceTicket(trx, companyId, ticketId)
  await publish(trx, ticketMoved, { companyId, ticketId, cause })
}

/** Locks a ticket until the transaction ends. Throws 404 where the caller sees none. */
export async function holdTicket(trx: Trx, companyId: string, id: string): Promise<TicketRecord> {
  const row = await trx
    .selectFrom('tickets')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('notFound', ticketTexts.notFound)
  return row
}

/** The ticket that it became a part of, if it did. */
export async function holdMerged(trx: Trx, companyId: string, id: string): Promise<TicketRecord> {
  let ticket = await holdTicket(trx, companyId, id)
  // A merge goes into one that is not merged itself; later merges can make a short chain.
  for (let n = 0; ticket.merged_into !== null && n < 20; n++)
    ticket = await holdTicket(trx, companyId, ticket.merged_into)
  return ticket
}
