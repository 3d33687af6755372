import { sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import { AppError } from '../../core/errors.ts'
import { announce } from '../../core/events.ts'
import type { Author } from '../../core/viewer.ts'
import { dayAt } from '../../core/zones/rules.ts'
import { listTasks, zoneOf } from './lists.ts'
import { daySpans, maxMoved, movedTo } from './rules.ts'
import type { TasksMoved } from './schema.ts'
import type { MovedTask } from './tables.ts'

/** Moves the overdue tasks of one person, of nobody or of all to today, and keeps what they were. */
export async function moveOverdue(
  trx: Trx,
  companyId: string,
  ownerId: string | null | undefined,
  author: Author,
  now = Date.now()
): Promise<TasksMoved> {
  const zone = await zoneOf(trx)
  const today = dayAt(now, zone)
  const dueTo = daySpans(today).overdue?.to
  const overdue = await listTasks(trx, { ownerId, done: false, dueTo }, { take: maxMoved })
  const moved = overdue.map(({ id, dueAt }) => ({ id, from: dueAt, to: movedTo(dueAt, today, now, zone) }))
  if (moved.length === 0) return { id: null, moved: 0 }
  const changed = await put(trx, companyId, moved)
  const { id } = await trx
    .insertInto('task_moves')
    .values({ company_id: companyId, actor_id: author.id, moved: JSON.stringify(moved) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, moved: changed }
}

/** Puts back the tasks of a move that nobody has moved or finished since. Undefined where there is no such move. */
export async function undoMove(
  trx: Trx,
  companyId: string,
  id: string,
  author: Author
): Promise<TasksMoved | undefined> {
  const move = await trx
    .selectFrom('task_moves')
    .select(['moved', 'undone_at'])
    .where('id', '=', id)
    .where('actor_id', author.id === null ? 'is' : '=', author.id)
    .forUpdate()
    .executeTakeFirst()
  if (!move) return undefined
  if (move.undone_at) throw new AppError('conflict', 'Isto já foi desfeito.')
  await trx.updateTable('task_moves').set({ undone_at: sql<string>`now()` }).where('id', '=', id).execute()
  const back = move.moved.map(({ id, from, to }) => ({ id, from: to, to: from }))
  return { id, moved: await put(trx, companyId, back) }
}

/**
 * Moves tasks that are as they were, and their reminders with them; one that would be due already is taken for given.
 */
async function put(trx: Trx, companyId: string, moved: readonly MovedTask[]): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update tasks t set due_at = m.after, remind_at = t.remind_at + (m.after - m.before),
      reminded_at = case when t.remind_at + (m.after - m.before) <= now() then coalesce(t.reminded_at, now()) end
    from unnest(${moved.map(({ id }) => id)}::text[], ${moved.map(({ from }) => from)}::timestamptz[],
      ${moved.map(({ to }) => to)}::timestamptz[]) as m (id, before, after)
    where t.company_id = ${companyId} and t.id = m.id and t.due_at = m.before and t.done_at is null
      and t.deleted_at is null`.execute(trx)
  if (numAffectedRows > 0n) await announce(trx, { companyId, kind: 'leads-changed', data: {} })
  return Number(numAffectedRows)
}
