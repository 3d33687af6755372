import { sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import { AppError, isDatabaseUnavailable } from '../../core/errors.ts'
import { type Context, on } from '../../core/handlers.ts'
import type { Job } from '../../core/jobs.ts'
import { inPortions, portionSize } from '../../core/tidy.ts'
import { failOperation, resumeOperation, type Way } from '../operations/fail.ts'
import { importChecked, importConfirmed, importUndone } from './jobs.ts'
import { operationOf } from './queries.ts'
import { runImport } from './run.ts'
import { checkImport } from './stage.ts'
import { undoImport } from './undo.ts'

type Which = { companyId: string; importId: string }

const slow = new AppError(
  'unavailable',
  'O banco de dados demorou demais para responder. Tente de novo: a importação continua de onde parou.'
)

/**
 * After the last attempt the import is marked as failed. It can then be undone, or continued by trying it again, which
 * the importing person and the staff may do. However often that fails, the staff see one failure.
 */
const orFailImport =
  (
    job: Job,
    column: 'check_id' | 'operation_id',
    work: (db: Context['db'], companyId: string, importId: string, config: Context['config']) => Promise<void>,
    way: Way = 'do'
  ) =>
  async ({ companyId, importId }: Which, { db, config, last }: Context) => {
    await forgetFailure(db, job, importId)
    try {
      const operationId = await operationOf(db, companyId, importId, column)
      if (operationId) await resumeOperation(db, companyId, operationId, way)
      await work(db, companyId, importId, config)
    } catch (error) {
      const operationId = last ? await operationOf(db, companyId, importId, column) : null
      if (operationId) await failOperation(db, companyId, operationId, isDatabaseUnavailable(error) ? slow : error)
      throw error
    }
  }

const forgetFailure = (db: Context['db'], { name }: Job, importId: string): Promise<unknown> =>
  db.everyCompany(trx =>
    trx
      .deleteFrom('failed_jobs')
      .where('name', '=', name)
      .where(sql<string>`data ->> 'importId'`, '=', importId)
      .execute()
  )

// Imports take long; two at once leave room for others.
const few = { concurrency: 2 }

export const handlers = [
  on(importChecked, orFailImport(importChecked, 'check_id', checkImport), few),
  on(importConfirmed, orFailImport(importConfirmed, 'operation_id', runImport), few),
  on(importUndone, orFailImport(importUndone, 'operation_id', undoImport, 'undo'), few)
]

/** Deletes one portion of the rows of imports whose file has expired. Returns how many. */
async function deleteImportRows(trx: Trx): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from import_rows where (company_id, import_id, row) in (
      select r.company_id, r.import_id, r.row from imports i
      join import_rows r on r.company_id = i.company_id and r.import_id = i.id
      where not exists (select from files f where f.company_id = i.company_id and f.id = i.file_id)
      limit ${portionSize})`.execute(trx)
  return Number(numAffectedRows)
}

export const tidy = { importRows: inPortions(deleteImportRows) }
