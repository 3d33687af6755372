import { runOperation, undoOperation } from '../services/operations/bulk.ts'
import { operationQueued, undoQueued } from '../services/operations/jobs.ts'
import { on } from './worker.ts'

export const runQueued = on(operationQueued, ({ companyId, operationId }, { db }) =>
  runOperation(db, companyId, operationId)
)

export const undoAsked = on(undoQueued, ({ companyId, operationId }, { db }) =>
  undoOperation(db, companyId, operationId)
)

export const operationHandlers = [runQueued, undoAsked]
