import { sql } from 'kysely'
import type { Db, Trx } from '../../core/db.ts'
import { historyName, listSteps } from '../funnels/steps.ts'
import type { BulkKind } from './rules.ts'
import type { BulkParams } from './schema.ts'

/** Leads of one transaction: few enough that locks are short. */
export const portion = 500

export type Operation = {
  id: string
  kind: BulkKind
  params: BulkParams
  actor_id: string | null
  actor_name: string | null
}

/** Runs one portion after another, each in a transaction of its own, until there is no more. */
export async function inPortions(db: Db, companyId: string, portion: (trx: Trx) => Promise<boolean>): Promise<void> {
  while (await db.company({ id: companyId, deleted: true }, portion));
}

/** The operation and its state, locked until the transaction ends. */
export const lockOperation = async (trx: Trx, id: string): Promise<(Operation & { state: string }) | undefined> =>
  (await trx
    .selectFrom('operations')
    .select(['id', 'kind', 'params', 'state', 'actor_id', 'actor_name'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()) as (Operation & { state: string }) | undefined

export type Taken = {
  id: string
  n: number
  /** The key of its step. */
  status: string
  lost_reason: string | null
  owner_id: string | null
  tags: string[]
  received_at: string
  /** The fields that the step requires and it lacks. */
  incomplete: boolean
  touched: boolean
  gone: boolean
}

export type Values = Record<string, unknown>

/** The change of one lead, or why there is none. */
export type Outcome =
  | { id: string; before: Values; after: Values }
  | { id: string; skipped: 'same' | 'gone' | 'inactive' | 'incomplete' }

export type Changed = Extract<Outcome, { before: Values }>

/** Employees who can be assigned leads, and null for no owner. */
export type Active = ReadonlySet<string | null>

/** Those of the people who are active, locked until the transaction ends. */
export async function holdActive(trx: Trx, people: readonly string[]): Promise<Active> {
  if (people.length === 0) return new Set([null])
  const rows = await trx
    .selectFrom('employees')
    .select('id')
    .where('id', 'in', people)
    .where('active', '=', true)
    .orderBy('id')
    .forShare()
    .execute()
  return new Set([null, ...rows.map(({ id }) => id)])
}

export const countOf = (outcomes: readonly Outcome[], reason: 'inactive' | 'incomplete'): number =>
  outcomes.filter(outcome => 'skipped' in outcome && outcome.skipped === reason).length

/** Adds to the counts in the operation's result. */
export const addCounts = (counts: Record<string, number>) =>
  sql`result || jsonb_build_object(${sql.join(
    Object.entries(counts).map(
      ([name, n]) => sql`${sql.lit(name)}, coalesce((result ->> ${sql.lit(name)})::integer, 0) + ${n}::integer`
    )
  )})`

export const idsOf = (outcomes: readonly { id: string }[]) => outcomes.map(({ id }) => id)

/** Stores the outcomes of a portion, and the changed fields in the leads' history. */
export async function noteRows(
  trx: Trx,
  companyId: string,
  operation: Operation,
  outcomes: readonly Outcome[],
  undo = false
): Promise<void> {
  const states = outcomes.map(outcome =>
    'after' in outcome ? (undo ? 'undone' : 'changed') : undo ? 'kept' : 'skipped'
  )
  await sql`
    update operation_rows set state = r.state, reason = r.reason,
      before = case when ${undo}::boolean then operation_rows.before else r.before end,
      after = case when ${undo}::boolean then operation_rows.after else r.after end
    from unnest(${idsOf(outcomes)}::text[], ${states}::text[],
      ${outcomes.map(outcome => ('skipped' in outcome ? outcome.skipped : null))}::text[],
      ${outcomes.map(outcome => ('before' in outcome ? JSON.stringify(outcome.before) : null))}::jsonb[],
      ${outcomes.map(outcome => ('after' in outcome ? JSON.stringify(outcome.after) : null))}::jsonb[]
    ) as r (id, state, reason, before, after)
    where company_id = ${companyId} and operation_id = ${operation.id} and lead_id = r.id`.execute(trx)

  const fields = { status: 'status', lostReason: 'lostReason', ownerId: 'ownerId' } as const
  const lines = outcomes.flatMap(outcome =>
    'after' in outcome
      ? Object.values(fields)
          .filter(field => field in outcome.after && outcome.before[field] !== outcome.after[field])
          .map(field => ({ id: outcome.id, field, before: outcome.before[field], after: outcome.after[field] }))
      : []
  )
  if (lines.length === 0) return
  const steps = await listSteps(trx)
  const written = (field: string, value: unknown) =>
    JSON.stringify(field === 'status' ? historyName(steps, String(value)) : (value ?? null))
  const name = undo ? `${operation.actor_name ?? 'Ação em massa'} (desfeito)` : operation.actor_name
  await sql`
    insert into lead_changes (company_id, lead_id, field, before, after, actor_id, actor_name, operation_id)
    select ${companyId}, id, field, before, after, ${operation.actor_id}, ${name}, ${operation.id}
    from unnest(${idsOf(lines)}::text[], ${lines.map(line => line.field)}::text[],
      ${lines.map(line => written(line.field, line.before))}::jsonb[],
      ${lines.map(line => written(line.field, line.after))}::jsonb[]) as r (id, field, before, after)`.execute(trx)
}
