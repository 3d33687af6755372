import { type Selectable, sql } from 'kysely'
import { readInOrder, type Trx } from '../../core/db.ts'
import { AppError } from '../../core/errors.ts'
import type { ListRequest } from '../../core/list.ts'
import type { Tables } from '../../core/tables.ts'
import { filesOf } from './files.ts'
import { openStatuses, reopenDays, ticketTexts } from './rules.ts'
import type { Ticket, TicketCounts, TicketFilter, TicketLink, TicketMessage, TicketRow } from './schema.ts'
import type {} from './tables.ts'

/** Tickets are counted up to this number beyond the page that is asked for. */
const countedBeyond = 100

/** Messages of a thread, the latest. */
const maxMessages = 500

/** The asking person: an employee, or nobody of the company. */
type Reader = { me: string | null; userId: string }

const rows = (trx: Trx, { me }: Pick<Reader, 'me'>) =>
  trx
    .selectFrom('tickets as t')
    .select([
      't.id',
      't.number',
      't.subject',
      't.status',
      't.priority',
      't.category',
      't.requester_name as requesterName'
    ])
    .select([
      't.assignee_name as assigneeName',
      't.created_at as createdAt',
      't.last_at as lastAt',
      't.last_by as lastBy'
    ])
    .select(['t.last_text as lastText', 't.due_at as dueAt', 't.looks_automatic as looksAutomatic'])
    .select(
      sql<boolean>`exists (select from ticket_unread u
        where u.company_id = t.company_id and u.employee_id = ${me} and u.ticket_id = t.id)`.as('unread')
    )

type Filter = TicketFilter & { me: string | null }

const numberIn = (q: string): number | null => {
  const [, digits] = /^#?(\d{1,12})$/.exec(q.trim()) ?? []
  return digits === undefined ? null : Number(digits)
}

function matching<Q>(query: Q, { q, status, open, priority, category, unread, mine, leadId, me }: Filter): Q {
  const text = q?.trim() ?? ''
  const number = numberIn(text)
  const all = (query as unknown as ReturnType<typeof rows>)
    .where('t.merged_into', 'is', null)
    .$if(status !== undefined, it => it.where('t.status', '=', status ?? 'open'))
    .$if(open === true, it => it.where('t.status', 'in', [...openStatuses]))
    .$if(open === false, it => it.where('t.status', 'in', ['resolved', 'closed']))
    .$if(priority !== undefined, it => it.where('t.priority', '=', priority ?? 'normal'))
    .$if(category !== undefined, it => it.where('t.category', '=', category ?? 'question'))
    .$if(mine === true, it => it.where('t.requester_id', '=', me ?? ''))
    .$if(leadId !== undefined, it => it.where('t.lead_id', '=', leadId ?? ''))
    .$if(unread === true, it =>
      it.where(sql<boolean>`t.id in (select u.ticket_id from ticket_unread u where u.employee_id = ${me})`)
    )
    .$if(number !== null, it =>
      it.where(
        sql<boolean>`t.id in (select id from tickets where number = ${number} union select search_tickets(${text}))`
      )
    )
    .$if(text !== '' && number === null, it => it.where(sql<boolean>`t.id in (select search_tickets(${text}))`))
  return all as unknown as Q
}

/** A page of the company's tickets, and their number, or that there are more than some beyond it. */
export async function listTickets(
  trx: Trx,
  filter: Filter,
  { skip, take, sort }: Pick<ListRequest<'lastAt' | 'createdAt' | 'number'>, 'skip' | 'take' | 'sort'>
): Promise<{ rows: TicketRow[]; total: number; capped: boolean }> {
  // Tickets of a search, those that a person has not read and those about one lead are few, and are collected.
  const little = filter.q?.trim() || filter.unread || filter.leadId
  if (!little) await readInOrder(trx)
  const column = { lastAt: 't.last_at', createdAt: 't.created_at', number: 't.number' } as const
  const direction = sort.descending ? 'desc' : 'asc'
  const found = await matching(rows(trx, filter), filter)
    .orderBy(column[sort.field], direction)
    .orderBy('t.id', direction)
    .offset(skip)
    .limit(take)
    .execute()
  const countLimit = skip + take + countedBeyond
  const { n } = await trx
    .selectFrom(matching(trx.selectFrom('tickets as t').select('t.id'), filter).limit(countLimit).as('counted'))
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return { rows: found, total: Math.max(n, skip + found.length), capped: n === countLimit }
}

/** Counted up to this number. */
const maxCounted = 100

