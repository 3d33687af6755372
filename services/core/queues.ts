import { createPostgresBackend, type JobsOptions, Queue, Worker, type WorkerOptions } from 'bullmq'
import { Redis } from 'ioredis'
import type { Config } from './config.ts'

/** Jobs are tried eight times over about four minutes, then they are dead letters. */
export const jobOptions: JobsOptions = {
  attempts: 8,
  backoff: { type: 'exponential', delay: 1000, jitter: 0.5 },
  // Nothing is kept of a job that succeeded: its effects are keyed by its id, so handing it over again does no harm.
  removeOnComplete: true,
  removeOnFail: { age: 7 * 24 * 3600 }
}

/** Of so few, each is added for itself in PostgreSQL, where BullMQ makes two temporary tables for adding many at once. */
const fewJobs = 8

/** A worker that was killed loses its jobs to another within some fifteen seconds. */
const workerOptions = { lockDuration: 10_000, stalledInterval: 5_000, maxStalledCount: 20 }

export type QueuedJob = { id: string; name: string; data: unknown }

export type QueueWorker = Worker<unknown, void, string>

/** BullMQ on whichever store is configured: Redis where there is a REDIS_URL, else PostgreSQL. */
export type Queues = {
  store: 'redis' | 'postgres'
  add(queue: string, jobs: QueuedJob[]): Promise<void>
  work(
    queue: string,
    handle: (job: QueuedJob & { attempt: number; last: boolean }) => Promise<void>,
    concurrency: number
  ): QueueWorker
  /** Waiting, active, delayed and failed jobs of a queue. */
  counts(queue: string): Promise<Record<string, number>>
  /** When the job that has waited longest was added, in milliseconds; null where none waits. */
  oldest(queue: string): Promise<number | null>
  /** Rejects where the store cannot be reached. */
  ping(): Promise<void>
  close(): Promise<void>
}

export function openQueues(config: Pick<Config, 'redisUrl' | 'database'>, onError: (error: Error) => void): Queues {
  const open = new Map<string, Queue>()
  const redis = config.redisUrl ? connectRedis(config.redisUrl, onError) : undefined
  const postgres = {
    connectionString: config.database.staff,
    max: 4,
    application_name: 'prosa queue',
    keepAlive: true,
    // What a crash may take back is repeated: the relay's own commit, which follows, writes an added job out with it,
    // and a job whose completion is lost runs again to no effect.
    options: '-c synchronous_commit=off'
  }

  const queue = (name: string): Queue => {
    const known = open.get(name)
    if (known) return known
    const created = redis
      ? new Queue(name, { connection: redis.commands, skipWaitingForReady: true })
      : (new Queue(name, { connection: postgres }, createPostgresBackend) as unknown as Queue)
    created.on('error', onError)
    open.set(name, created)
    return created
  }

  return {
    store: redis ? 'redis' : 'postgres',
    add: async (name, jobs) => {
      const all = jobs.map(job => ({ name: job.name, data: job.data, opts: { ...jobOptions, jobId: job.id } }))
      if (redis || all.length > fewJobs) await queue(name).addBulk(all)
      else for (const { name: job, data, opts } of all) await queue(name).add(job, data, opts)
    },
    work: (name, handle, concurrency) => {
      const process = async (job: {
        id?: string
        name: string
        data: unknown
        attemptsMade: number
        opts: JobsOptions
      }) => {
        const attempt = job.attemptsMade + 1
        await handle({
          id: job.id ?? '',
          name: job.name,
          data: job.data,
          attempt,
          last: attempt >= (job.opts.attempts ?? 1)
        })
      }
      const options = { ...workerOptions, concurrency } satisfies Partial<WorkerOptions>
      const worker = redis
        ? new Worker(name, process, { ...options, connection: redis.blocking })
        : new Worker(
            name,
            process,
            { ...options, connection: { ...postgres, max: Math.min(concurrency, 6) } },
            createPostgresBackend
          )
      worker.on('error', onError)
      return worker as unknown as QueueWorker
    },
    counts: name => queue(name).getJobCounts('waiting', 'active', 'delayed', 'failed'),
    oldest: async name => (await queue(name).getJobs(['waiting'], 0, 0, true))[0]?.timestamp ?? null,
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

/** Commands fail at once while Redis is away, so that the relay can go on trying; blocking reads wait for its return. */
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
