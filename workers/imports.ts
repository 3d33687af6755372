import { exportAsked } from '../services/exports/jobs.ts'
import { writeExport } from '../services/exports/write.ts'
import { failOperation } from '../services/imports/fail.ts'
import { importChecked, importConfirmed, importUndone } from '../services/imports/jobs.ts'
import { runImport } from '../services/imports/run.ts'
import { checkImport } from '../services/imports/stage.ts'
import { undoImport } from '../services/imports/undo.ts'
import { type Context, on } from './worker.ts'

type Which = { companyId: string; importId: string }

/** After the last attempt the import says that it failed: what it has stored can then be undone. */
const told =
  (
    column: 'check_id' | 'operation_id',
    work: (db: Context['db'], companyId: string, importId: string) => Promise<void>
  ) =>
  async ({ companyId, importId }: Which, { db, last }: Context) => {
    try {
      await work(db, companyId, importId)
    } catch (error) {
      if (last) await failOperation(db, companyId, importId, column)
      throw error
    }
  }

// A list is work for a while; two at once leave room for the rest.
const few = { concurrency: 2 }

export const checkAsked = on(importChecked, told('check_id', checkImport), few)
export const importAsked = on(importConfirmed, told('operation_id', runImport), few)
export const undoOfImport = on(importUndone, told('operation_id', undoImport), few)
export const exportWanted = on(
  exportAsked,
  ({ companyId, operationId }, { db }) => writeExport(db, companyId, operationId),
  few
)

export const importHandlers = [checkAsked, importAsked, undoOfImport, exportWanted]