export async function countTickets(trx: Trx, me: string | null): Promise<TicketCounts> {
  const upTo = (what: ReturnType<typeof sql>) =>
    sql`(select count(*)::integer from (select ${what} limit ${sql.lit(maxCounted)}) as counted)`
  const { rows: counted } = await sql<TicketCounts>`
    select ${upTo(sql`from tickets where merged_into is null and status in ('open', 'in_progress', 'waiting')`)} as open,
      ${upTo(sql`from tickets where merged_into is null and status = 'waiting'`)} as waiting,
      ${upTo(sql`from ticket_unread where employee_id = ${me}`)} as unread`.execute(trx)
  return counted[0] ?? { open: 0, waiting: 0, unread: 0 }
}

const linkOf = (trx: Trx) => trx.selectFrom('tickets').select(['id', 'number', 'subject'])

/** Throws 404 where the company has none. */
export async function findTicket(trx: Trx, companyId: string, id: string, { me, userId }: Reader): Promise<Ticket> {
  const row = await rows(trx, { me })
    .select(['t.requester_id as requesterId', 't.lead_id as leadId', 't.screen', 't.answer_due_at as answerDueAt'])
    .select(['t.solution_due_at as solutionDueAt', 't.first_answer_at as firstAnswerAt', 't.resolved_at as resolvedAt'])
    .select(['t.rating', 't.rating_text as ratingText', 't.previous_id', 't.merged_into'])
    .where('t.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new AppError('notFound', ticketTexts.notFound)
  const { previous_id, merged_into, ...ticket } = row
  const one = (other: string | null): Promise<TicketLink | undefined> =>
    other === null ? Promise.resolve(undefined) : linkOf(trx).where('id', '=', other).executeTakeFirst()
  const over = ticket.resolvedAt !== null && merged_into === null
  return {
    ...ticket,
    reopenUntil: over ? new Date(Date.parse(ticket.resolvedAt ?? '') + reopenDays * 86_400_000).toISOString() : null,
    previous: (await one(previous_id)) ?? null,
    next: await linkOf(trx).where('previous_id', '=', id).orderBy('number').limit(20).execute(),
    mergedInto: (await one(merged_into)) ?? null,
    messages: await listMessages(trx, companyId, id, { me, userId })
  }
}

type MessageRow = Pick<
  Selectable<Tables['ticket_messages']>,
  | 'id'
  | 'kind'
  | 'side'
  | 'author_name'
  | 'text'
  | 'data'
  | 'source'
  | 'from_number'
  | 'looks_automatic'
  | 'sender_proof'
  | 'created_at'
>

export const toMessage = (
  row: MessageRow,
  files: ReadonlyMap<string, TicketMessage['files']>,
  mine: boolean
): TicketMessage => ({
  id: row.id,
  kind: row.kind,
  side: row.side,
  authorName: row.author_name,
  mine,
  text: row.text,
  data: row.data,
  source: row.source,
  fromNumber: row.from_number,
  files: files.get(row.id) ?? [],
  looksAutomatic: row.looks_automatic,
  senderProof: row.sender_proof,
  createdAt: row.created_at
})

async function listMessages(trx: Trx, companyId: string, id: string, { me }: Reader): Promise<TicketMessage[]> {
  const found = await trx
    .selectFrom('ticket_messages')
    .select(['id', 'kind', 'side', 'author_id', 'author_name', 'text', 'data', 'source', 'from_number', 'created_at'])
    .select(['looks_automatic', 'sender_proof'])
    .where('company_id', '=', companyId)
    .where('ticket_id', '=', id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxMessages)
    .execute()
  const files = await filesOf(trx, companyId, id)
  return found.reverse().map(row => {
    // An answer of staff by mail quotes a notice for staff.
    const { quoted: _quoted, notices: _notices, ...shown } = row.data
    const data = row.side === 'staff' ? shown : row.data
    return toMessage({ ...row, data }, files, me !== null && row.side === 'client' && row.author_id === me)
  })
}

/** The person has read the ticket; true where something was unread. */
export async function markTicketRead(trx: Trx, me: string | null, id: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('ticket_unread')
    .where('ticket_id', '=', id)
    .where('employee_id', '=', me ?? '')
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** A file of a ticket that the caller sees. */
export const findTicketFile = (trx: Trx, companyId: string, ticketId: string, fileId: string) =>
  trx
    .selectFrom('ticket_files as f')
    // The policy of tickets says who sees it.
    .innerJoin('tickets as t', join =>
      join.onRef('t.company_id', '=', 'f.company_id').onRef('t.id', '=', 'f.ticket_id')
    )
    .select(['f.file_id as fileId', 'f.type'])
    .where('f.company_id', '=', companyId)
    .where('f.ticket_id', '=', ticketId)
    .where('f.file_id', '=', fileId)
    .executeTakeFirst()
