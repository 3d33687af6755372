import { sql } from 'kysely'
import type { Db, Trx } from '../../core/db.ts'
import { announce } from '../../core/events.ts'
import { listSteps } from '../funnels/steps.ts'
import { putBack, type Undone } from './effects.ts'
import {
  addCounts,
  type Changed,
  countOf,
  holdActive,
  inPortions,
  lockOperation,
  noteRows,
  type Operation,
  type Outcome,
  portion
} from './outcomes.ts'
import type { BulkKind } from './rules.ts'

/** Undoes an operation in portions, except for leads changed since. */
export const undoOperation = (db: Db, companyId: string, operationId: string): Promise<void> =>
  inPortions(db, companyId, trx => undoPortion(trx, companyId, operationId))

async function undoPortion(trx: Trx, companyId: string, operationId: string): Promise<boolean> {
  const operation = await lockOperation(trx, operationId)
  if (operation?.state !== 'undoing') return false
  const active = await holdActive(trx, await formerOwners(trx, companyId, operation))
  const { rows } = await sql<Undone>`
    with taken as (
      select lead_id, before, after from operation_rows
      where company_id = ${companyId} and operation_id = ${operationId} and state = 'changed'
      order by lead_id limit ${portion}
    ), locked as (
      select * from leads where company_id = ${companyId} and id in (select lead_id from taken) order by id for update
    )
    select t.lead_id as id, t.before, t.after, coalesce(l.step_key, l.status) as status, l.lost_reason, l.owner_id, coalesce(l.tags, '{}') as tags,
      l.received_at, l.deleted_at is not null as deleted, l.id is null or l.merged_into is not null as gone
    from taken t left join locked l on l.id = t.lead_id order by t.lead_id`.execute(trx)
  const steps = operation.kind === 'status' ? await listSteps(trx) : null
  const outcomes = rows.map((row): Outcome => {
    const { id, before, after } = row
    if (row.gone || !stillAs(operation.kind, row)) return { id, skipped: 'gone' }
    // A step that was deleted since takes no lead back.
    if (steps && !steps.has(String(before.status))) return { id, skipped: 'gone' }
    if ('ownerId' in before && !active.has(before.ownerId as string | null)) return { id, skipped: 'inactive' }
    return { id, before: after, after: before }
  })
  const back = outcomes.filter((outcome): outcome is Changed => 'after' in outcome)
  if (back.length > 0) await putBack(trx, companyId, operation, back, rows)
  await noteRows(trx, companyId, operation, outcomes, true)
  const inactive = countOf(outcomes, 'inactive')
  const finished = rows.length < portion
  await sql`
    update operations set state = ${finished ? 'undone' : 'undoing'}, done = done + ${rows.length},
      undone_at = case when ${finished}::boolean then now() end,
      result = ${addCounts({ kept: rows.length - back.length - inactive, keptInactive: inactive })}
    where company_id = ${companyId} and id = ${operationId}`.execute(trx)
  await announce(trx, { companyId, kind: 'operation', data: { operationId } })
  if (finished) await announce(trx, { companyId, kind: 'leads-changed', data: {} })
  return !finished
}

/** The previous owners of the next portion. */
async function formerOwners(trx: Trx, companyId: string, { id, kind }: Operation): Promise<string[]> {
  if (kind !== 'owner' && kind !== 'distribute') return []
  const { rows } = await sql<{ owner: string }>`
    select distinct before ->> 'ownerId' as owner from (
      select before from operation_rows where company_id = ${companyId} and operation_id = ${id} and state = 'changed'
      order by lead_id limit ${portion}) as next
    where before ->> 'ownerId' is not null`.execute(trx)
  return rows.map(({ owner }) => owner)
}

/** True where the lead is still as the operation left it. */
function stillAs(kind: BulkKind, { after, deleted, ...lead }: Undone): boolean {
  if (kind === 'delete') return deleted
  if (deleted) return false
  if (kind === 'status') return lead.status === after.status && lead.lost_reason === (after.lostReason ?? null)
  if (kind === 'owner' || kind === 'distribute') return lead.owner_id === after.ownerId
  return true
}
