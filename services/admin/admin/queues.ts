import { sql } from 'kysely'
import type { AuditAction } from '../../core/audit.ts'
import { type Db, signalAfterCommit, type Trx } from '../../core/db.ts'
import { AppError } from '../../core/errors.ts'
import type { Parts } from '../../core/features.ts'
import { aloneId, diedThrice, publish, scheduledRun, scheduleQueue } from '../../core/jobs.ts'
import { inTime, type Queues } from '../../core/queues.ts'
import { type AuditActor, audit } from '../../platform/audit/queries.ts'
import { jobKey, queueLabels } from './jobLabels.ts'
import type { QueueState, ScheduleState } from './logSchema.ts'

const noJob = 'Trabalho não encontrado'

/** The state of each queue; one whose store is unavailable says so without failing the others. */
export async function readQueues(
  db: Db,
  { queues, features }: Pick<Parts, 'queues' | 'features'>
): Promise<QueueState[]> {
  const letters = await db.everyCompany(trx =>
    trx
      .selectFrom('failed_jobs')
      .select(row => ['queue', row.fn.countAll<number>().as('n')] as const)
      .groupBy('queue')
      .execute()
  )
  const labels = queueLabels(features)
  const names = [...new Set([...labels.keys(), ...letters.map(letter => letter.queue)])]
  return Promise.all(
    names.map(async name => {
      const label = labels.get(name) ?? name
      const deadLetters = Number(letters.find(letter => letter.queue === name)?.n ?? 0)
      try {
        const [counts, oldest] = await inTime(Promise.all([queues.counts(name), queues.oldest(name)]))
        const { waiting = 0, active = 0, delayed = 0, failed = 0 } = counts
        const oldestSeconds = oldest === null ? null : Math.max(0, Math.round((Date.now() - oldest) / 1000))
        return { name, label, away: false, waiting, active, delayed, failed, oldestSeconds, deadLetters }
      } catch {
        const nothing = { waiting: 0, active: 0, delayed: 0, failed: 0, oldestSeconds: null }
        return { name, label, away: true, ...nothing, deadLetters }
      }
    })
  )
}

/** The recurring jobs as registered in the queues' store. */
export async function readSchedules(db: Db, queues: Queues): Promise<ScheduleState[]> {
  const [schedules, failures] = await Promise.all([
    inTime(queues.schedules(scheduleQueue)).catch(() => {
      throw new AppError('unavailable', 'O armazenamento de filas não responde. Tente novamente em alguns instantes.')
    }),
    db.everyCompany(trx =>
      trx.selectFrom('failed_jobs').select(['name', 'error']).where('queue', '=', scheduleQueue).execute()
    )
  ])
  const time = (at: number) => new Date(at).toISOString()
  return schedules
    .toSorted((a, b) => a.name.localeCompare(b.name))
    .map(({ name, label, every, last, next }) => ({
      name,
      label,
      everySeconds: every / 1000,
      lastAt: last === null ? null : time(last),
      nextAt: time(next),
      error: failures.find(failure => failure.name === name)?.error ?? null
    }))
}

/** Runs it now, outside its schedule. */
export async function runSchedule(db: Db, queues: Queues, name: string, actor: AuditActor): Promise<void> {
  const schedules = await readSchedules(db, queues)
  if (!schedules.some(schedule => schedule.name === name)) throw new AppError('notFound', noJob)
  await db.everyCompany(async trx => {
    await publish(trx, scheduledRun(name), { requested: true })
    await audit(trx, { ...actor, companyId: null, action: 'schedule.run', object: { type: 'job', id: name, name } })
  })
}

async function takeLetter(trx: Trx, id: string) {
  const letter = await trx.deleteFrom('failed_jobs').where('id', '=', id).returningAll().executeTakeFirst()
  if (!letter) throw new AppError('notFound', noJob)
  return letter
}

/** Queues a dead letter again, with a new id: the queue would ignore the old one as done. */
export async function retryJob(trx: Trx, id: string, actor: AuditActor): Promise<void> {
  const { queue, name, data, job_id, error } = await takeLetter(trx, id)
  await trx
    .insertInto('outbox')
    .values({ ...(error === diedThrice && { id: aloneId() }), queue, name, data: JSON.stringify(data) })
    .execute()
  signalAfterCommit(trx, 'outbox')
  await note(trx, actor, 'job.retried', { id: job_id, name: jobKey({ queue, name }) }, error)
}

export async function discardJob(trx: Trx, id: string, actor: AuditActor): Promise<void> {
  const { queue, name, job_id, error } = await takeLetter(trx, id)
  await note(trx, actor, 'job.discarded', { id: job_id, name: jobKey({ queue, name }) }, error)
}

const note = (trx: Trx, actor: AuditActor, action: AuditAction, job: { id: string; name: string }, error: string) =>
  audit(trx, { ...actor, companyId: null, action, object: { type: 'job', ...job }, changes: { error: [error, null] } })

/** Failed mails of the last seven days. */
export async function countFailedMails(trx: Trx): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select (select count(*) from mails where status = 'failed' and created_at > now() - interval '7 days')::int
      + (select count(*) from account_mails where status = 'failed' and created_at > now() - interval '7 days')::int as n`.execute(
    trx
  )
  return rows[0]?.n ?? 0
}
