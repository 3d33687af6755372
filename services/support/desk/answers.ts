import { sql } from 'kysely'
import type { Config } from '../../core/config.ts'
import type { Trx } from '../../core/db.ts'
import { AppError, invalid } from '../../core/errors.ts'
import { unstorable } from '../../core/text.ts'
import { unfilledText } from '../../messaging/conversations/replies/rules.ts'
import type { AuditActor } from '../../platform/audit/queries.ts'
import { takeFiles } from '../tickets/files.ts'
import { announceDesk } from '../tickets/live.ts'
import { holdTicket, type MailSource, type TicketRecord } from '../tickets/messages.ts'
import { ticketTexts, undoSeconds } from '../tickets/rules.ts'
import { mailStaff } from '../tickets/staffMail.ts'
import { findByKey } from '../tickets/write.ts'
import { agentOf, auditTicket, refuseMerged, staffName } from './change.ts'
import { companyOf, listDeskMessages } from './detail.ts'
import { deskTexts } from './rules.ts'
import type { DeskMessage, NewAnswer, NewDeskNote } from './schema.ts'

/** Messages of others after the one that an author has seen. */
type Newer = { newer: DeskMessage[] }

/**
 * Writes an answer, which the asking person gets in a moment unless it is taken back. A ticket that nobody is
 * responsible for becomes the author's. Where somebody else wrote after `after`, nothing is stored and that is
 * returned. An answer that comes again with its `key` is the one that was stored; throws 422 where its text is another.
 */
export async function answerTicket(
  trx: Trx,
  id: string,
  {
    text: rawText,
    attachmentIds = [],
    after,
    status = 'waiting',
    cc = [],
    key = null
  }: NewAnswer & { key?: string | null },
  actor: AuditActor
): Promise<{ messageId: string } | Newer> {
  const companyId = await companyOf(trx, id)
  const ticket = await holdTicket(trx, companyId, id)
  refuseMerged(ticket)
  const agent = agentOf(actor)
  const before = key === null ? undefined : await findByKey(trx, companyId, id, key)
  if (before) {
    if (before.author_id !== agent.id || before.text !== rawText.trim())
      throw new AppError('mismatch', ticketTexts.otherText)
    return { messageId: before.id }
  }
  const newer = after === undefined ? [] : await writtenAfter(trx, companyId, id, after, agent.id)
  if (newer.length > 0) return { newer }
  const messageId = await writeAnswer(trx, ticket, { text: rawText, status, cc, key }, actor)
  await takeFiles(trx, companyId, { ticketId: id, messageId, userId: agent.id }, attachmentIds)
  await auditTicket(trx, actor, 'ticket.answered', ticket)
  await announceDesk(trx, id)
  return { messageId }
}

