import type { Trx } from '../services/core/db.ts'
import type { QueuedJob } from '../services/core/queues.ts'
import { cut } from '../services/core/rules.ts'
import { withoutAddresses } from '../services/core/text.ts'

export type DeadLetter = QueuedJob & { attempts: number }

/** Stores a job that is not tried again, so that staff can see and retry it. */
export async function keepDeadLetter(trx: Trx, queue: string, letter: DeadLetter, failure: unknown): Promise<void> {
  const error = cut(withoutAddresses(failure instanceof Error ? failure.message : String(failure)), 2000)
  const { id, name, data, attempts } = letter
  await trx
    .insertInto('failed_jobs')
    .values({ job_id: id, queue, name, data: JSON.stringify(data), error, attempts })
    .onConflict(conflict => conflict.column('job_id').doUpdateSet({ error, attempts }))
    .execute()
}
