import type { Static, TSchema } from '@sinclair/typebox'
import { TypeCompiler } from '@sinclair/typebox/compiler'
import { UnrecoverableError } from 'bullmq'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Db } from './db.ts'
import type { Contract } from './jobs.ts'

export type Context = {
  db: Db
  config: Config
  log: Logger
  /** The same at each attempt: the idempotency key of everything that must happen once. */
  jobId: string
  /** True at the last attempt, after which a failure is final. */
  last: boolean
}

export type Handler = {
  job: Contract
  run(data: unknown, context: Context): Promise<void>
  /** Concurrent jobs in the job's queue, where the default does not fit. */
  concurrency?: number | undefined
}

/** Defines the handler of a job. It may run twice, even at once, and must then have one effect. */
export function on<S extends TSchema>(
  job: Contract<S>,
  run: (data: Static<S>, context: Context) => Promise<void>,
  { concurrency }: Pick<Handler, 'concurrency'> = {}
): Handler {
  const shape = TypeCompiler.Compile(job.schema)
  return {
    job,
    concurrency,
    run: async (data, context) => {
      if (!shape.Check(data)) throw new UnrecoverableError(`${job.name} carries data of another shape`)
      await run(data, context)
    }
  }
}
