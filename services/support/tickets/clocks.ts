import { sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import type { PlanKey } from '../../core/planKeys/rules.ts'
import { type Business, businessOf, type Clock, type ClockStep, readClock } from './clock.ts'
import type { TicketPriority, TicketStatus } from './rules.ts'
import type { TicketRules } from './schema.ts'
import type {} from './tables.ts'

/** The facts that decide the clocks from a moment on. */
export type ClockRow = {
  at: string
  status: TicketStatus
  answered: boolean
  priority: TicketPriority
  plan: string
  answer_minutes: number
  solution_minutes: number
}

const minute = 60_000

/** The first answer stops its clock for good; both wait while the company is waited for. */
const answerSteps = (rows: readonly ClockRow[]): ClockStep[] =>
  rows.map(row => ({
    at: Date.parse(row.at),
    state:
      row.answered || row.status === 'resolved' || row.status === 'closed'
        ? 'stopped'
        : row.status === 'waiting'
          ? 'paused'
          : 'running',
    target: row.answer_minutes * minute
  }))

const solutionSteps = (rows: readonly ClockRow[]): ClockStep[] =>
  rows.map(row => ({
    at: Date.parse(row.at),
    state:
      row.status === 'resolved' || row.status === 'closed'
        ? 'stopped'
        : row.status === 'waiting'
          ? 'paused'
          : 'running',
    target: row.solution_minutes * minute
  }))

export const readClocks = (
  rows: readonly ClockRow[],
  business: Business,
  now: number
): { answer: Clock; solution: Clock } => ({
  answer: readClock(answerSteps(rows), business, now),
  solution: readClock(solutionSteps(rows), business, now)
})

export const clockRows = (trx: Trx, companyId: string, ticketId: string): Promise<ClockRow[]> =>
  trx
    .selectFrom('ticket_clock')
    .select(['at', 'status', 'answered', 'priority', 'plan', 'answer_minutes', 'solution_minutes'])
    .where('company_id', '=', companyId)
    .where('ticket_id', '=', ticketId)
    .orderBy('at')
    .orderBy('id')
    .execute()

type Ticked = {
  status: TicketStatus
  priority: TicketPriority
  first_answer_at: string | null
  plan: PlanKey
  quiet: boolean
}

/**
 * Writes what the ticket is like since a moment into the history of its clocks, and when they end now. Call it in the
 * transaction of a change of state or priority, and after the first answer; the ticket must be locked or new.
 */
export async function moveClocks(
  trx: Trx,
  companyId: string,
  ticketId: string,
  rules: TicketRules,
  at: number = Date.now()
): Promise<void> {
  const ticket: Ticked = await trx
    .selectFrom('tickets as t')
    .innerJoin('companies as c', 'c.id', 't.company_id')
    .select(['t.status', 't.priority', 't.first_answer_at', 'c.plan'])
    .select(sql<boolean>`t.looks_automatic and not t.placed`.as('quiet'))
    .where('t.company_id', '=', companyId)
    .where('t.id', '=', ticketId)
    .executeTakeFirstOrThrow()
  const before = await clockRows(trx, companyId, ticketId)
  const target = rules.targets[ticket.plan][ticket.priority]
  const next: ClockRow = {
    // Never before what is already written: the clocks of two machines differ.
    at: new Date(Math.max(at, ...before.slice(-1).map(row => Date.parse(row.at)))).toISOString(),
    // Nobody waits for an answer to what a program wrote.
    status: ticket.quiet && ticket.status === 'open' ? 'waiting' : ticket.status,
    answered: ticket.first_answer_at !== null,
    priority: ticket.priority,
    plan: ticket.plan,
    answer_minutes: target.answer,
    solution_minutes: target.solution
  }
  await trx
    .insertInto('ticket_clock')
    .values({ company_id: companyId, ticket_id: ticketId, ...next })
    .execute()
  await storeDues(trx, companyId, ticketId, [...before, next], businessOf(rules.hours))
}

/** Keeps with the ticket when its clocks end, and what they had counted when they stopped. */
export async function storeDues(
  trx: Trx,
  companyId: string,
  ticketId: string,
  rows: readonly ClockRow[],
  business: Business
): Promise<void> {
  const now = Math.max(Date.now(), ...rows.slice(-1).map(row => Date.parse(row.at)))
  const { answer, solution } = readClocks(rows, business, now)
  const due = ({ dueAt }: Clock) => (dueAt === null ? null : new Date(dueAt).toISOString())
  const spent = ({ state, spent }: Clock) => (state === 'stopped' ? Math.round(spent / minute) : null)
  await sql`
    update tickets set answer_due_at = ${due(answer)}, solution_due_at = ${due(solution)},
      answer_spent = ${spent(answer)}, solution_spent = ${spent(solution)}
    where company_id = ${companyId} and id = ${ticketId}`.execute(trx)
}