/** Stores an answer in a ticket that is locked. Throws 400 for one with variables that nobody filled in. */
export async function writeAnswer(
  trx: Trx,
  ticket: TicketRecord,
  {
    text: rawText,
    status,
    cc = [],
    key = null,
    mail
  }: {
    text: string
    status: NonNullable<NewAnswer['status']>
    cc?: readonly string[]
    key?: string | null
    /** The mail that it came in. */
    mail?: Pick<MailSource, 'messageId' | 'inboundId' | 'quoted' | 'notices'>
  },
  actor: AuditActor
): Promise<string> {
  const text = rawText.trim()
  if (unstorable(text)) throw invalid({ text: ticketTexts.characters })
  const problem = unfilledText(text)
  if (problem) throw invalid({ text: problem })
  const agent = agentOf(actor)
  const { id } = await trx
    .insertInto('ticket_messages')
    .values({
      company_id: ticket.company_id,
      ticket_id: ticket.id,
      side: 'staff',
      author_id: agent.id,
      author_name: agent.name,
      text,
      data: JSON.stringify({
        status,
        ...(cc.length > 0 && { cc }),
        ...(mail?.quoted && { quoted: mail.quoted }),
        ...(mail?.notices && mail.notices.length > 0 && { notices: mail.notices })
      }),
      client_key: key,
      ...(mail && {
        source: 'mail',
        mail_id: mail.messageId,
        inbound_mail_id: mail.inboundId,
        sender_proof: 'confirmed'
      }),
      due_at: sql<string>`now() + ${undoSeconds} * interval '1 second'`
    } as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx
    .updateTable('tickets')
    .set({
      ...(ticket.assignee_id === null && { assignee_id: agent.id, assignee_name: agent.name }),
      version: sql<number>`version + 1`
    })
    .where('company_id', '=', ticket.company_id)
    .where('id', '=', ticket.id)
    .execute()
  return id
}

/** Messages of others after the one that was seen, or all of them where none was. */
async function writtenAfter(trx: Trx, companyId: string, ticketId: string, after: string | null, me: string) {
  const messages = (await listDeskMessages(trx, companyId, ticketId, me)).filter(({ kind }) => kind === 'text')
  const seen = after === null ? -1 : messages.findIndex(message => message.id === after)
  if (after !== null && seen === -1) return messages.filter(({ mine }) => !mine).slice(-1)
  return messages.slice(seen + 1).filter(({ mine }) => !mine)
}

/**
 * Takes an answer back and returns its text. Throws 404 for one that is not the author's, 409 for one that was
 * delivered.
 */
export async function withdrawAnswer(trx: Trx, id: string, messageId: string, actor: AuditActor): Promise<string> {
  const companyId = await companyOf(trx, id)
  const ticket = await holdTicket(trx, companyId, id)
  const message = await trx
    .selectFrom('ticket_messages')
    .select(['text', 'delivered_at'])
    .where('company_id', '=', companyId)
    .where('ticket_id', '=', id)
    .where('id', '=', messageId)
    .where('side', '=', 'staff')
    .where('author_id', '=', actor.actorId)
    .forUpdate()
    .executeTakeFirst()
  if (!message) throw new AppError('notFound', 'Resposta não encontrada')
  if (message.delivered_at !== null) throw new AppError('conflict', deskTexts.gone, { code: 'DELIVERED' })
  // Its files wait again, for the answer that is written instead.
  await trx
    .updateTable('ticket_files')
    .set({ ticket_id: null, message_id: null })
    .where('company_id', '=', companyId)
    .where('message_id', '=', messageId)
    .execute()
  await sql`
    update files f set expires_at = now() + interval '1 day' from ticket_files t
    where t.company_id = ${companyId} and t.ticket_id is null and t.user_id = ${actor.actorId}
      and f.company_id = t.company_id and f.id = t.file_id`.execute(trx)
  await trx.deleteFrom('ticket_messages').where('company_id', '=', companyId).where('id', '=', messageId).execute()
  await auditTicket(trx, actor, 'ticket.answer_withdrawn', ticket)
  await announceDesk(trx, id)
  return message.text
}

/**
 * Writes a note that only staff see; people who are mentioned watch the ticket from now on, and get a mail. A note that
 * comes again with its `key` is the one that was stored; throws 422 where its text is another.
 */
export async function writeNote(
  trx: Trx,
  config: Config,
  id: string,
  { text: rawText, mentions = [], key = null }: NewDeskNote & { key?: string | null },
  actor: AuditActor
): Promise<void> {
  const text = rawText.trim()
  if (unstorable(text)) throw invalid({ text: ticketTexts.characters })
  const companyId = await companyOf(trx, id)
  const ticket = await holdTicket(trx, companyId, id)
  refuseMerged(ticket)
  const agent = agentOf(actor)
  const before = key === null ? undefined : await findNoteByKey(trx, companyId, id, key)
  if (before) {
    if (before.author_id !== agent.id || before.text !== text) throw new AppError('mismatch', ticketTexts.otherText)
    return
  }
  for (const userId of mentions) await staffName(trx, userId)
  const note = await trx
    .insertInto('ticket_notes')
    .values({
      company_id: companyId,
      ticket_id: id,
      author_id: agent.id,
      author_name: agent.name,
      text,
      mentions: [...mentions],
      client_key: key
    } as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const userId of mentions) await setWatching(trx, companyId, id, userId, true)
  if (mentions.length > 0)
    await mailStaff(trx, config, companyId, id, {
      text: `${agent.name} mencionou você em uma nota.`,
      cause: `mention ${note.id}`,
      except: agent.id,
      only: mentions
    })
  await auditTicket(trx, actor, 'ticket.noted', ticket)
  await announceDesk(trx, id)
}

export async function setWatching(
  trx: Trx,
  companyId: string,
  ticketId: string,
  userId: string,
  watching: boolean
): Promise<void> {
  if (watching)
    await trx
      .insertInto('ticket_watchers')
      .values({ company_id: companyId, ticket_id: ticketId, user_id: userId })
      .onConflict(conflict => conflict.doNothing())
      .execute()
  else
    await trx
      .deleteFrom('ticket_watchers')
      .where('company_id', '=', companyId)
      .where('ticket_id', '=', ticketId)
      .where('user_id', '=', userId)
      .execute()
}

const findNoteByKey = (trx: Trx, companyId: string, ticketId: string, key: string) =>
  trx
    .selectFrom('ticket_notes')
    .select(['text', 'author_id'])
    .where('company_id', '=', companyId)
    .where('ticket_id', '=', ticketId)
    .where('client_key', '=', key)
    .executeTakeFirst()
