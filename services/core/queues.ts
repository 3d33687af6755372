import { setTimeout as sleep } from 'node:timers/promises'
import {
  createPostgresBackend,
  DelayedError,
  type Job,
  type JobsOptions,
  Queue,
  Worker,
  type WorkerOptions
} from 'bullmq'
import { Redis } from 'ioredis'
import type { Config } from './config.ts'
import { queueConnections } from './connections.ts'
import { isDatabaseUnavailable } from './errors.ts'

/** Eight attempts over about four minutes; then the job is a dead letter. */
const jobOptions: JobsOptions = {
  attempts: 8,
  backoff: { type: 'exponential', delay: 1000, jitter: 0.5 },
  // Nothing is kept of a job that succeeded: its effects are keyed by its id, so adding it again does no harm.
  removeOnComplete: true,
  removeOnFail: { age: 7 * 24 * 3600 }
}

/** Up to this many are added one by one on PostgreSQL: to add many at once BullMQ creates two temporary tables. */
const fewJobs = 8

/** A run is not retried: the next run is the next attempt. */
const scheduleOptions: JobsOptions = { attempts: 1, removeOnComplete: true, removeOnFail: true }

/** The jobs of a killed worker go to another within one and a half times the duration of their lock. */
const locking = (jobLock: number) => ({ lockDuration: jobLock, stalledInterval: jobLock / 2, maxStalledCount: 20 })

/** Thrown by a handler whose job cannot run yet: it comes again after these milliseconds, and this was no attempt. */
export class NotYet extends Error {
  readonly wait: number
  constructor(wait: number) {
    super('The job runs later')
    this.wait = wait
  }
}

export type QueuedJob = { id: string; name: string; data: unknown }

export type PendingJob = Pick<QueuedJob, 'name' | 'data'>

export type RunningJob = QueuedJob & {
  attempt: number
  /** True at the last attempt. */
  last: boolean
  starts: number
  /** How often it was found without a worker after it had begun. */
  stalls: number
}

/** The last and the next run of a recurring job, in milliseconds. */
type ScheduleTimes = { name: string; label: string; every: number; last: number | null; next: number }

export type QueueWorker = Worker<unknown, void, string>

