import { on } from '../core/handlers.ts'
import { orFail } from '../operations/worker.ts'
import { exportAsked } from './jobs.ts'
import { writeExport } from './write.ts'

export const handlers = [on(exportAsked, orFail(writeExport), { concurrency: 2 })]
