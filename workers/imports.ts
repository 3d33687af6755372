import { exportAsked } from '../services/exports/jobs.ts'
import { writeExport } from '../services/exports/write.ts'
import { importChecked, importConfirmed, importUndone } from '../services/imports/jobs.ts'
import { operationOf } from '../services/imports/queries.ts'
import { runImport } from '../services/imports/run.ts'
import { checkImport } from '../services/imports/stage.ts'
import { undoImport } from '../services/imports/undo.ts'
import { failOperation, resumeOperation, type Way } from '../services/operations/fail.ts'
import { orFail } from './operations.ts'
import { type Context, on } from './worker.ts'

type Which = { companyId: string; importId: string }

/**
 * After the last attempt the import says that it failed: what it has stored can then be undone, or the dead letter handed
 * over again, and it goes on.
 */
const told =
  (
    column: 'check_id' | 'operation_id',
    work: (db: Context['db'], companyId: string, importId: string, config: Context['config']) => Promise<void>,
    way: Way = 'do'
  ) =>
  async ({ companyId, importId }: Which, { db, config, last }: Context) => {
    try {
      const given = await operationOf(db, companyId, importId, column)
      if (given) await resumeOperation(db, companyId, given, way)
      await work(db, companyId, importId, config)
    } catch (error) {
      const operationId = last ? await operationOf(db, companyId, importId, column) : null
      if (operationId) await failOperation(db, companyId, operationId, error)
      throw error
    }
  }

// A list is work for a while; two at once leave room for the rest.
const few = { concurrency: 2 }

export const importHandlers = [
  on(importChecked, told('check_id', checkImport), few),
  on(importConfirmed, told('operation_id', runImport), few),
  on(importUndone, told('operation_id', undoImport, 'undo'), few),
  on(exportAsked, orFail(writeExport), few)
]
