import { findPackageJSON } from 'node:module'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { BusyError, WorkLimit } from '../../core/apart.ts'
import { AppError } from '../../core/errors.ts'
import type { BusyTimes, BusyWindow } from './busyTimes.ts'

/** Milliseconds, and megabytes, that reading one calendar may take. */
const limits = {
  processor: 15_000,
  patience: 600_000,
  memory: { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 }
}

/** TypeScript when run from the sources, else the built file. */
const entry = import.meta.url.endsWith('.ts')
  ? path.join(import.meta.dirname, 'thread.ts')
  : path.join(findPackageJSON(import.meta.url) ?? '', '../dist/services/calendarThread.js')

export type CalendarMessage = { started: true } | { read: BusyTimes } | { noCalendar: true }

const tooMuch = () =>
  new AppError('mismatch', 'Esta agenda é grande ou complicada demais para ser lida. Assine uma agenda menor.')

/**
 * Reads the times of a calendar in a thread of its own. Throws 422 where it is none, or takes too much time or memory.
 */
export function readApart(text: string, window: BusyWindow): Promise<BusyTimes> {
  // Without the environment, which holds the secrets.
  const thread = new Worker(entry, { workerData: { text, window }, resourceLimits: limits.memory, env: {} })
  return new Promise<BusyTimes>((resolve, reject) => {
    const limit = new WorkLimit(thread, limits, reason => reject(reason === 'tooMuch' ? tooMuch() : new BusyError()))
    thread.on('message', (message: CalendarMessage) => {
      if ('started' in message) limit.begin()
      else if ('read' in message) resolve(message.read)
      else reject(new AppError('mismatch', 'O endereço não respondeu com uma agenda no formato iCalendar (.ics).'))
    })
    thread.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch() : error)
    )
    thread.once('exit', code => {
      limit.end()
      reject(new Error(`The thread that read a calendar ended with ${code}`))
    })
  }).finally(() => thread.terminate())
}
