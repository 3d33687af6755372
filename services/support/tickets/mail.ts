import { sql } from 'kysely'
import type { Config } from '../../core/config.ts'
import type { Trx } from '../../core/db.ts'
import { attemptWait } from '../../core/limits.ts'
import type { InboundMail } from '../../core/mail.ts'
import { sendAccountMail } from '../../platform/email/account.ts'
import { sizeText } from '../../platform/files/rules.ts'
import { deskZone } from './clock.ts'
import { fileLink, linkDays, linkFiles } from './fileLinks.ts'
import type { KeptMail } from './mailContents.ts'
import { replyToOf } from './replyTo.ts'
import { openSources, type TicketSource, ticketTexts } from './rules.ts'
import type {} from './tables.ts'

const hostOf = (config: Config): string => new URL(config.publicUrl).hostname

/** The Message-ID of an answer, without brackets; `ticketOf` reads it. */
export const mailIdOf = (config: Config, ticketId: string, messageId: string): string =>
  `ticket.${ticketId}.${messageId}@${hostOf(config)}`

/** The answer that one of our own Message-IDs belongs to. */
export function answerOf(config: Config, mailId: string): { ticketId: string; messageId: string } | undefined {
  const ticketId = ticketOf(config, mailId)
  const [, messageId] = /^ticket\.[0-9a-f]{24}\.([0-9a-f]{24})@/.exec(mailId) ?? []
  return ticketId && messageId ? { ticketId, messageId } : undefined
}

/** The ticket that one of our own Message-IDs belongs to. */
export function ticketOf(config: Config, mailId: string): string | undefined {
  const [, ticketId, host] = /^ticket\.([0-9a-f]{24})\.[0-9a-f]{24}@([^@\s]+)$/.exec(mailId) ?? []
  return host?.toLowerCase() === hostOf(config).toLowerCase() ? ticketId : undefined
}

/** Mails that a mail names as those before it. */
const maxReferences = 20

/**
 * The messages of a ticket as mails: what a client sent by mail has the id that it came with, and every other one an id
 * of its own, whether it was mailed or not; a client never saw the mail in which staff sent an answer.
 */
async function mailsBefore(trx: Trx, config: Config, companyId: string, ticketId: string, messageId: string) {
  const rows = await trx
    .selectFrom('ticket_messages')
    .select(['id', 'mail_id', 'side'])
    .where('company_id', '=', companyId)
    .where('ticket_id', '=', ticketId)
    .where('kind', '=', 'text')
    .where('delivered_at', 'is not', null)
    .where('id', '<>', messageId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxReferences)
    .execute()
  return rows.reverse().map(row => (row.side === 'client' && row.mail_id) || mailIdOf(config, ticketId, row.id))
}

type Recipient = { email: string; mayRead: boolean }

/** A ticket, once a company's, that somebody opened who is of none. A user's address may be of another company. */
export const openedByStranger = (alias: string) => sql<boolean>`
  ${sql.ref(`${alias}.requester_id`)} is null
  and not exists (select from users u where lower(u.email) = lower(${sql.ref(`${alias}.requester_email`)}))`

/**
 * The asking person, while they may be mailed: by the assistant or the contact page anybody asks, who is then answered
 * by mail though they may not read tickets; as is a stranger.
 */
async function recipientOf(
  trx: Trx,
  companyId: string,
  { id, requester_id, source }: { id: string; requester_id: string | null; source: TicketSource }
): Promise<Recipient | undefined> {
  if (requester_id === null) {
    const { rows } = await sql<Recipient>`
      select t.requester_email as email, false as "mayRead" from tickets t
      where t.company_id = ${companyId} and t.id = ${id} and t.requester_email is not null
        and (not t.placed or ${openedByStranger('t')})`.execute(trx)
    return rows[0]
  }
  const { rows } = await sql<Recipient>`
    select e.email, e.role = 'admin' or 'manage_tickets' = any (e.permissions) as "mayRead" from employees e
    where e.company_id = ${companyId} and e.id = ${requester_id} and may_be_mailed(e)`.execute(trx)
  return rows.find(({ mayRead }) => mayRead || openSources.includes(source))
}

type AnsweredFile = { fileId: string; name: string; type: string; size: number }
type Answer = {
  ticketId: string
  messageId: string
  text: string
  author: string
  files: readonly AnsweredFile[]
  /** Further addresses that it goes to. */
  copies: readonly string[]
}

const dayFormat = new Intl.DateTimeFormat('pt-BR', { timeZone: 'America/Sao_Paulo' })

/** Bytes of the files that go with a mail together: many servers refuse larger ones. */
const mailedBytes = 10 * 1024 * 1024

/** The files that go with the mail, in their order, and those that are too much and get a link. */
function splitFiles(files: readonly AnsweredFile[]) {
  const attached: AnsweredFile[] = []
  const linked: AnsweredFile[] = []
  let bytes = 0
  for (const file of files)
    if (bytes + file.size > mailedBytes) linked.push(file)
    else {
      attached.push(file)
      bytes += file.size
    }
  return { attached, linked }
}

/**
 * Mails an answer of staff to the requester, as a part of one conversation by mail. Once, however often it is called.
 */
