import { type Selectable, sql } from 'kysely'
import type { Db, Trx } from '../../core/db.ts'
import { AppError } from '../../core/errors.ts'
import type { DecimalSign } from '../../core/money/rules.ts'
import type { Tables } from '../../core/tables.ts'
import { type FaultGroup, withChoices } from './faults.ts'
import { customFields } from './lookups.ts'
import { importDays, type RowOutcome } from './rules.ts'
import type { Import, ImportSummary, KeptCounts, Reading, Undated } from './schema.ts'

export type Row = Selectable<Tables['imports']>
type Operation = Selectable<Tables['operations']>
type Counts = Record<RowOutcome, number>

/** Older imports stored no sheets, and one way of writing numbers for all columns. */
export const readingOf = ({ reading }: Pick<Row, 'reading'>): Reading => {
  const { decimal = ',' } = reading as { decimal?: DecimalSign }
  const older: Partial<Reading['columns'][number]> = { numbers: [], decimal, dateStyle: null, phones: [] }
  const columns = reading.columns.map(column => ({ ...older, ...column }))
  return { ...{ sheets: [], sheet: 0, accented: null }, ...reading, columns }
}

export async function cancelCheck(trx: Trx, { check_id }: Row): Promise<void> {
  if (check_id)
    await trx
      .updateTable('operations')
      .set({ state: 'cancelled' })
      .where('id', '=', check_id)
      .where('state', 'in', ['queued', 'running'])
      .execute()
}

/** `only`: where it is this employee's import, whose rows may name leads that others do not see; null for any. */
export const oneImport = (trx: Trx, id: string, only: string | null) =>
  trx
    .selectFrom('imports')
    .selectAll()
    .where('id', '=', id)
    .$if(only !== null, query => query.where('actor_id', '=', only))

export const findRow = (trx: Trx, id: string, only: string | null): Promise<Row | undefined> =>
  oneImport(trx, id, only).executeTakeFirst()

/** The operation that checks, runs or undoes an import; null where there is none. */
export const operationOf = async (
  db: Db,
  companyId: string,
  id: string,
  column: 'check_id' | 'operation_id'
): Promise<string | null> => (await db.company(companyId, trx => findRow(trx, id, null)))?.[column] ?? null

export const findOperation = async (trx: Trx, id: string | null): Promise<Operation | undefined> =>
  id === null ? undefined : trx.selectFrom('operations').selectAll().where('id', '=', id).executeTakeFirst()

const progressOf = ({ id, state, done, total, error }: Operation) => ({ id, state, done, total, error })

export function toRun(operation: Operation): NonNullable<Import['run']> {
  const result = operation.result as Partial<{
    counts: Counts
    kept: number
    erased: number
    removed: number
    failedAt: string
    leftOut: Record<string, number>
    notes: number
  }>
  const { kept = 0, erased = 0 } = result
  const undone = operation.undone_at ? operation.changed - kept - erased : 0
  const age = Date.now() - new Date(operation.created_at).getTime()
  return {
    ...progressOf(operation),
    counts: result.counts ?? null,
    changed: operation.changed,
    finishedAt: operation.finished_at,
    undoneAt: operation.undone_at,
    undoable: ['done', 'failed'].includes(operation.state) && operation.changed > 0 && age < importDays * 24 * 3600_000,
    retryable: operation.state === 'failed' && ['queued', 'running'].includes(result.failedAt ?? ''),
    undone,
    // Older undos stored a single number.
    removed: result.removed ?? undone - Math.min(undone, result.counts?.updated ?? 0),
    kept,
    erased,
    leftOut: result.leftOut ?? {},
    notes: result.notes ?? 0,
    keptLeads: []
  }
}

async function toCheck(
  trx: Trx,
  operation: Operation,
  open: boolean,
  assigns: boolean
): Promise<NonNullable<Import['check']>> {
  const result = operation.result as {
    counts?: Counts
    newTags?: string[]
    undated?: Undated
    faults?: FaultGroup[]
  } & Partial<KeptCounts>
  return {
    ...progressOf(operation),
    counts: result.counts ?? null,
    newTags: result.newTags ?? [],
    undated: result.undated?.rows ? result.undated : null,
    unnamed: result.unnamed ?? 0,
    notes: result.notes ?? 0,
    closedSales: result.closedSales ?? 0,
    refusals: result.refusals ?? [],
    faults: open && result.faults?.length ? await withChoices(trx, result.faults, assigns) : []
  }
}

