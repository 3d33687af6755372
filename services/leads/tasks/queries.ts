import { sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import { AppError, invalid } from '../../core/errors.ts'
import { announce } from '../../core/events.ts'
import { unstorable } from '../../core/text.ts'
import { plannable, plannableText } from '../../core/zones/rules.ts'
import { holdOwner } from '../leads/owners.ts'
import { whatsappConversationOf } from '../leads/queries.ts'
import type { TaskKind } from '../leads/rules.ts'
import type {} from '../leads/tables.ts'
import type { NewTask, Task, TaskChange } from './schema.ts'
import type {} from './tables.ts'

type Row = {
  id: string
  lead_id: string
  lead_name: string
  lead_phone: string | null
  whatsapp_conversation_id: string | null
  title: string
  kind: TaskKind
  due_at: string
  remind_at: string | null
  owner_id: string | null
  owner_name: string | null
  done_at: string | null
  created_at: string
}

export const toTask = (row: Row): Task => ({
  id: row.id,
  leadId: row.lead_id,
  leadName: row.lead_name,
  leadPhone: row.lead_phone,
  whatsappConversationId: row.whatsapp_conversation_id,
  title: row.title,
  kind: row.kind,
  dueAt: row.due_at,
  remindAt: row.remind_at,
  ownerId: row.owner_id,
  ownerName: row.owner_name,
  doneAt: row.done_at,
  createdAt: row.created_at
})

/** Tasks with the shown fields of their leads and owners. */
export const tasks = (trx: Trx) =>
  trx
    .selectFrom('tasks as t')
    .innerJoin('leads as l', join => join.onRef('l.company_id', '=', 't.company_id').onRef('l.id', '=', 't.lead_id'))
    .leftJoin('employees as e', join =>
      join.onRef('e.company_id', '=', 't.company_id').onRef('e.id', '=', 't.owner_id')
    )
    .select(['t.id', 't.lead_id', 't.title', 't.kind', 't.due_at', 't.remind_at', 't.owner_id', 't.done_at'])
    .select(['t.created_at', 'l.name as lead_name', 'l.phone as lead_phone', 'e.name as owner_name'])
    .select(whatsappConversationOf('l').as('whatsapp_conversation_id'))

const findTask = async (trx: Trx, id: string): Promise<Task | undefined> => {
  const row = await tasks(trx).where('t.id', '=', id).executeTakeFirst()
  return row && toTask(row)
}

/**
 * Undefined where there is no such lead; throws 400 where the owner is not an active employee.
 *
 * @param madeBy the author in the history, if not simply the employee
 */
export async function createTask(
  trx: Trx,
  companyId: string,
  task: NewTask,
  me: string | null,
  madeBy: string | null = null
): Promise<Task | undefined> {
  const lead = await trx.selectFrom('leads').select('id').where('id', '=', task.leadId).executeTakeFirst()
  if (!lead) return undefined
  const owner = task.ownerId === undefined ? me : task.ownerId
  if (owner) await holdOwner(trx, owner)
  const { id } = await trx
    .insertInto('tasks')
    .values({
      company_id: companyId,
      lead_id: task.leadId,
      title: cleanTitle(task.title),
      kind: task.kind ?? 'other',
      due_at: moment('dueAt', task.dueAt),
      remind_at: task.remindAt ? moment('remindAt', task.remindAt) : null,
      owner_id: owner,
      created_by: me,
      created_name: madeBy
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await announce(trx, { companyId, kind: 'lead-changed', data: { leadId: task.leadId } })
  return findTask(trx, id)
}

/**
 * Undefined where there is no such task; throws 409 where somebody else changed a field meanwhile (`expected`). A new
 * due time moves the reminder by the same amount.
 */
export async function changeTask(
  trx: Trx,
  companyId: string,
  id: string,
  { expected, ...change }: TaskChange,
  me: string | null
): Promise<Task | undefined> {
  const { title, kind, dueAt, remindAt, ownerId, done } = change
  if (expected) await refuseStale(trx, id, change, expected)
  if (ownerId) await holdOwner(trx, ownerId)
  const due = dueAt && moment('dueAt', dueAt)
  const remind =
    remindAt !== undefined
      ? sql<string | null>`${remindAt && moment('remindAt', remindAt)}::timestamptz`
      : due !== undefined && sql<string | null>`remind_at + (${due}::timestamptz - due_at)`
  const row = await trx
    .updateTable('tasks')
    .set({
      // A change of nothing is one too.
      title: sql<string>`title`,
      ...(title !== undefined && { title: cleanTitle(title) }),
      ...(kind !== undefined && { kind }),
      ...(due !== undefined && { due_at: due }),
      ...(remind && {
        remind_at: remind,
        reminded_at: sql<string | null>`case when remind_at = ${remind} then reminded_at end`
      }),
      ...(ownerId !== undefined && { owner_id: ownerId }),
      ...(done !== undefined && {
        done_at: done ? sql<string>`coalesce(done_at, now())` : null,
        done_by: done ? sql<string | null>`case when done_at is null then ${me}::text else done_by end` : null
      })
    })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning('lead_id')
    .executeTakeFirst()
  if (!row) return undefined
  await announce(trx, { companyId, kind: 'lead-changed', data: { leadId: row.lead_id } })
  return findTask(trx, id)
}

const stale = 'Outra pessoa mudou esta tarefa enquanto você editava.'

/** Locks the task until the transaction ends, if it is still as expected. */
async function refuseStale(
  trx: Trx,
  id: string,
  change: Omit<TaskChange, 'expected'>,
  expected: NonNullable<TaskChange['expected']>
): Promise<void> {
  await trx.selectFrom('tasks').select('id').where('id', '=', id).forUpdate().execute()
  const now = await findTask(trx, id)
  if (!now) return
  const fields = Object.keys(expected) as (keyof typeof expected)[]
  const changed = fields.filter(field => {
    const [is, was, wanted] = [now[field], expected[field], change[field]].map(value =>
      value && (field === 'dueAt' || field === 'remindAt') ? Date.parse(value) : value
    )
    return wanted !== undefined && is !== was && is !== wanted
  })
  if (changed.length > 0)
    throw new AppError('conflict', stale, {
      code: 'STALE',
      errors: Object.fromEntries(changed.map(field => [field, stale]))
    })
}

/** Deletes a task, or restores it with `deleted` false. Undefined where there is no such task. */
export async function setTaskDeleted(
  trx: Trx,
  companyId: string,
  id: string,
  deleted: boolean
): Promise<Task | undefined> {
  const row = await trx
    .updateTable('tasks')
    .set({ deleted_at: deleted ? sql<string>`now()` : null })
    .where('id', '=', id)
    .where('deleted_at', deleted ? 'is' : 'is not', null)
    .returning('lead_id')
    .executeTakeFirst()
  if (!row) return undefined
  await announce(trx, { companyId, kind: 'lead-changed', data: { leadId: row.lead_id } })
  return findTask(trx, id)
}

/** A due time in stored form; throws 400 for an implausible one. */
export function moment(field: string, text: string): string {
  const at = Date.parse(text)
  if (!plannable(at)) throw invalid({ [field]: plannableText })
  return new Date(at).toISOString()
}

function cleanTitle(title: string): string {
  const clean = title.trim()
  if (!clean || unstorable(clean)) throw invalid({ title: 'Descreva a tarefa.' })
  return clean
}
