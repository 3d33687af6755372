import { sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import { AppError } from '../../core/errors.ts'
import { moveClocks } from './clocks.ts'
import { addChange, cleaned, holdTicket, publishMove, type Requester, type TicketRecord } from './messages.ts'
import { reopenDays, type TicketStatus, ticketTexts } from './rules.ts'
import type { TicketRules } from './schema.ts'

/** Whether it may still be opened again. */
export const mayReopen = ({ resolved_at }: Pick<TicketRecord, 'resolved_at'>): boolean =>
  resolved_at !== null && Date.parse(resolved_at) + reopenDays * 86_400_000 > Date.now()

/** The state of a ticket that is worked on again: nobody has looked at it, or somebody has. */
export const workedOn = ({ assignee_id, first_answer_at }: TicketRecord): TicketStatus =>
  assignee_id !== null || first_answer_at !== null ? 'in_progress' : 'open'

/** Changes the state of a ticket that is locked, with its clocks; both sides see it in the thread. */
export async function setStatus(
  trx: Trx,
  companyId: string,
  rules: TicketRules,
  ticket: TicketRecord,
  status: TicketStatus,
  author: { id: string | null; name: string },
  /** When the answer was written whose delivery changes it. */
  answeredAt?: number
): Promise<void> {
  if (ticket.status === status) return
  const over = status === 'resolved' || status === 'closed'
  await trx
    .updateTable('tickets')
    .set({
      status,
      version: sql<number>`version + 1`,
      // A ticket that is worked on again is no spam.
      ...(status !== 'closed' && { spam_at: null, spam_from: null }),
      resolved_at: over ? sql<string>`coalesce(resolved_at, now())` : null,
      closed_at: status === 'closed' ? sql<string>`now()` : null
    })
    .where('company_id', '=', companyId)
    .where('id', '=', ticket.id)
    .execute()
  const by = answeredAt === undefined ? undefined : 'answer'
  await addChange(trx, companyId, ticket.id, 'status', ticket.status, status, author, by)
  await moveClocks(trx, companyId, ticket.id, rules, answeredAt)
}

export async function reopen(
  trx: Trx,
  companyId: string,
  rules: TicketRules,
  ticket: TicketRecord,
  author: { id: string | null; name: string }
): Promise<void> {
  await trx
    .updateTable('tickets')
    .set({ reopened: sql<number>`reopened + 1` })
    .where('company_id', '=', companyId)
    .where('id', '=', ticket.id)
    .execute()
  await setStatus(trx, companyId, rules, ticket, workedOn(ticket), author)
}

/** Throws 409 for one that is over already. */
export async function resolveTicket(
  trx: Trx,
  companyId: string,
  rules: TicketRules,
  id: string,
  requester: Requester
): Promise<void> {
  const ticket = await holdTicket(trx, companyId, id)
  if (ticket.status === 'resolved' || ticket.status === 'closed') throw new AppError('conflict', ticketTexts.closed)
  await setStatus(trx, companyId, rules, ticket, 'resolved', requester)
  await publishMove(trx, companyId, id, 'resolved')
}

/** Throws 409 for one that is open, merged, or was solved too long ago. */
export async function reopenTicket(
  trx: Trx,
  companyId: string,
  rules: TicketRules,
  id: string,
  requester: Requester
): Promise<void> {
  const ticket = await holdTicket(trx, companyId, id)
  if (ticket.status !== 'resolved' && ticket.status !== 'closed') throw new AppError('conflict', ticketTexts.open)
  if (ticket.merged_into !== null) throw new AppError('conflict', ticketTexts.closed)
  if (!mayReopen(ticket)) throw new AppError('conflict', ticketTexts.late, { code: 'REOPEN_LATE' })
  await reopen(trx, companyId, rules, ticket, requester)
  await publishMove(trx, companyId, id, 'reopened')
}

/**
 * How content the company is, and in which words; the latest word counts. Throws 409 for a ticket that is not solved,
 * or was joined to another, which has its rating.
 */
export async function rateTicket(
  trx: Trx,
  companyId: string,
  id: string,
  { rating, text }: { rating: number; text?: string },
  requester: Requester
): Promise<void> {
  const ticket = await holdTicket(trx, companyId, id)
  if (ticket.status !== 'resolved' && ticket.status !== 'closed')
    throw new AppError('conflict', ticketTexts.notResolved)
  if (ticket.merged_into !== null) throw new AppError('conflict', ticketTexts.closed)
  await trx
    .updateTable('tickets')
    .set({ rating, rating_text: text ? cleaned('text', text) || null : null, rated_at: sql<string>`now()` })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
  if (ticket.rating !== rating) await addChange(trx, companyId, id, 'rated', null, String(rating), requester)
  await publishMove(trx, companyId, id, 'rated')
}
