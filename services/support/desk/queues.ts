import { sql } from 'kysely'
import type {} from '../../account/companies/tables.ts'
import { readInOrder, type Trx } from '../../core/db.ts'
import type { ListRequest } from '../../core/list.ts'
import { openStatuses } from '../tickets/rules.ts'
import type {} from '../tickets/tables.ts'
import { type DeskQueue, deskQueues, soonMinutes } from './rules.ts'
import type { DeskCounts, DeskFilter, DeskRow } from './schema.ts'

export const sortableDeskFields = ['dueAt', 'lastAt', 'createdAt'] as const
type DeskSort = (typeof sortableDeskFields)[number]

/** Tickets are counted up to this number beyond the page that is asked for. */
const countedBeyond = 100
const maxCounted = 100

const columns = sql<DeskRow>`t.id, t.number, t.subject, t.status, t.priority, t.category,
  t.requester_name as "requesterName", t.requester_email as "requesterEmail", t.assignee_name as "assigneeName",
  t.assignee_id as "assigneeId", t.created_at as "createdAt", t.last_at as "lastAt", t.last_by as "lastBy",
  t.last_text as "lastText", t.due_at as "dueAt", t.answer_due_at as "answerDueAt", t.solution_due_at as "solutionDueAt",
  t.answer_breach_at as "answerBreachAt", t.solution_breach_at as "solutionBreachAt", t.source, t.issue_id as "issueId",
  t.version, t.looks_automatic as "looksAutomatic", case when t.placed then t.company_id end as "companyId", case when t.placed then c.name end as "companyName"`

const open = sql`t.status in (${sql.join(openStatuses.map(status => sql.lit(status)))})`

/** Tickets of no client that programs may have written altogether; they stand in a queue of their own. */
const automatic = sql`t.looks_automatic and not t.placed`

/** Which tickets a queue holds; `me` is the user who looks. */
const held: Record<DeskQueue, (me: string) => ReturnType<typeof sql>> = {
  new: () => sql`t.status = 'open' and not (${automatic})`,
  mine: me => sql`${open} and t.assignee_id = ${me}`,
  unassigned: () => sql`${open} and t.assignee_id is null and not (${automatic})`,
  waiting: () => sql`t.status = 'waiting'`,
  soon: () => sql`${open} and t.due_at > now() and t.due_at <= now() + ${sql.lit(soonMinutes)} * interval '1 minute'`,
  overdue: () => sql`${open} and t.due_at <= now()`,
  privacy: () => sql`${open} and t.category = 'privacy'`,
  unplaced: () => sql`${open} and not t.placed and not t.looks_automatic`,
  automatic: () => sql`${open} and ${automatic}`,
  open: () => sql`${open} and not (${automatic})`,
  done: () => sql`t.status in ('resolved', 'closed') and t.spam_at is null`,
  all: () => sql`true`
}

const numberIn = (q: string): number | null => {
  const [, digits] = /^#?(\d{1,12})$/.exec(q) ?? []
  return digits === undefined ? null : Number(digits)
}

/** Tickets, and notes, that a search collects at most. */
const maxFound = 1000

function searched(q: string) {
  const number = numberIn(q)
  const words = sql`(select ticket_id from ticket_words where words @@ ticket_query(${q}) limit ${sql.lit(maxFound)})
    union (select ticket_id from ticket_notes where words @@ ticket_query(${q}) limit ${sql.lit(maxFound)})`
  // A number is looked up together with the words: with `or` between them all tickets would be read.
  return number === null
    ? sql`t.id in (${words})`
    : sql`t.id in (select id from tickets where number = ${number} union ${words})`
}

function matching(
  { queue = 'open', q, status, priority, category, companyId, assigneeId, issueId, watched }: DeskFilter,
  me: string
) {
  const text = q?.trim() ?? ''
  const parts = [
    sql`t.merged_into is null`,
    held[queue](me),
    status && sql`t.status = ${status}`,
    priority && sql`t.priority = ${priority}`,
    category && sql`t.category = ${category}`,
    companyId && sql`t.company_id = ${companyId} and t.placed`,
    assigneeId && sql`t.assignee_id = ${assigneeId}`,
    issueId && sql`t.issue_id = ${issueId}`,
    watched &&
      sql`exists (select from ticket_watchers w
      where w.company_id = t.company_id and w.ticket_id = t.id and w.user_id = ${me})`,
    text && searched(text)
  ]
  return sql.join(
    parts.filter(part => part !== undefined && part !== false && part !== ''),
    sql` and `
  )
}

const orders: Record<DeskSort, string> = { dueAt: 't.due_at', lastAt: 't.last_at', createdAt: 't.created_at' }

/** A page of tickets of all companies, and their number, or that there are more than some beyond it. */
export async function listDesk(
  trx: Trx,
  filter: DeskFilter,
  me: string,
  { skip, take, sort }: Pick<ListRequest<DeskSort>, 'skip' | 'take' | 'sort'>
): Promise<{ rows: DeskRow[]; total: number; capped: boolean }> {
  const little = filter.q?.trim() || filter.issueId || filter.watched || filter.companyId
  if (!little) await readInOrder(trx)
  // Tickets without a deadline are in the order of their last word.
  const over = sort.field === 'dueAt' && ['all', 'done', 'automatic'].includes(filter.queue ?? 'open')
  const column = sql.raw(orders[over ? 'lastAt' : sort.field])
  const direction = sql.raw(sort.descending || over ? 'desc' : 'asc')
  const where = matching(filter, me)
  // A page first, and then the names of its companies.
  const { rows } = await sql<DeskRow>`
    select ${columns} from (
      select t.* from tickets t where ${where}
      order by ${column} ${direction}, t.id ${direction} offset ${skip} limit ${take}) as t
    join companies c on c.id = t.company_id
    order by ${column} ${direction}, t.id ${direction}`.execute(trx)
  const limit = skip + take + countedBeyond
  const { rows: counted } = await sql<{ n: number }>`
    select count(*)::integer as n from (select from tickets t where ${where} limit ${limit}) as counted`.execute(trx)
  const n = counted[0]?.n ?? 0
  return { rows, total: Math.max(n, skip + rows.length), capped: n === limit }
}

/** How many tickets each queue holds, up to 100. */
export async function countDesk(trx: Trx, me: string): Promise<DeskCounts> {
  const counted = deskQueues.filter(queue => queue !== 'all' && queue !== 'done')
  const { rows } = await sql<DeskCounts>`select ${sql.join(
    counted.map(
      queue => sql`(select count(*)::integer from (
        select from tickets t where t.merged_into is null and ${held[queue](me)} limit ${sql.lit(maxCounted)}) as counted)
        as ${sql.ref(queue)}`
    )
  )}`.execute(trx)
  return rows[0] as DeskCounts
}

/** One row as the queues show it. */
export async function findDeskRow(trx: Trx, id: string): Promise<(DeskRow & { realCompanyId: string }) | undefined> {
  const { rows } = await sql<DeskRow & { realCompanyId: string }>`
    select ${columns}, t.company_id as "realCompanyId" from tickets t join companies c on c.id = t.company_id
    where t.id = ${id}`.execute(trx)
  return rows[0]
}