/** BullMQ on the configured store: Redis with a REDIS_URL, else PostgreSQL. */
export type Queues = {
  store: 'redis' | 'postgres'
  add(queue: string, jobs: QueuedJob[]): Promise<void>
  work(queue: string, handle: (job: RunningJob) => Promise<void>, concurrency: number): Promise<QueueWorker>
  /** Waiting, active, delayed and failed jobs of a queue. */
  counts(queue: string): Promise<Record<string, number>>
  /** When the longest-waiting job was added, in milliseconds; null where none waits. */
  oldest(queue: string): Promise<number | null>
  /** Whether the store has the mark that `mark` left: one that was emptied, or is another, has not. */
  isMarked(): Promise<boolean>
  mark(): Promise<void>
  /** Jobs of a queue that are still to be done or under way, as many as are asked for. */
  pending(queue: string, limit: number): Promise<PendingJob[]>
  /** The jobs of a queue that are being worked on, and when each began. */
  active(queue: string): Promise<{ id: string; name: string }[]>
  /**
   * Makes these recurring jobs of the queue; others stay, as they may be those of another version. One that became due
   * while no worker ran is due at once; those already scheduled as given are left alone.
   */
  schedule(queue: string, schedules: readonly Pick<ScheduleTimes, 'name' | 'label' | 'every'>[]): Promise<void>
  unschedule(queue: string, name: string): Promise<void>
  schedules(queue: string): Promise<ScheduleTimes[]>
  /** Rejects where the store cannot be reached. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** Rejects where the store has not answered after three seconds. */
export const inTime = <T>(work: Promise<T>): Promise<T> =>
  Promise.race([
    work,
    new Promise<never>((_, reject) => setTimeout(() => reject(new Error('no answer')), 3000).unref())
  ])

/** The key in Redis that says that its jobs are still there. */
const mark = 'prosa-queues-since'

export function openQueues(
  config: Pick<Config, 'redisUrl' | 'database' | 'jobLock'>,
  onError: (error: Error) => void
): Queues {
  const open = new Map<string, Queue>()
  const redis = config.redisUrl ? connectRedis(config.redisUrl, onError) : undefined
  const postgres = {
    connectionString: config.database.staff,
    max: queueConnections.commands,
    application_name: 'prosa queue',
    keepAlive: true,
    // Losing a commit here is harmless: the relay's own commit follows and flushes an added job with it, and a job
    // whose completion is lost runs again to no effect.
    options: '-c synchronous_commit=off'
  }

  const queue = (name: string): Queue => {
    const opened = open.get(name)
    if (opened) return opened
    const created = redis
      ? new Queue(name, { connection: redis.commands, skipWaitingForReady: true })
      : (new Queue(name, { connection: postgres }, createPostgresBackend) as unknown as Queue)
    created.on('error', onError)
    open.set(name, created)
    // An instance that found no store when it was created never reconnects.
    created.waitUntilReady().catch(() => {
      if (open.get(name) === created) open.delete(name)
      created.close().catch(() => {})
    })
    return created
  }

  return {
    store: redis ? 'redis' : 'postgres',
    add: async (name, jobs) => {
      const all = jobs.map(job => ({ name: job.name, data: job.data, opts: { ...jobOptions, jobId: job.id } }))
      if (redis || all.length > fewJobs) await queue(name).addBulk(all)
      else for (const { name: job, data, opts } of all) await queue(name).add(job, data, opts)
    },
    work: async (name, handle, concurrency) => {
      const process = async (job: Job, token?: string) => {
        const { id = '', name, data } = job
        const attempt = job.attemptsMade + 1
        try {
          await handle({
            id,
            name,
            data,
            attempt,
            last: attempt >= (job.opts.attempts ?? 1),
            starts: job.attemptsStarted,
            stalls: job.stalledCounter
          })
        } catch (error) {
          if (!(error instanceof NotYet)) throw error
          await job.moveToDelayed(Date.now() + error.wait, token)
          throw new DelayedError()
        }
      }
      const options = { ...locking(config.jobLock), concurrency, autorun: false } satisfies Partial<WorkerOptions>
      const create = () => {
        const worker = redis
          ? new Worker(name, process, { ...options, connection: redis.blocking })
          : new Worker(
              name,
              process,
              { ...options, connection: { ...postgres, max: queueConnections.working } },
              createPostgresBackend
            )
        worker.on('error', onError)
        return worker
      }
      // On Redis a worker connects as soon as there is one.
      const worker = redis ? create() : await untilConnected(create)
      worker.run().catch(onError)
      return worker as unknown as QueueWorker
    },
    counts: name => queue(name).getJobCounts('waiting', 'active', 'delayed', 'failed'),
    oldest: async name => (await queue(name).getJobs(['waiting'], 0, 0, true))[0]?.timestamp ?? null,
    // PostgreSQL's are in the database that asks.
    isMarked: async () => !redis || (await redis.commands.exists(mark)) === 1,
    mark: async () => {
      await redis?.commands.set(mark, new Date().toISOString())
    },
    pending: async (name, limit) => {
      const jobs: PendingJob[] = []
      // In the order in which a job moves, so that none is missed between two looks.
      for (const state of ['delayed', 'waiting', 'active'] as const)
        if (jobs.length < limit) jobs.push(...(await queue(name).getJobs([state], 0, limit - jobs.length - 1)))
      return jobs
    },
    active: async name => (await queue(name).getActive()).map(job => ({ id: job.id ?? '', name: job.name })),
    schedule: async (name, schedules) => {
      const registered = new Map((await queue(name).getJobSchedulers()).map(each => [each.key, each]))
      for (const { name: id, label, every } of schedules) {
        const current = registered.get(id)
        // Long overdue: its next run has been lost from the store, so it is scheduled again.
        if (current?.every === every && Date.now() - (current.next ?? 0) < Math.max(2 * every, 60_000)) continue
        await queue(name).upsertJobScheduler(id, { every }, { name: id, data: { label }, opts: scheduleOptions })
      }
    },
    unschedule: async (name, id) => {
      await queue(name).removeJobScheduler(id)
    },
    schedules: async name =>
      (await queue(name).getJobSchedulers()).map(({ key, every = 0, next = 0, iterationCount = 0, template }) => ({
        name: key,
        label: template?.data?.label ?? key,
        every,
        next,
        last: iterationCount > 1 ? next - every : null
      })),
    ping: async () => {
      if (redis) await redis.commands.ping()
      else await queue('ping').getJobCounts('waiting')
    },
    close: async () => {
      await Promise.allSettled([...open.values()].map(each => each.close()))
      redis?.commands.disconnect()
      redis?.blocking.disconnect()
    }
  }
}

/**
 * BullMQ never connects a worker that found no PostgreSQL when it was created, so another is created until one does.
 */
async function untilConnected<W extends Pick<Worker, 'waitUntilReady' | 'close'>>(create: () => W): Promise<W> {
  for (;;) {
    const worker = create()
    try {
      await worker.waitUntilReady()
      return worker
    } catch (error) {
      worker.close(true).catch(() => {})
      if (!isDatabaseUnavailable(error)) throw error
      await sleep(500)
    }
  }
}

/** Commands fail at once while Redis is away, so that the relay can retry; blocking reads wait until it is back. */
function connectRedis(url: string, onError: (error: Error) => void): { commands: Redis; blocking: Redis } {
  const retryStrategy = (times: number) => Math.min(times * 100, 2000)
  const commands = new Redis(url, {
    maxRetriesPerRequest: 1,
    enableOfflineQueue: true,
    commandTimeout: 5000,
    retryStrategy
  })
  const blocking = new Redis(url, { maxRetriesPerRequest: null, retryStrategy })
  commands.on('error', onError)
  blocking.on('error', onError)
  return { commands, blocking }
}
