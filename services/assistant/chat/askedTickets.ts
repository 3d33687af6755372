import { sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import { AppError } from '../../core/errors.ts'
import type { AuditActor } from '../../platform/audit/queries.ts'
import { type ContactSubject, subjectLabels } from '../../support/contact/rules.ts'
import { addSystemMessage, type Requester } from '../../support/tickets/messages.ts'
import { recordOpening } from '../../support/tickets/opened.ts'
import { isOpen, ticketLimits } from '../../support/tickets/rules.ts'
import type { TicketRules } from '../../support/tickets/schema.ts'
import type {} from '../../support/tickets/tables.ts'
import { openTicket } from '../../support/tickets/write.ts'
import { chatTexts } from './rules.ts'
import type {} from './tables.ts'

/** The person who asks for somebody of the team. */
export type Asking = {
  requester: Requester
  /** Null for a person without a company, as a visitor: the ticket then has no company either. */
  companyId: string | null
  /** A visitor's contact, kept as a lead of the provider's own company. */
  leadId?: string | null
  phone?: string | null
  /** Present for a signed-in person. */
  actor?: AuditActor
}

/** Messages of a conversation that a ticket takes over, the latest. */
const maxTaken = 500

const oneLine = (text: string): string =>
  text.replace(/\s+/g, ' ').trim().slice(0, ticketLimits.subject).toWellFormed().trim()

/**
 * Opens a ticket with what was said in a conversation, for a person of the team to go on with; false where one is open
 * already. After one that is over it is another that is linked with it, with what was said since.
 */
export async function askForPerson(
  trx: Trx,
  sessionId: string,
  { requester, companyId, leadId = null, phone = null, actor }: Asking,
  { rules, assistantName }: { rules: TicketRules; assistantName: string }
): Promise<boolean> {
  const session = await trx
    .selectFrom('chat_sessions')
    .select('ticket_id')
    .where('id', '=', sessionId)
    .forUpdate()
    .executeTakeFirst()
  if (!session) throw new AppError('notFound', chatTexts.notFound)
  const place = companyId ?? (await ownCompany(trx))
  // A conversation that was tidied away begins again under the same name, which its old ticket still has.
  const before = await trx
    .selectFrom('tickets')
    .select(['id', 'company_id', 'status', 'created_at'])
    .where(({ eb, and, or }) =>
      session.ticket_id === null
        ? and([eb('company_id', '=', place), eb('origin_id', '=', sessionId)])
        : or([eb('id', '=', session.ticket_id)])
    )
    .executeTakeFirst()
  if (before && session.ticket_id !== null && isOpen(before.status)) return false
  const since = before?.created_at ?? '-infinity'
  const first = await trx
    .selectFrom('chat_messages')
    .select('message')
    .where('session_id', '=', sessionId)
    .where('asked_at', '>', since)
    .orderBy('asked_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  const wish = [chatTexts.person.wish, ...(phone ? [`Telefone: ${phone}`] : [])].join(' ')
  const opening = {
    subject: oneLine(`${chatTexts.person.subject}: ${first?.message ?? ''}`).replace(/:$/, ''),
    text: wish,
    category: 'question' as const,
    source: 'assistant' as const,
    leadId,
    placed: companyId !== null,
    ...(before ? before.company_id === place && { previousId: before.id } : { originId: sessionId })
  }
  const { ticketId } = await openTicket(trx, place, rules, opening, requester)
  await takeOver(trx, place, ticketId, { sessionId, since, requester, assistantName })
  await trx
    .updateTable('chat_sessions')
    .set({ ticket_id: ticketId, ...(leadId !== null && { lead_id: leadId }) })
    .where('id', '=', sessionId)
    .execute()
  if (actor && companyId !== null) await recordOpening(trx, companyId, ticketId, requester, actor)
  return true
}

async function ownCompany(trx: Trx): Promise<string> {
  const own = await trx.selectFrom('companies').select('id').where('own', '=', true).executeTakeFirst()
  if (!own) throw new AppError('unavailable', 'O atendimento não está disponível no momento. Tente mais tarde.')
  return own.id
}

type Talk = { sessionId: string; since: string; requester: Requester; assistantName: string }

/** Copies the messages of the conversation into the ticket, with their authors and times. */
async function takeOver(
  trx: Trx,
  companyId: string,
  ticketId: string,
  { sessionId, since, requester: { id, name }, assistantName }: Talk
): Promise<void> {
  await sql`
    insert into ticket_messages (company_id, ticket_id, side, author_id, author_name, text, source, created_at, delivered_at)
    select ${companyId}, ${ticketId}, said.side, case when said.side = 'client' then ${id} end,
      case when said.side = 'client' then ${name} else ${assistantName} end, said.text, 'assistant', said.at, said.at
    from (select * from chat_messages where session_id = ${sessionId} and asked_at > ${since}::timestamptz
      order by asked_at desc, id desc limit ${maxTaken}) as m
    cross join lateral (values ('client', m.message, m.asked_at, 1),
      ('system', m.response, coalesce(m.settled_at, m.asked_at), 2)) as said (side, text, at, place)
    where said.text is not null
    order by said.at, m.id, said.place`.execute(trx)
}

/** Opens the ticket of a message that a client wrote to the team without the assistant, under a protocol. */
export async function openRequest(
  trx: Trx,
  companyId: string,
  rules: TicketRules,
  { subject, message, protocol }: { subject: ContactSubject; message: string; protocol: string },
  requester: Requester,
  { actor, productName }: { actor: AuditActor; productName: string }
): Promise<void> {
  const isPrivacy = subject === 'privacy'
  const opening = {
    subject: oneLine(`${subjectLabels[subject]}: ${message}`),
    text: message,
    category: isPrivacy ? ('privacy' as const) : ('question' as const),
    source: isPrivacy ? ('privacy' as const) : ('contact' as const)
  }
  const { ticketId } = await openTicket(trx, companyId, rules, opening, requester)
  await addSystemMessage(trx, companyId, ticketId, `Protocolo ${protocol}. ${chatTexts.person.member}`, productName)
  await recordOpening(trx, companyId, ticketId, requester, actor)
}