export async function mailAnswer(
  trx: Trx,
  config: Config,
  companyId: string,
  { ticketId, messageId, text, author, files, copies }: Answer
): Promise<void> {
  const ticket = await trx
    .selectFrom('tickets')
    .select(['id', 'number', 'subject', 'requester_id', 'source'])
    .where('company_id', '=', companyId)
    .where('id', '=', ticketId)
    .executeTakeFirstOrThrow()
  const recipient = await recipientOf(trx, companyId, ticket)
  if (!recipient) return
  const before = await mailsBefore(trx, config, companyId, ticketId, messageId)
  const { attached, linked } = splitFiles(files)
  await linkFiles(
    trx,
    companyId,
    linked.map(({ fileId }) => fileId)
  )
  const until = dayFormat.format(Date.now() + linkDays * 86_400_000)
  const links = linked.map(
    ({ fileId, name, size }) => `${name} (${sizeText(size)}), até ${until}:\n${fileLink(config, fileId)}`
  )
  const replyTo = replyToOf(config, ticketId)
  await sendAccountMail(trx, config, {
    to: recipient.email,
    // The subject of an answer, by which mail programs keep a conversation together.
    subject: `Re: ${ticket.subject} (${ticketTexts.number(ticket.number)})`,
    paragraphs: [...text.split(/\n{2,}/), ...links, author],
    files: attached.map(({ fileId, name, type }) => ({ companyId, fileId, name, type })),
    kind: 'answer',
    copies,
    ...(recipient.mayRead && {
      action: { label: 'Abrir o chamado', url: `${config.publicUrl}/tickets/${ticketId}` }
    }),
    ...(replyTo !== undefined && { note: 'Para responder, basta responder a este e-mail.' }),
    cause: `ticket ${messageId}`,
    thread: {
      messageId: mailIdOf(config, ticketId, messageId),
      references: before,
      ...(replyTo !== undefined && { replyTo })
    }
  })
}

const moment = new Intl.DateTimeFormat('pt-BR', {
  timeZone: deskZone,
  weekday: 'long',
  day: '2-digit',
  month: '2-digit',
  hour: '2-digit',
  minute: '2-digit'
})

/** A moment as in 'sexta, 28/11, às 14:00'. */
export function momentText(at: string): string {
  const part = Object.fromEntries(moment.formatToParts(Date.parse(at)).map(({ type, value }) => [type, value]))
  const weekday = part.weekday?.replace('-feira', '') ?? ''
  return `${weekday}, ${part.day}/${part.month}, às ${part.hour}:${part.minute}`
}

/** Mails to one address, in an hour, about what was not kept of its mails. */
const leftMails = { max: 20, seconds: 3600 }

/** Whether the author of a mail hears what was not kept of it: one whose sender is proved, and no program. */
export async function hearsOfLeft(
  scope: Parameters<typeof attemptWait>[0],
  { from, kind, looksAutomatic, senderProof }: Pick<InboundMail, 'from' | 'kind' | 'looksAutomatic' | 'senderProof'>,
  { notices }: Pick<KeptMail, 'notices'>
): Promise<boolean> {
  if (notices.length === 0 || from === null) return false
  if (senderProof !== 'confirmed' || kind !== 'ordinary' || looksAutomatic) return false
  return (await attemptWait(scope, 'ticket mail left', from.address, leftMails)) === 0
}

type NotKept = { to: string; subject: string; mailId: string; notices: readonly string[]; replyTo: string | undefined }

/** Mails the author of a mail what was not kept of it, where no receipt says so. Once a mail. */
export async function mailNotKept(
  trx: Trx,
  config: Config,
  { to, subject, mailId, notices, replyTo }: NotKept
): Promise<void> {
  await sendAccountMail(trx, config, {
    to,
    subject: `Re: ${subject}`,
    paragraphs: ['Recebemos o seu e-mail, mas não tudo o que veio com ele.', ...notices],
    kind: 'receipt',
    cause: `not kept ${mailId}`,
    thread: { references: [mailId], ...(replyTo !== undefined && { replyTo }) }
  })
}

/**
 * Mails the author of a mail the number of its ticket, the moment by which it is answered, and what was not kept of it.
 * Once a ticket.
 */
export async function mailReceipt(
  trx: Trx,
  config: Config,
  companyId: string,
  { ticketId, to, mailId, notices }: { ticketId: string; to: string; mailId: string; notices: readonly string[] }
): Promise<void> {
  const {
    number,
    subject,
    answer_due_at: due
  } = await trx
    .selectFrom('tickets')
    .select(['number', 'subject', 'answer_due_at'])
    .where('company_id', '=', companyId)
    .where('id', '=', ticketId)
    .executeTakeFirstOrThrow()
  const replyTo = replyToOf(config, ticketId)
  const until = due === null ? '' : ` Respondemos até ${momentText(due)}.`
  await sendAccountMail(trx, config, {
    to,
    subject: `Re: ${subject} (${ticketTexts.number(number)})`,
    paragraphs: [`Recebemos: chamado ${ticketTexts.number(number)}.${until}`, ...notices],
    ...(replyTo !== undefined && { note: 'Para acrescentar algo, basta responder a este e-mail.' }),
    kind: 'receipt',
    cause: `receipt ${ticketId}`,
    thread: {
      messageId: `receipt.${ticketId}@${hostOf(config)}`,
      references: [mailId],
      ...(replyTo !== undefined && { replyTo })
    }
  })
}
