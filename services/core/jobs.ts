import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { signalAfterCommit, type Trx } from './db.ts'

/** What happened, and the shape of what it carries: ids, so that the handler reads the state as it then is. */
export type Job<S extends TSchema = TSchema> = {
  queue: string
  name: string
  schema: S
  /**
   * The name of a list in what it carries. Jobs of one company that wait together are handed over as one, with these
   * lists joined, so that a burst is handled as sets. Effects are hence keyed by what is in the list, not by the job.
   */
  joins?: string
}

/** Names the job after what happened. Jobs of one queue share its workers. */
export const defineJob = <S extends TSchema>(
  queue: string,
  name: string,
  schema: S,
  options: Pick<Job, 'joins'> = {}
): Job<S> => ({ queue, name, schema, ...options })

/** The queue of what is done again and again. */
export const scheduleQueue = 'schedules'

/** A run of what is done again and again; published, it runs once more. */
export const scheduledRun = (name: string) => defineJob(scheduleQueue, name, Type.Object({}))

/** Writes the job to the outbox in the caller's transaction: it runs if that commits, and not otherwise. */
export async function publish<S extends TSchema>(trx: Trx, job: Job<S>, data: Static<S>): Promise<void> {
  await trx
    .insertInto('outbox')
    .values({ queue: job.queue, name: job.name, data: JSON.stringify(data) })
    .execute()
  signalAfterCommit(trx, 'outbox')
}
