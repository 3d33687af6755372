import { on } from '../../core/handlers.ts'
import { orFail } from '../operations/worker.ts'
import { exportRequested } from './jobs.ts'
import { writeExport } from './write.ts'

export const handlers = [on(exportRequested, orFail(writeExport), { concurrency: 2 })]
