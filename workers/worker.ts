import { UnrecoverableError } from 'bullmq'
import { isDatabaseUnavailable } from '../services/core/errors.ts'
import type { Context, Handler } from '../services/core/handlers.ts'
import { aloneId, type Contract, isForAlone, scheduleQueue } from '../services/core/jobs.ts'
import { NotYet, type QueuedJob, type Queues, type QueueWorker } from '../services/core/queues.ts'
import { type Alone, DiedThrice } from './alone.ts'
import { type DeadLetter, keepDeadLetter } from './deadLetters.ts'
import { hasDied, scheduleLetter } from './schedules.ts'

/** Concurrent jobs in each queue of a process, unless a handler sets its own. */
const usualConcurrency = 8

/**
 * A recurring job without a handler here may be one of a worker of another version, and is left to it so many times;
 * then no worker has one, and it recurs no more.
 */
const unknownStarts = 20

/** A job that was found without its worker so many times runs alone. */
const stallsUntilAlone = 2

/** Starts a BullMQ worker for each queue that the handlers name. */
export function startWorkers(
  handlers: readonly Handler[],
  queues: Queues,
  context: Omit<Context, 'jobId' | 'last'>,
  alone: Alone
): Promise<QueueWorker[]> {
  const byQueue = Map.groupBy(handlers, handler => handler.job.queue)
  const keep = (queue: string, letter: DeadLetter, error: unknown) =>
    context.db.everyCompany(trx => keepDeadLetter(trx, queue, letter, error))
  const start = async ([queue, own]: [string, Handler[]]) => {
    const byName = new Map(own.map(handler => [handler.job.name, handler]))
    const worker = await queues.work(
      queue,
      async job => {
        const log = context.log.child({ job: job.name, jobId: job.id })
        const handler = byName.get(job.name)
        try {
          if (!handler && queue === scheduleQueue) {
            if (job.starts < unknownStarts) throw new NotYet(500)
            return await queues.unschedule(queue, job.name)
          }
          if (!handler) throw new UnrecoverableError(`No handler for ${job.name}`)
          const isSuspect = job.stalls >= stallsUntilAlone || isForAlone(job.id)
          if (isSuspect || (queue === scheduleQueue && (await hasDied(context.db, job.name))))
            await alone.run(queue, job)
          else await handler.run(job.data, { ...context, log, jobId: job.id, last: job.last })
        } catch (error) {
          if (error instanceof NotYet) throw error
          log.warn({ err: error, attempt: job.attempt }, 'job failed')
          if (handler && !isDatabaseUnavailable(error)) {
            // Each item of a job that died runs alone from the first time on.
            const itemId = error instanceof DiedThrice ? aloneId(job.id) : job.id
            if (await splitUp(queues, handler.job, { ...job, id: itemId })) return
          }
          const letter = queue === scheduleQueue ? scheduleLetter(job.name) : { ...job, attempts: job.attempt }
          if (job.last || error instanceof UnrecoverableError) await keep(queue, letter, error)
          throw error
        }
      },
      Math.max(...own.map(handler => handler.concurrency ?? usualConcurrency))
    )
    // A stalled job, whose workers died too often, fails without its handler having run to the end.
    worker.on('failed', (job, error) => {
      if (!job?.id || !/stalled/i.test(error.message)) return
      keep(queue, { id: job.id, name: job.name, data: job.data, attempts: job.attemptsMade }, error).catch(failure =>
        context.log.error({ err: failure }, 'dead letter not kept')
      )
    })
    return worker
  }
  return Promise.all([...byQueue].map(start))
}

/**
 * Splits a failed job with a joined list into one job per item, so that one bad item does not hold up the others. False
 * for a single item.
 */
async function splitUp(
  queues: Queues,
  { queue, joins = '' }: Contract,
  { id, name, data }: QueuedJob
): Promise<boolean> {
  const { [joins]: items, ...rest } = (data ?? {}) as Record<string, unknown>
  if (!Array.isArray(items) || items.length < 2) return false
  await queues.add(
    queue,
    items.map((item, n) => ({ id: `${id}-${n}`, name, data: { ...rest, [joins]: [item] } }))
  )
  return true
}
