import { randomUUID } from 'node:crypto'
import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { signalAfterCommit, type Trx } from './db.ts'

/** The contract of publisher and handler: the event, and the shape of its data, ids that the handler looks up. */
export type Contract<S extends TSchema = TSchema> = {
  queue: string
  name: string
  schema: S
  /**
   * The name of a list in the data. Waiting jobs of one company, or of none, are handed over as one, with these lists
   * joined, so that a burst is handled in sets. Effects must therefore be keyed by the list's items, not by the job.
   */
  joins?: string
}

export type Job<S extends TSchema = TSchema> = Contract<S> & {
  /** The Portuguese name that staff read: what its handler does. */
  label: string
}

/** Defines a job, named after what happened. Jobs of one queue share its workers. */
export const defineJob = <S extends TSchema>(
  queue: string,
  name: string,
  schema: S,
  options: Pick<Job, 'label' | 'joins'>
): Job<S> => ({ queue, name, schema, ...options })

/** The error of a dead letter whose process died three times while it ran. */
export const diedThrice = 'O processo terminou três vezes durante este trabalho'

/** The id of a job whose work has ended a worker, so that it runs alone from the start. */
const aloneMark = 'alone-'
export const aloneId = (id: string = randomUUID()): string => `${aloneMark}${id}`
export const isForAlone = (id: string): boolean => id.startsWith(aloneMark)

/** The queue of the recurring jobs, and the label that staff read. */
export const scheduleQueue = 'schedules'
export const scheduleQueueLabel = 'Tarefas periódicas'

/**
 * One run of a recurring job. Publishing it as `requested` adds a run outside its schedule, which waits for the one
 * that is under way, where a scheduled run is skipped.
 */
export const scheduledRun = (name: string) => ({
  queue: scheduleQueue,
  name,
  schema: Type.Object({ requested: Type.Optional(Type.Boolean()) })
})

/** Writes the job to the outbox in the caller's transaction: it runs only if that commits. */
export async function publish<S extends TSchema>(trx: Trx, job: Contract<S>, data: Static<S>): Promise<void> {
  await trx
    .insertInto('outbox')
    .values({ queue: job.queue, name: job.name, data: JSON.stringify(data) })
    .execute()
  signalAfterCommit(trx, 'outbox')
}
