import { type RawBuilder, sql } from 'kysely'
import { notify } from '../../account/notifications/queries.ts'
import type { Db, Trx } from '../../core/db.ts'
import { announce } from '../../core/events.ts'
import type { RequirableField } from '../funnels/rules.ts'
import { holdStep, type PlacedStep } from '../funnels/steps.ts'
import { leadFields } from '../leads/fields.ts'
import { apply } from './effects.ts'
import {
  type Active,
  addCounts,
  type Changed,
  countOf,
  holdActive,
  inPortions,
  lockOperation,
  noteRows,
  type Operation,
  type Outcome,
  portion,
  type Taken,
  type Values
} from './outcomes.ts'
import { bulkLabels, ownerKept } from './rules.ts'

/** The outcome for one lead; leads are only assigned to people in `active`. */
function outcomeOf({ kind, params }: Operation, lead: Taken, active: Active, step: PlacedStep | null): Outcome {
  const { id } = lead
  if (lead.gone) return { id, skipped: 'gone' }
  const turn = (before: Values, after: Values): Outcome =>
    JSON.stringify(before) === JSON.stringify(after) ? { id, skipped: 'same' } : { id, before, after }
  const give = (ownerId: string | null): Outcome =>
    active.has(ownerId) ? turn({ ownerId: lead.owner_id }, { ownerId }) : { id, skipped: 'inactive' }
  switch (kind) {
    case 'status': {
      if (lead.incomplete) return { id, skipped: 'incomplete' }
      const reason = step?.kind === 'lost' ? (params.lostReason?.trim() ?? null) : null
      return turn(
        { status: lead.status, lostReason: lead.lost_reason },
        { status: params.status, lostReason: step?.kind === 'lost' || lead.lost_reason ? reason : lead.lost_reason }
      )
    }
    case 'owner':
      return give(params.ownerId ?? null)
    case 'distribute': {
      const people = params.employeeIds ?? []
      return give(people[lead.n % people.length] ?? null)
    }
    case 'addTags':
      return turn({ tags: [] }, { tags: (params.tagIds ?? []).filter(tag => !lead.tags.includes(tag)) })
    case 'removeTags':
      return turn({ tags: (params.tagIds ?? []).filter(tag => lead.tags.includes(tag)) }, { tags: [] })
    case 'task':
      return { id, before: {}, after: { task: params.title } }
    case 'delete':
      return { id, before: {}, after: { deleted: true } }
  }
}

/**
 * Runs the operation in portions, each with its outcomes and progress; a second run continues where the first stopped.
 */
export const runOperation = (db: Db, companyId: string, operationId: string): Promise<void> =>
  inPortions(db, companyId, trx => runPortion(trx, companyId, operationId))

async function runPortion(trx: Trx, companyId: string, operationId: string): Promise<boolean> {
  const operation = await lockOperation(trx, operationId)
  if (!operation || !['queued', 'running'].includes(operation.state)) return false
  // Lock employees before leads: deactivation takes them in that order.
  const { ownerId, employeeIds = [] } = operation.params
  const active = await holdActive(trx, ownerId ? [ownerId] : employeeIds)
  const step = operation.kind === 'status' ? await holdStep(trx, operation.params.status ?? '') : null
  const leads = await takePortion(trx, companyId, operation.id, step)
  const outcomes = leads.map(lead => outcomeOf(operation, lead, active, step))
  const changed = outcomes.filter((outcome): outcome is Changed => 'after' in outcome)
  if (changed.length > 0) await apply(trx, companyId, operation, changed, leads)
  await noteRows(trx, companyId, operation, outcomes)
  const finished = leads.length < portion
  const meanwhile = leads.filter(lead => lead.touched).length
  await sql`
    update operations set state = ${finished ? 'done' : 'running'}, done = done + ${leads.length},
      changed = changed + ${changed.length}, skipped = skipped + ${leads.length - changed.length},
      result = ${addCounts({
        meanwhile,
        inactive: countOf(outcomes, 'inactive'),
        ...(step && step.required.length > 0 && { incomplete: countOf(outcomes, 'incomplete') })
      })},
      finished_at = case when ${finished}::boolean then now() end
    where company_id = ${companyId} and id = ${operation.id}`.execute(trx)
  await announce(trx, { companyId, kind: 'operation', data: { operationId } })
  if (finished) {
    await announce(trx, { companyId, kind: 'leads-changed', data: {} })
    await notifyOfEnd(trx, companyId, operation)
  }
  return !finished
}

