import { sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import { AppError, invalid } from '../../core/errors.ts'
import { type AuditActor, type AuditChanges, audit } from '../../platform/audit/queries.ts'
import { moveClocks } from '../tickets/clocks.ts'
import { announceDesk } from '../tickets/live.ts'
import { addChange, announceTicket, holdTicket, type TicketRecord } from '../tickets/messages.ts'
import { ticketTexts } from '../tickets/rules.ts'
import type { TicketRules } from '../tickets/schema.ts'
import { setStatus } from '../tickets/states.ts'
import { companyOf } from './detail.ts'
import { deskTexts } from './rules.ts'
import type { DeskChange } from './schema.ts'

export type Change = Omit<DeskChange, 'version'>

/** A member of the staff who acts. */
type Agent = { id: string; name: string }

export const agentOf = ({ actorId, actorName }: AuditActor): Agent => ({ id: actorId ?? '', name: actorName ?? '' })

/** The name of an active member of the staff. Throws 400 for anybody else. */
export async function staffName(trx: Trx, id: string): Promise<string> {
  const user = await trx
    .selectFrom('users')
    .select('name')
    .where('id', '=', id)
    .where('active', '=', true)
    .where('role', 'in', ['global_admin', 'manager', 'employee'])
    .executeTakeFirst()
  if (!user) throw invalid({ assigneeId: deskTexts.notStaff })
  return user.name
}

/** Throws 409 for a ticket that became a part of another. */
export function refuseMerged({ merged_into }: TicketRecord): void {
  if (merged_into !== null) throw new AppError('conflict', deskTexts.merged, { code: 'MERGED' })
}

/** Everything of staff is in the provider's own record, which names no company's people. */
export const auditTicket = (
  trx: Trx,
  actor: AuditActor,
  action: Parameters<typeof audit>[1]['action'],
  { id, number }: Pick<TicketRecord, 'id' | 'number'>,
  changes: AuditChanges = {}
): Promise<void> =>
  audit(trx, {
    ...actor,
    companyId: null,
    action,
    object: { type: 'ticket', id, name: ticketTexts.number(number) },
    changes
  })

/**
 * Changes a ticket of any company. Throws 404, 409 `MERGED`, and 409 `STALE` where somebody changed it since `version`.
 */
export async function changeTicket(
  trx: Trx,
  rules: TicketRules,
  id: string,
  change: Change,
  version: number | null,
  actor: AuditActor
): Promise<void> {
  const companyId = await companyOf(trx, id)
  const ticket = await holdTicket(trx, companyId, id)
  refuseMerged(ticket)
  if (version !== null && ticket.version !== version) throw new AppError('conflict', deskTexts.stale, { code: 'STALE' })
  const { priority, category, assigneeId, status } = change
  const agent = agentOf(actor)
  const changes: AuditChanges = {}
  const moved = { priority: priority !== undefined && priority !== ticket.priority }
  if (priority !== undefined && moved.priority) {
    changes.priority = [ticket.priority, priority]
    await addChange(trx, companyId, id, 'priority', ticket.priority, priority, agent)
  }
  if (category !== undefined && category !== ticket.category) {
    changes.category = [ticket.category, category]
    await addChange(trx, companyId, id, 'category', ticket.category, category, agent)
  }
  const assigned = assigneeId !== undefined && assigneeId !== ticket.assignee_id
  const assigneeName = assigneeId ? await staffName(trx, assigneeId) : null
  if (assigned) {
    changes.assigneeId = [ticket.assignee_id, assigneeId]
    await addChange(trx, companyId, id, 'assigned', ticket.assignee_name, assigneeName, agent)
  }
  await trx
    .updateTable('tickets')
    .set({
      ...(priority !== undefined && { priority }),
      ...(category !== undefined && { category }),
      ...(assigned && { assignee_id: assigneeId, assignee_name: assigneeName }),
      version: sql<number>`version + 1`
    })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
  // A ticket that nobody had is begun once it is given to somebody.
  const next = status ?? (assigned && assigneeId && ticket.status === 'open' ? 'in_progress' : ticket.status)
  if (next !== ticket.status) {
    changes.status = [ticket.status, next]
    const reopened = (ticket.status === 'resolved' || ticket.status === 'closed') && next !== 'resolved'
    if (reopened)
      await sql`update tickets set reopened = reopened + 1 where company_id = ${companyId} and id = ${id}`.execute(trx)
    await setStatus(trx, companyId, rules, ticket, next, agent)
  } else if (moved.priority) await moveClocks(trx, companyId, id, rules)
  if (Object.keys(changes).length > 0) await auditTicket(trx, actor, 'ticket.changed', ticket, changes)
  await announceTicket(trx, companyId, id)
  await announceDesk(trx, id)
}

/** Changes many, each for itself: those that are gone or merged are left out. */
export async function changeMany(
  trx: Trx,
  rules: TicketRules,
  ids: readonly string[],
  change: Change,
  actor: AuditActor
): Promise<{ changed: string[]; skipped: string[] }> {
  if (change.assigneeId) await staffName(trx, change.assigneeId)
  const { rows } = await sql<{ id: string }>`
    select id from tickets where id = any (${[...ids]}::text[]) and merged_into is null
    order by company_id, id for update`.execute(trx)
  for (const { id } of rows) await changeTicket(trx, rules, id, change, null, actor)
  const changed = rows.map(({ id }) => id)
  return { changed, skipped: ids.filter(id => !changed.includes(id)) }
}
