import { sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import { AppError } from '../../core/errors.ts'
import { businessOf, type Clock } from '../tickets/clock.ts'
import { clockRows, readClocks } from '../tickets/clocks.ts'
import { filesOf } from '../tickets/files.ts'
import { findSenders } from '../tickets/mailSenders.ts'
import { toMessage } from '../tickets/queries.ts'
import { ticketTexts } from '../tickets/rules.ts'
import type { TicketLink } from '../tickets/schema.ts'
import { readRules } from '../tickets/settings.ts'
import { isTicketBlocked } from '../tickets/spam.ts'
import { findDeskRow } from './queues.ts'
import type { ClockState, DeskMessage, DeskNote, DeskTicket } from './schema.ts'

/** Messages of a thread, the latest. */
const maxMessages = 1000

const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())

const clockState = ({ state, target, spent, paused, remaining, dueAt, breachedAt }: Clock): ClockState => ({
  state,
  minutes: Math.round(target / 60_000),
  spent,
  paused,
  remaining,
  dueAt: iso(dueAt),
  breachedAt: iso(breachedAt)
})

/** The company that a ticket lies with, as the tables have it. Throws 404 where there is no such ticket. */
export async function companyOf(trx: Trx, id: string): Promise<string> {
  // Ids are unique among all companies, but the key begins with the company.
  const row = await trx.selectFrom('tickets').select('company_id').where('id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('notFound', ticketTexts.notFound)
  return row.company_id
}

/** The one person of a company whose address this is, whom the sender of a mail may be. */
async function likelyOf(trx: Trx, email: string | null): Promise<DeskTicket['likely']> {
  const senders = email === null ? [] : await findSenders(trx, email.toLowerCase(), null)
  const [sender] = senders.length === 1 ? senders : []
  if (!sender?.id) return null
  const { name } = await trx
    .selectFrom('companies')
    .select('name')
    .where('id', '=', sender.companyId)
    .executeTakeFirstOrThrow()
  return { companyId: sender.companyId, companyName: name, requesterId: sender.id, requesterName: sender.name }
}

type Rest = Pick<
  DeskTicket,
  | 'requesterId'
  | 'leadId'
  | 'screen'
  | 'context'
  | 'firstAnswerAt'
  | 'resolvedAt'
  | 'closedAt'
  | 'reopened'
  | 'rating'
  | 'ratingText'
> & { previous_id: string | null; merged_into: string | null; spam_at: string | null }

/** A ticket with everything that staff see of it. Throws 404 where there is none. */
export async function findDeskTicket(trx: Trx, id: string, me: string, now = Date.now()): Promise<DeskTicket> {
  const found = await findDeskRow(trx, id)
  if (!found) throw new AppError('notFound', ticketTexts.notFound)
  const { realCompanyId: companyId, ...row } = found
  const rest: Rest = await trx
    .selectFrom('tickets')
    .select([
      'requester_id as requesterId',
      'lead_id as leadId',
      'screen',
      'context',
      'first_answer_at as firstAnswerAt'
    ])
    .select(['resolved_at as resolvedAt', 'closed_at as closedAt', 'reopened', 'rating', 'rating_text as ratingText'])
    .select(['previous_id', 'merged_into', 'spam_at'])
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { previous_id, merged_into, spam_at, ...ticket } = rest
  const { rules } = await readRules(trx)
  const history = await clockRows(trx, companyId, id)
  const clocks = readClocks(
    history,
    businessOf(rules.hours),
    Math.max(now, Date.parse(history.at(-1)?.at ?? '') || now)
  )
  return {
    ...row,
    ...ticket,
    previous: (await linksWhere(trx, sql`id = ${previous_id}`))[0] ?? null,
    next: await linksWhere(trx, sql`company_id = ${companyId} and previous_id = ${id}`),
    mergedInto: (await linksWhere(trx, sql`id = ${merged_into}`))[0] ?? null,
    merged: await linksWhere(trx, sql`company_id = ${companyId} and merged_into = ${id}`),
    links: await linksWhere(
      trx,
      sql`id in (select to_ticket from ticket_links where from_company = ${companyId} and from_ticket = ${id}
        union all select from_ticket from ticket_links where to_company = ${companyId} and to_ticket = ${id})`
    ),
    issue: await issueOf(trx, row.issueId),
    likely: row.companyId === null ? await likelyOf(trx, row.requesterEmail) : null,
    spam: spam_at === null ? null : { at: spam_at, blocked: await isTicketBlocked(trx, companyId, id) },
    watchers: await trx
      .selectFrom('ticket_watchers as w')
      .innerJoin('users as u', 'u.id', 'w.user_id')
      .select(['u.id', 'u.name'])
      .where('w.company_id', '=', companyId)
      .where('w.ticket_id', '=', id)
      .orderBy('u.name')
      .execute(),
    messages: await listDeskMessages(trx, companyId, id, me),
    notes: await listNotes(trx, companyId, id),
    clock: {
      answer: clockState(clocks.answer),
      solution: clockState(clocks.solution),
      history: history.map(entry => ({
        at: entry.at,
        status: entry.status,
        answered: entry.answered,
        priority: entry.priority,
        plan: entry.plan,
        answerMinutes: entry.answer_minutes,
        solutionMinutes: entry.solution_minutes
      }))
    }
  }
}

async function linksWhere(trx: Trx, where: ReturnType<typeof sql>): Promise<TicketLink[]> {
  const { rows } = await sql<TicketLink>`
    select id, number, subject from tickets where ${where} order by number limit 50`.execute(trx)
  return rows
}

const issueOf = async (trx: Trx, id: string | null): Promise<DeskTicket['issue']> =>
  id === null
    ? null
    : ((await trx
        .selectFrom('known_issues')
        .select(['id', 'title', 'status'])
        .where('id', '=', id)
        .executeTakeFirst()) ?? null)

/** Messages in their order, those that the company does not see yet among them. */
export async function listDeskMessages(
  trx: Trx,
  companyId: string,
  ticketId: string,
  me: string
): Promise<DeskMessage[]> {
  const rows = await trx
    .selectFrom('ticket_messages as t')
    .leftJoin('account_mails as m', join =>
      join.on('m.cause', '=', sql<string>`'ticket ' || t.id`).on('t.side', '=', 'staff')
    )
    .selectAll('t')
    .select(['m.status as mailStatus', 'm.error as mailError'])
    .where('t.company_id', '=', companyId)
    .where('t.ticket_id', '=', ticketId)
    .orderBy('t.created_at', 'desc')
    .orderBy('t.id', 'desc')
    .limit(maxMessages)
    .execute()
  const files = await filesOf(trx, companyId, ticketId)
  return rows.reverse().map(row => ({
    ...toMessage(row, files, row.side === 'staff' && row.author_id === me),
    dueAt: row.due_at,
    mail: row.mailStatus && { status: row.mailStatus, error: row.mailError }
  }))
}

async function listNotes(trx: Trx, companyId: string, ticketId: string): Promise<DeskNote[]> {
  const rows = await trx
    .selectFrom('ticket_notes')
    .select([
      'id',
      'author_id as authorId',
      'author_name as authorName',
      'text',
      'mentions',
      'kind',
      'sender_proof as senderProof',
      'created_at as createdAt'
    ])
    .where('company_id', '=', companyId)
    .where('ticket_id', '=', ticketId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxMessages)
    .execute()
  return rows.reverse()
}
