import { sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import { AppError, invalid } from '../../core/errors.ts'
import type { ListRequest } from '../../core/list.ts'
import { unstorable } from '../../core/text.ts'
import { fillVariables, valuesOf } from '../../messaging/conversations/replies/rules.ts'
import { type AuditActor, audit } from '../../platform/audit/queries.ts'
import { announceDesk } from '../tickets/live.ts'
import { holdTicket } from '../tickets/messages.ts'
import { ticketTexts } from '../tickets/rules.ts'
import { findByKey } from '../tickets/write.ts'
import { withdrawAnswer, writeAnswer } from './answers.ts'
import { agentOf, auditTicket } from './change.ts'
import { deskTexts, maxAtOnce } from './rules.ts'
import type {} from './tables.ts'
import type { Issue, IssueAnswer, IssueTickets, NewIssue } from './toolSchema.ts'

const columns = sql<Issue>`i.id, i.title, i.text, i.status, i.created_at as "createdAt", i.solved_at as "solvedAt",
  (select count(*)::integer from tickets t where t.issue_id = i.id) as tickets,
  (select count(*)::integer from tickets t where t.issue_id = i.id and t.merged_into is null
    and t.status in ('open', 'in_progress', 'waiting')) as "openTickets"`

export async function listIssues(
  trx: Trx,
  { skip, take }: Pick<ListRequest<string>, 'skip' | 'take'>,
  status: 'open' | 'solved' | undefined
): Promise<{ rows: Issue[]; total: number }> {
  const { rows } = await sql<Issue & { total: number }>`
    select ${columns}, count(*) over ()::integer as total from known_issues i
    where ${status ?? null}::text is null or i.status = ${status ?? null}
    order by i.created_at desc, i.id desc offset ${skip} limit ${take}`.execute(trx)
  return { rows: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 }
}

/** Throws 404 where there is none. */
export async function findIssue(trx: Trx, id: string): Promise<Issue> {
  const { rows } = await sql<Issue>`select ${columns} from known_issues i where i.id = ${id}`.execute(trx)
  if (!rows[0]) throw new AppError('notFound', deskTexts.noIssue)
  return rows[0]
}

export async function createIssue(
  trx: Trx,
  { title, text = '', ticketIds = [] }: NewIssue,
  actor: AuditActor
): Promise<Issue> {
  if (unstorable(title) || unstorable(text)) throw invalid({ title: ticketTexts.characters })
  const { id } = await trx
    .insertInto('known_issues')
    .values({ title: title.trim(), text: text.trim(), created_by: actor.actorId })
    .returning('id')
    .executeTakeFirstOrThrow()
  await audit(trx, {
    ...actor,
    companyId: null,
    action: 'ticket.issue_created',
    object: { type: 'issue', id, name: title.trim() }
  })
  return changeIssueTickets(trx, id, { add: ticketIds }, actor)
}

/** Adds tickets to an issue, from another one too, and takes others out. Throws 400 for one that is gone or merged. */
export async function changeIssueTickets(
  trx: Trx,
  id: string,
  { add = [], remove = [] }: IssueTickets,
  actor: AuditActor
): Promise<Issue> {
  const issue = await findIssue(trx, id)
  const { rows: tickets } = await sql<Member>`
    select t.id, t.number, t.merged_into as "mergedInto", t.issue_id as "issueId", i.title as issue
    from tickets t left join known_issues i on i.id = t.issue_id
    where t.id = any (${[...add, ...remove]}::text[]) order by t.company_id, t.id for update of t`.execute(trx)
  const added = tickets.filter(ticket => add.includes(ticket.id) && ticket.mergedInto === null)
  if (added.length < add.length) throw invalid({ add: ticketTexts.notFound })
  for (const ticket of added.filter(({ issueId }) => issueId !== id)) await setIssue(trx, ticket, issue, actor)
  const removed = tickets.filter(ticket => remove.includes(ticket.id) && !add.includes(ticket.id))
  for (const ticket of removed.filter(({ issueId }) => issueId === id)) await setIssue(trx, ticket, null, actor)
  return findIssue(trx, id)
}

type Member = { id: string; number: number; mergedInto: string | null; issueId: string | null; issue: string | null }

async function setIssue(trx: Trx, ticket: Member, issue: Issue | null, actor: AuditActor): Promise<void> {
  await sql`update tickets set issue_id = ${issue?.id ?? null}, version = version + 1 where id = ${ticket.id}`.execute(
    trx
  )
  await auditTicket(trx, actor, 'ticket.changed', ticket, { issue: [ticket.issue, issue?.title ?? null] })
  await announceDesk(trx, ticket.id)
}

/**
 * Answers all open tickets of an issue, each in the name of who asked, like any other answer: it can be taken back for
 * a moment. With a `key` that came before, none is answered a second time. Throws 409 where the issue has more than can
 * be answered at once.
 */
export async function answerIssue(
  trx: Trx,
  id: string,
  { text, solve = false, key = null }: IssueAnswer & { key?: string | null },
  actor: AuditActor
): Promise<number> {
  const issue = await findIssue(trx, id)
  const { rows } = await sql<{ id: string; company_id: string; company: string }>`
    select t.id, t.company_id, c.name as company from tickets t join companies c on c.id = t.company_id
    where t.issue_id = ${id} and t.merged_into is null and t.placed and t.status in ('open', 'in_progress', 'waiting')
    order by t.company_id, t.id limit ${maxAtOnce + 1} for update of t`.execute(trx)
  if (rows.length > maxAtOnce) throw new AppError('conflict', `Dá para responder até ${maxAtOnce} chamados de uma vez.`)
  const author = agentOf(actor).name
  for (const row of rows) {
    const ticket = await holdTicket(trx, row.company_id, row.id)
    if (key !== null && (await findByKey(trx, row.company_id, row.id, key))) continue
    const values = valuesOf({ person: ticket.requester_name, company: row.company, author })
    const answer = {
      text: fillVariables(text, values),
      status: solve ? ('resolved' as const) : ('waiting' as const),
      key
    }
    await writeAnswer(trx, ticket, answer, actor)
    await announceDesk(trx, row.id)
  }
  if (solve)
    await trx
      .updateTable('known_issues')
      .set({ status: 'solved', solved_at: sql<string>`now()` })
      .where('id', '=', id)
      .execute()
  await audit(trx, {
    ...actor,
    companyId: null,
    action: 'ticket.issue_answered',
    object: { type: 'issue', id, name: issue.title }
  })
  return rows.length
}

/**
 * Takes an answer to all tickets of an issue back, by the key that it was sent with, where it was not delivered yet; an
 * issue that it solved is open again. Returns how many. Throws 404, and 409 where all were delivered.
 */
export async function withdrawIssueAnswer(trx: Trx, id: string, key: string, actor: AuditActor): Promise<number> {
  const issue = await findIssue(trx, id)
  const { rows } = await sql<{ id: string; ticketId: string; solves: boolean }>`
    select m.id, m.ticket_id as "ticketId", m.data ->> 'status' = 'resolved' as solves
    from tickets t join ticket_messages m on m.company_id = t.company_id and m.ticket_id = t.id
    where t.issue_id = ${id} and m.client_key = ${key} and m.side = 'staff' and m.author_id = ${actor.actorId}
      and m.delivered_at is null order by t.company_id, t.id`.execute(trx)
  if (rows.length === 0) throw new AppError('conflict', deskTexts.allGone, { code: 'DELIVERED' })
  let withdrawn = 0
  for (const message of rows)
    try {
      await withdrawAnswer(trx, message.ticketId, message.id, actor)
      withdrawn++
    } catch (error) {
      // Delivered meanwhile: the others are taken back all the same.
      if (!(error instanceof AppError)) throw error
    }
  if (withdrawn > 0 && issue.status === 'solved' && rows.some(({ solves }) => solves))
    await trx.updateTable('known_issues').set({ status: 'open', solved_at: null }).where('id', '=', id).execute()
  return withdrawn
}
