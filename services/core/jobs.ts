import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { signalAfterCommit, type Trx } from './db.ts'

/** What happened, and the shape of its data: ids, so that the handler reads the current state. */
export type Job<S extends TSchema = TSchema> = {
  queue: string
  name: string
  schema: S
  /**
   * The name of a list in the data. Waiting jobs of one company, or of none, are handed over as one, with these lists joined, so
   * that a burst is handled in sets. Effects must therefore be keyed by the list's items, not by the job.
   */
  joins?: string
}

/** Defines a job, named after what happened. Jobs of one queue share its workers. */
export const defineJob = <S extends TSchema>(
  queue: string,
  name: string,
  schema: S,
  options: Pick<Job, 'joins'> = {}
): Job<S> => ({ queue, name, schema, ...options })

/** The queue of the recurring jobs. */
export const scheduleQueue = 'schedules'

/**
 * One run of a recurring job. Publishing it as `requested` adds a run outside its schedule, which waits for the one that
 * is under way, where a scheduled run is skipped.
 */
export const scheduledRun = (name: string) =>
  defineJob(scheduleQueue, name, Type.Object({ requested: Type.Optional(Type.Boolean()) }))

/** Writes the job to the outbox in the caller's transaction: it runs only if that commits. */
export async function publish<S extends TSchema>(trx: Trx, job: Job<S>, data: Static<S>): Promise<void> {
  await trx
    .insertInto('outbox')
    .values({ queue: job.queue, name: job.name, data: JSON.stringify(data) })
    .execute()
  signalAfterCommit(trx, 'outbox')
}
