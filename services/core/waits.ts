import type { Config } from './config.ts'
import type { Db } from './db.ts'
import type { Contract } from './jobs.ts'
import type { PendingJob, Queues } from './queues.ts'

/** How long a row may wait before its job is looked for, as an SQL interval. */
export const tooLong = `interval '5 minutes'`

/**
 * Rows in a state that only a job ends. The store of the queues may lose a job, as when Redis is lost or a database is
 * restored beside an empty one; the rows say what is still to be done.
 */
export type Wait = {
  /** Its key in `stuck` of `/health/ready`. */
  name: string
  /** The Portuguese plural that staff read: 'e-mails'. */
  label: string
  /** The states, by table and column: `{ 'mails.status': ['queued'] }`. */
  states: Readonly<Record<string, readonly string[]>>
  /** SQL that selects the rows that have waited for too long as `data`: what the job of one row carries. */
  overdue: string
  job: Contract
  /** Whether this installation has such jobs at all. */
  wanted?(config: Config): boolean
}

export type JobData = Readonly<Record<string, unknown>>

/** Rows of an entry that are looked at in one round. */
const maxRows = 1000
/** Jobs of a queue that are read. Where more wait, the queue is behind, and nothing says that a job is lost. */
const maxJobs = 5000

/**
 * The rows of each entry that have waited for too long and have no job: neither in the outbox, nor in the queue, nor
 * put aside as a dead letter. Nothing is read of the queues where no row is overdue.
 */
export async function findStuck(
  { db, queues, config }: { db: Db; queues: Pick<Queues, 'pending'>; config: Config },
  waits: readonly Wait[]
): Promise<Map<Wait, JobData[]>> {
  const present = waits.filter(({ wanted = () => true }) => wanted(config))
  const answers = await db.everyCompanyBatch(
    present.map(({ name, overdue }) => ({
      name: `overdue ${name}`,
      text: `select data from (${overdue}) as overdue limit ${maxRows}`,
      values: []
    }))
  )
  const stuck = new Map<Wait, JobData[]>()
  for (const [n, wait] of present.entries()) {
    const rows = (answers[n]?.rows ?? []).map(({ data }) => data as JobData)
    stuck.set(wait, rows.length === 0 ? [] : await withoutJob(db, queues, wait, rows))
  }
  return stuck
}

async function withoutJob(
  db: Db,
  queues: Pick<Queues, 'pending'>,
  { job }: Wait,
  rows: readonly JobData[]
): Promise<JobData[]> {
  // In the order in which a job moves, so that none is missed between two looks.
  const stored = `select name, data from outbox where queue = $1
    union all select name, data from failed_jobs where queue = $1 limit ${maxJobs + 1}`
  const [waiting] = await db.everyCompanyBatch([{ text: stored, values: [job.queue] }])
  const queued = await queues.pending(job.queue, maxJobs + 1)
  const jobs: PendingJob[] = [...(waiting?.rows ?? []), ...queued]
  if (jobs.length > maxJobs) return []
  const keys = Object.keys(rows[0] ?? {}).toSorted()
  const pending = new Set(
    jobs
      .filter(({ name }) => name === job.name)
      .flatMap(({ data }) => itemsOf(job, data).map(each => keyOf(keys, each)))
  )
  return rows.filter(row => itemsOf(job, row).some(item => !pending.has(keyOf(keys, item))))
}

/** A job for a list counts for each of its items. */
function itemsOf({ joins }: Contract, data: unknown): JobData[] {
  const fields = (data ?? {}) as JobData
  const items = joins === undefined ? undefined : fields[joins]
  return joins !== undefined && Array.isArray(items) ? items.map(item => ({ ...fields, [joins]: item })) : [fields]
}

const keyOf = (keys: readonly string[], data: JobData): string => JSON.stringify(keys.map(key => data[key] ?? null))
