import type { Static, TSchema } from '@sinclair/typebox'
import { TypeCompiler } from '@sinclair/typebox/compiler'
import { UnrecoverableError } from 'bullmq'
import type { Logger } from 'pino'
import type { Config } from '../services/core/config.ts'
import type { Db } from '../services/core/db.ts'
import type { Job } from '../services/core/jobs.ts'
import type { QueuedJob, Queues, QueueWorker } from '../services/core/queues.ts'

export type Context = {
  db: Db
  config: Config
  log: Logger
  /** The same at each attempt: the key of everything that must happen once. */
  jobId: string
}

export type Handler = { job: Job; run(data: unknown, context: Context): Promise<void> }

/** Says what is done for a job. The handler may run twice, at once even, and must then have one effect. */
export function on<S extends TSchema>(job: Job<S>, run: (data: Static<S>, context: Context) => Promise<void>): Handler {
  const shape = TypeCompiler.Compile(job.schema)
  return {
    job,
    run: async (data, context) => {
      if (!shape.Check(data)) throw new UnrecoverableError(`${job.name} carries data of another shape`)
      await run(data, context)
    }
  }
}

/** Jobs at once in each queue of a process. */
const concurrency = 8

/** Starts a BullMQ worker for each queue that the handlers name. */
export function startWorkers(
  handlers: readonly Handler[],
  queues: Queues,
  context: Omit<Context, 'jobId'>
): QueueWorker[] {
  const byQueue = Map.groupBy(handlers, handler => handler.job.queue)
  return [...byQueue].map(([queue, own]) => {
    const byName = new Map(own.map(handler => [handler.job.name, handler]))
    const worker = queues.work(
      queue,
      async job => {
        const log = context.log.child({ job: job.name, jobId: job.id })
        const handler = byName.get(job.name)
        try {
          if (!handler) throw new UnrecoverableError(`No handler for ${job.name}`)
          await handler.run(job.data, { ...context, log, jobId: job.id })
        } catch (error) {
          log.warn({ err: error, attempt: job.attempt }, 'job failed')
          if (job.last || error instanceof UnrecoverableError) await keepDeadLetter(context.db, queue, job, error)
          throw error
        }
      },
      concurrency
    )
    // A job whose workers died too often fails without having been run to its end.
    worker.on('failed', (job, error) => {
      if (!job?.id || !/stalled/i.test(error.message)) return
      const letter = { id: job.id, name: job.name, data: job.data, attempt: job.attemptsMade }
      keepDeadLetter(context.db, queue, letter, error).catch(failure =>
        context.log.error({ err: failure }, 'dead letter not kept')
      )
    })
    return worker
  })
}

/** Keeps a job that is not tried again where people can see it. */
async function keepDeadLetter(
  db: Db,
  queue: string,
  job: QueuedJob & { attempt: number },
  error: unknown
): Promise<void> {
  const message = error instanceof Error ? error.message : String(error)
  await db.everyCompany(trx =>
    trx
      .insertInto('failed_jobs')
      .values({
        job_id: job.id,
        queue,
        name: job.name,
        data: JSON.stringify(job.data),
        error: message.slice(0, 2000),
        attempts: job.attempt
      })
      .onConflict(conflict =>
        conflict.column('job_id').doUpdateSet({ error: message.slice(0, 2000), attempts: job.attempt })
      )
      .execute()
  )
}
