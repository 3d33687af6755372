import type { Db } from '../services/core/db.ts'
import { AppError } from '../services/core/errors.ts'
import { runOperation, undoOperation } from '../services/operations/bulk.ts'
import { failOperation, resumeOperation, type Way } from '../services/operations/fail.ts'
import { operationQueued, undoQueued } from '../services/operations/jobs.ts'
import { type Context, on } from './worker.ts'

type Which = { companyId: string; operationId: string }
type Work = (db: Db, companyId: string, operationId: string) => Promise<void>

/**
 * One that is refused, or fails for the last time, says so to whoever waits for it. It is not lost: whoever hands its dead
 * letter over again has it go on where it stopped.
 */
export const orFail =
  (work: Work, way: Way = 'do') =>
  async ({ companyId, operationId }: Which, { db, last }: Context): Promise<void> => {
    try {
      await resumeOperation(db, companyId, operationId, way)
      await work(db, companyId, operationId)
    } catch (error) {
      const refused = error instanceof AppError
      if (refused || last) await failOperation(db, companyId, operationId, error)
      if (!refused) throw error
    }
  }

export const operationHandlers = [
  on(operationQueued, orFail(runOperation)),
  on(undoQueued, orFail(undoOperation, 'undo'))
]