/** One import; `assigns` where the person may choose owners. */
export async function findImport(
  trx: Trx,
  id: string,
  only: string | null,
  assigns: boolean
): Promise<Import | undefined> {
  const row = await findRow(trx, id, only)
  if (!row) return undefined
  const [check, run] = [await findOperation(trx, row.check_id), await findOperation(trx, row.operation_id)]
  const file = await trx
    .selectFrom('files')
    .select('id')
    .where('id', '=', row.file_id)
    .where('expires_at', '>', sql<string>`now()`)
    .executeTakeFirst()
  const custom = await customFields(trx)
  const checked = check ? await toCheck(trx, check, run === undefined, assigns) : null
  return {
    id: row.id,
    name: row.name,
    size: row.size,
    createdAt: row.created_at,
    actorName: row.actor_name,
    reading: readingOf(row),
    custom: custom.map(({ name, label, type }) => ({ name, label, type })),
    settings: row.settings,
    // Skipped without errors: this is called for every progress update.
    errors: checked?.counts?.error ? await firstErrors(trx, id) : [],
    expired: !file,
    check: checked,
    run: run ? { ...toRun(run), keptLeads: run.undone_at ? await keptLeads(trx, run.id) : [] } : null
  }
}

async function firstErrors(trx: Trx, id: string): Promise<Import['errors']> {
  const rows = await trx
    .selectFrom('import_rows')
    .select(['row', 'errors'])
    .where('import_id', '=', id)
    .where('errors', '<>', sql<never>`'[]'::jsonb`)
    .orderBy('row')
    .limit(20)
    .execute()
  return rows.flatMap(({ row, errors }) => errors.map(error => ({ row, ...error }))).slice(0, 20)
}

async function keptLeads(trx: Trx, operationId: string) {
  const rows = await trx
    .selectFrom('operation_rows as o')
    .innerJoin('leads as l', join => join.onRef('l.company_id', '=', 'o.company_id').onRef('l.id', '=', 'o.lead_id'))
    .select(['l.id', 'l.name', 'o.reason'])
    .where('o.operation_id', '=', operationId)
    .where('o.state', '=', 'kept')
    .orderBy('l.name')
    .limit(100)
    .execute()
  return rows.map(({ id, name, reason }) => ({ id, name, reason: reason ?? '' }))
}

/**
 * Imports of the company, or of one employee only, newest first: those that ran, and unfinished ones, which can be
 * continued from here.
 */
export async function listImports(trx: Trx, only: string | null): Promise<ImportSummary[]> {
  const rows = await trx
    .selectFrom('imports as i')
    .select(['i.id', 'i.name', 'i.size', 'i.created_at', 'i.actor_name', 'i.operation_id'])
    .$if(only !== null, query => query.where('i.actor_id', '=', only))
    .where(row =>
      row.or([
        row('i.operation_id', 'is not', null),
        row.exists(
          row
            .selectFrom('files as f')
            .select('f.id')
            .whereRef('f.company_id', '=', 'i.company_id')
            .whereRef('f.id', '=', 'i.file_id')
            .where('f.expires_at', '>', sql<string>`now()`)
        )
      ])
    )
    .orderBy('i.created_at', 'desc')
    .limit(50)
    .execute()
  const ids = rows.flatMap(({ operation_id }) => operation_id ?? [])
  const runs = ids.length > 0 ? await trx.selectFrom('operations').selectAll().where('id', 'in', ids).execute() : []
  const runOf = new Map(runs.map(run => [run.id, toRun(run)]))
  return rows.map(({ id, name, size, created_at, actor_name, operation_id }) => ({
    id,
    name,
    size,
    createdAt: created_at,
    actorName: actor_name,
    run: runOf.get(operation_id ?? '') ?? null
  }))
}

/** Deletes an uploaded file that was never imported. False where there is no such import; throws 409 where it ran. */
export async function deleteImport(trx: Trx, id: string, only: string | null): Promise<boolean> {
  const row = await oneImport(trx, id, only).forUpdate().executeTakeFirst()
  if (!row) return false
  if (row.operation_id)
    throw new AppError(
      'conflict',
      `Este arquivo já foi importado: ele é apagado sozinho ${importDays} dias depois da importação.`
    )
  await cancelCheck(trx, row)
  await trx.deleteFrom('imports').where('id', '=', id).execute()
  // The file may be that of an import that ran, too.
  const other = await trx.selectFrom('imports').select('id').where('file_id', '=', row.file_id).executeTakeFirst()
  if (!other) await trx.deleteFrom('files').where('id', '=', row.file_id).execute()
  return true
}
