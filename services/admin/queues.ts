import { sql } from 'kysely'
import { audit, type By } from '../audit/queries.ts'
import type { AuditAction } from '../audit/rules.ts'
import { chatAsked } from '../chat/jobs.ts'
import { type Db, signalAfterCommit, type Trx } from '../core/db.ts'
import { AppError } from '../core/errors.ts'
import type { Queues } from '../core/queues.ts'
import { mailQueued } from '../email/jobs.ts'
import { importChecked } from '../imports/jobs.ts'
import { leadsCreated } from '../leads/jobs.ts'
import { operationQueued } from '../operations/jobs.ts'
import type { QueueState } from './schema.ts'

const queueNames = [leadsCreated, mailQueued, operationQueued, importChecked, chatAsked].map(job => job.queue)
const noJob = 'Trabalho não encontrado'

/** How each queue stands. One whose store is away says so, and the others are told all the same. */
export async function readQueues(db: Db, queues: Queues): Promise<QueueState[]> {
  const letters = await db.everyCompany(trx =>
    trx
      .selectFrom('failed_jobs')
      .select(row => ['queue', row.fn.countAll<number>().as('n')] as const)
      .groupBy('queue')
      .execute()
  )
  const names = [...new Set([...queueNames, ...letters.map(letter => letter.queue)])]
  return Promise.all(
    names.map(async name => {
      const deadLetters = Number(letters.find(letter => letter.queue === name)?.n ?? 0)
      try {
        const [counts, oldest] = await inTime(Promise.all([queues.counts(name), queues.oldest(name)]))
        const { waiting = 0, active = 0, delayed = 0, failed = 0 } = counts
        const oldestSeconds = oldest === null ? null : Math.max(0, Math.round((Date.now() - oldest) / 1000))
        return { name, away: false, waiting, active, delayed, failed, oldestSeconds, deadLetters }
      } catch {
        return { name, away: true, waiting: 0, active: 0, delayed: 0, failed: 0, oldestSeconds: null, deadLetters }
      }
    })
  )
}

const inTime = <T>(work: Promise<T>): Promise<T> =>
  Promise.race([
    work,
    new Promise<never>((_, reject) => setTimeout(() => reject(new Error('no answer')), 3000).unref())
  ])

async function takeLetter(trx: Trx, id: string) {
  const letter = await trx.deleteFrom('failed_jobs').where('id', '=', id).returningAll().executeTakeFirst()
  if (!letter) throw new AppError('notFound', noJob)
  return letter
}

/** Hands a dead letter over anew, under another id: its queue would take the old one for done. */
export async function retryJob(trx: Trx, id: string, by: By): Promise<void> {
  const { queue, name, data, job_id, error } = await takeLetter(trx, id)
  await trx
    .insertInto('outbox')
    .values({ queue, name, data: JSON.stringify(data) })
    .execute()
  signalAfterCommit(trx, 'outbox')
  await note(trx, by, 'job.retried', { id: job_id, name: `${queue}: ${name}` }, error)
}

export async function discardJob(trx: Trx, id: string, by: By): Promise<void> {
  const { queue, name, job_id, error } = await takeLetter(trx, id)
  await note(trx, by, 'job.discarded', { id: job_id, name: `${queue}: ${name}` }, error)
}

const note = (trx: Trx, by: By, action: AuditAction, job: { id: string; name: string }, error: string) =>
  audit(trx, { ...by, companyId: null, action, object: { type: 'job', ...job }, changes: { error: [error, null] } })

/** Mails that no server took, of the last seven days. */
export async function countFailedMails(trx: Trx): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select (select count(*) from mails where status = 'failed' and created_at > now() - interval '7 days')::int
      + (select count(*) from account_mails where status = 'failed' and created_at > now() - interval '7 days')::int as n`.execute(
    trx
  )
  return rows[0]?.n ?? 0
}
