import { type Selectable, sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import { AppError, invalid } from '../../core/errors.ts'
import { announce } from '../../core/events.ts'
import { publish } from '../../core/jobs.ts'
import type { Tables } from '../../core/tables.ts'
import { findUnstorable } from '../../core/text.ts'
import type { Author } from '../../core/viewer.ts'
import { type AuditActor, added, audit } from '../../platform/audit/queries.ts'
import { holdStep } from '../funnels/steps.ts'
import type { LeadFilter } from '../leads/filter.ts'
import { moment } from '../tasks/queries.ts'
import { operationQueued, undoQueued } from './jobs.ts'
import { type BulkKind, bulkKinds, bulkLabels, maxLeads, undoDays, undoOver } from './rules.ts'
import type { BulkParams, Operation } from './schema.ts'
import type {} from './tables.ts'

type Row = Selectable<Tables['operations']>

function toOperation(row: Row): Operation {
  const { id, kind, params, state, total, done, changed, skipped, result, error } = row
  const age = Date.now() - new Date(row.created_at).getTime()
  return {
    id,
    kind,
    params,
    state,
    total,
    done,
    changed,
    skipped,
    result,
    error,
    actorName: row.actor_name,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
    undoneAt: row.undone_at,
    undoable: ['done', 'failed'].includes(state) && changed > 0 && age < undoDays * 24 * 3600_000
  }
}

/**
 * The parameters of an action in stored form. Throws 400 where some are missing, or name people or tags that do not
 * exist.
 */
async function checkParams(trx: Trx, kind: BulkKind, params: BulkParams): Promise<BulkParams> {
  const unstorable = findUnstorable(params)
  if (unstorable !== null) throw invalid({ [unstorable]: 'O texto contém caracteres inválidos.' })
  const missing: Partial<Record<BulkKind, [unknown, string, string]>> = {
    status: [params.status, 'status', 'Escolha a situação.'],
    owner: [params.ownerId !== undefined, 'ownerId', 'Escolha o responsável.'],
    distribute: [params.employeeIds, 'employeeIds', 'Escolha as pessoas.'],
    addTags: [params.tagIds, 'tagIds', 'Escolha as etiquetas.'],
    removeTags: [params.tagIds, 'tagIds', 'Escolha as etiquetas.'],
    task: [params.title?.trim() && params.dueAt, params.dueAt ? 'title' : 'dueAt', 'Informe a tarefa e o prazo.']
  }
  const [isComplete, field, message] = missing[kind] ?? [true, '', '']
  if (!isComplete) throw invalid({ [field]: message })
  if (kind === 'status') {
    const step = await holdStep(trx, params.status ?? '')
    if (step.kind === 'lost' && !params.lostReason?.trim()) throw invalid({ lostReason: 'Informe o motivo da perda.' })
  }

  const people =
    kind === 'owner' ? [params.ownerId ?? []].flat() : kind === 'distribute' ? (params.employeeIds ?? []) : []
  const active = people.length
    ? await trx.selectFrom('employees').select('id').where('id', 'in', people).where('active', '=', true).execute()
    : []
  if (active.length < new Set(people).size) throw invalid({ employeeIds: 'Escolha pessoas ativas da equipe.' })
  const tags = params.tagIds?.length
    ? await trx.selectFrom('tags').select('id').where('id', 'in', params.tagIds).execute()
    : []
  if (tags.length < new Set(params.tagIds).size) throw invalid({ tagIds: 'Esta etiqueta não existe mais.' })
  return { ...params, ...(params.dueAt && { dueAt: moment('dueAt', params.dueAt) }) }
}

/**
 * Fixes the set of leads that match the filter now, and queues the operation. Throws 400 for none, or more than one
 * operation takes.
 */
export async function startOperation(
  trx: Trx,
  companyId: string,
  { kind, params: requested, filter }: { kind: BulkKind; params: BulkParams; filter: LeadFilter },
  author: Author,
  actor: AuditActor
): Promise<Operation> {
  const params = await checkParams(trx, kind, requested)
  const { id } = await trx
    .insertInto('operations')
    .values({
      company_id: companyId,
      kind,
      params: JSON.stringify(params),
      actor_id: author.id,
      actor_name: author.name
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { numAffectedRows = 0n } = await sql`
    insert into operation_rows (company_id, operation_id, lead_id, version)
    select ${companyId}, ${id}, l.id, l.version
    from matching_leads(${JSON.stringify(filter)}::jsonb, ${maxLeads + 1}) as found
    join leads l on l.company_id = ${companyId} and l.id = found`.execute(trx)
  const total = Number(numAffectedRows)
  if (total === 0) throw invalid({ filter: 'Nenhum lead foi encontrado para esta ação.' })
  if (total > maxLeads)
    throw invalid({ filter: `Uma ação alcança no máximo ${maxLeads.toLocaleString('pt-BR')} leads. Use um filtro.` })
  const row = await trx
    .updateTable('operations')
    .set({ total })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await audit(trx, {
    ...actor,
    companyId,
    action: 'lead.many_changed',
    object: { type: 'operation', id, name: bulkLabels[kind] },
    changes: added({ ...params, rows: total })
  })
  await publish(trx, operationQueued, { companyId, operationId: id })
  return toOperation(row)
}

/** The bulk operations of the last days that are running or can be undone, newest first. */
export async function listOperations(trx: Trx): Promise<Operation[]> {
  const rows = await trx
    .selectFrom('operations')
    .selectAll()
    .where('kind', 'in', [...bulkKinds])
    .where('created_at', '>', sql<string>`now() - ${undoDays} * interval '1 day'`)
    .orderBy('created_at', 'desc')
    .limit(50)
    .execute()
  return rows.map(toOperation)
}

/** Undefined also for imports and exports, which not everyone may read. */
export async function findOperation(trx: Trx, id: string): Promise<Operation | undefined> {
  const row = await trx
    .selectFrom('operations')
    .selectAll()
    .where('id', '=', id)
    .where('kind', 'in', [...bulkKinds])
    .executeTakeFirst()
  return row && toOperation(row)
}

/**
 * Queues the undo. Undefined where there is no such operation, or where `only` names another employee than the one who
 * started it; throws 409 where it cannot be undone (any more).
 */
export async function startUndo(
  trx: Trx,
  companyId: string,
  id: string,
  only: string | null,
  actor: AuditActor
): Promise<Operation | undefined> {
  const row = await trx.selectFrom('operations').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row || (only !== null && row.actor_id !== only)) return undefined
  if (!toOperation(row).undoable)
    throw new AppError(
      'conflict',
      row.state === 'undone' || row.state === 'undoing'
        ? 'Esta ação já foi desfeita.'
        : ['queued', 'running'].includes(row.state)
          ? 'Esta ação ainda não terminou.'
          : row.changed === 0
            ? 'Esta ação não mudou nenhum lead.'
            : undoOver
    )
  const undoing = await trx
    .updateTable('operations')
    .set({ state: 'undoing', done: 0 })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await audit(trx, {
    ...actor,
    companyId,
    action: 'lead.many_undone',
    object: { type: 'operation', id, name: bulkLabels[row.kind as BulkKind] }
  })
  await publish(trx, undoQueued, { companyId, operationId: id })
  await announce(trx, { companyId, kind: 'operation', data: { operationId: id } })
  return toOperation(undoing)
}
