import { UnrecoverableError } from 'bullmq'
import type { Context, Handler } from '../services/core/handlers.ts'
import { NotYet } from '../services/core/queues.ts'

export type Task = { queue: string; id: string; name: string; data: unknown; last: boolean }

export type Outcome =
  | { done: true }
  | { notYet: number }
  | { failure: { message: string; code: string | undefined; isFinal: boolean } }

/**
 * Runs the jobs that the worker sends, until the worker has ended. It answers 'begun' as soon as a job is about to run:
 * from there on the end of the process is the job's doing.
 */
export function serveAlone(handlers: readonly Handler[], context: Omit<Context, 'jobId' | 'last'>): void {
  // Ctrl-C reaches every process of a terminal; this one ends with the worker, which waits for it.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
  process.once('disconnect', () => process.exit())
  process.on('message', async ({ queue, id, name, data, last }: Task) => {
    const log = context.log.child({ job: name, jobId: id, alone: true })
    const handler = handlers.find(({ job }) => job.queue === queue && job.name === name)
    const run = async () => {
      if (!handler) throw new UnrecoverableError(`No handler for ${name}`)
      await handler.run(data, { ...context, log, jobId: id, last })
    }
    process.send?.('begun', async () => process.send?.(await outcomeOf(run)))
  })
}

async function outcomeOf(work: () => Promise<void>): Promise<Outcome> {
  try {
    await work()
    return { done: true }
  } catch (error) {
    if (error instanceof NotYet) return { notYet: error.wait }
    const code = error instanceof Error && 'code' in error ? String(error.code) : undefined
    const message = error instanceof Error ? error.message : String(error)
    return { failure: { message, code, isFinal: error instanceof UnrecoverableError } }
  }
}