/** Notifies the starter of the end, and each new owner once of the number of leads. */
async function notifyOfEnd(trx: Trx, companyId: string, { id, kind, actor_id }: Operation): Promise<void> {
  const { rows } = await sql<{ changed: number; done: number; inactive: number }>`
    select changed, done, (result ->> 'inactive')::integer as inactive from operations where company_id = ${companyId} and id = ${id}`.execute(
    trx
  )
  const { changed = 0, done = 0, inactive = 0 } = rows[0] ?? {}
  const written = (n: number) => `${n.toLocaleString('pt-BR')} ${n === 1 ? 'lead' : 'leads'}`
  if (actor_id)
    await notify(
      trx,
      {
        companyId,
        kind: 'operation_done',
        leadId: null,
        title: `${bulkLabels[kind]}: pronto`,
        body: `${written(changed)} de ${written(done)}${inactive > 0 ? `; ${ownerKept(inactive)}` : ''}`,
        link: '/leads'
      },
      { employees: [actor_id] }
    )
  if (kind !== 'owner' && kind !== 'distribute') return
  const { rows: assigned } = await sql<{ owner: string; n: number }>`
    select after ->> 'ownerId' as owner, count(*)::integer as n from operation_rows
    where company_id = ${companyId} and operation_id = ${id} and state = 'changed' and after ->> 'ownerId' is not null
    group by 1`.execute(trx)
  for (const { owner, n } of assigned)
    await notify(
      trx,
      {
        companyId,
        kind: 'lead_assigned',
        leadId: null,
        title: `${written(n)} para você`,
        link: '/leads?filter=%7B%22owner%22%3A%22me%22%7D'
      },
      { employees: [owner], except: actor_id }
    )
}

/** True for leads that lack what the step requires. */
function lacks(step: PlacedStep | null): RawBuilder<boolean> {
  const missing = (step?.required ?? []).map(field =>
    field.startsWith('custom.')
      ? sql`coalesce(custom ->> ${field.slice('custom.'.length)}, '') = ''`
      : sql`coalesce(${sql.ref(leadFields[field as RequirableField].column)}::text, '') = ''`
  )
  return missing.length === 0 ? sql`false` : sql`(${sql.join(missing, sql` or `)})`
}

/** The next leads of the fixed set, locked in the order of their ids, as in every operation. */
async function takePortion(
  trx: Trx,
  companyId: string,
  operationId: string,
  step: PlacedStep | null
): Promise<Taken[]> {
  const { rows } = await sql<Taken>`
    with taken as (
      select lead_id, version from operation_rows
      where company_id = ${companyId} and operation_id = ${operationId} and state = 'waiting'
      order by lead_id limit ${portion}
    ), locked as (
      select id, coalesce(step_key, status) as status, lost_reason, owner_id, tags, received_at, version, deleted_at,
        ${lacks(step)} as incomplete from leads
      where company_id = ${companyId} and id in (select lead_id from taken) order by id for update
    )
    select t.lead_id as id, l.status, l.lost_reason, l.owner_id, coalesce(l.tags, '{}') as tags, l.received_at, coalesce(l.incomplete, false) as incomplete,
      coalesce(l.version <> t.version, false) as touched, l.id is null or l.deleted_at is not null as gone,
      (row_number() over (order by t.lead_id))::integer - 1 + o.done as n
    from taken t left join locked l on l.id = t.lead_id
    join operations o on o.company_id = ${companyId} and o.id = ${operationId}
    order by t.lead_id`.execute(trx)
  return rows
}
