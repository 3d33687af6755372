import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from './config.ts'
import { type Db, staffPool } from './db.ts'
import { isDatabaseUnavailable } from './errors.ts'

/** With many more connections than cores, every query waits longer; on large machines more processes do more. */
export const apiPool = Math.min(48, Math.max(8, 4 * availableParallelism()))

export const workerPool = 10

/** Connections of the queues' store in PostgreSQL, by queue: for adding and asking, for working, for being notified. */
export const queueConnections = { commands: 1, working: 2, listening: 1 }

type Kind = 'api' | 'worker'

/** How many connections to PostgreSQL a process opens at most; with Redis the queues need none. */
export function maxConnections(kind: Kind, { redisUrl }: Pick<Config, 'redisUrl'>, queues: number): number {
  const pool = kind === 'api' ? apiPool : workerPool
  const { commands, working, listening } = queueConnections
  // One more is the queue of the health check.
  const ofQueues = (queues + 1) * commands + (kind === 'worker' ? queues * (working + listening) : 0)
  const forSignals = 1
  return pool + staffPool(pool) + forSignals + (redisUrl ? 0 : ofQueues)
}

/**
 * Throws where PostgreSQL lets fewer connections in than are needed: a process that starts all the same fails hours
 * later, under load, in whatever asks for the last one.
 */
export async function refuseFewConnections(db: Db, needed: number): Promise<void> {
  const text = `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
    - current_setting('reserved_connections')::int as available`
  const [answer] = await db.everyCompanyBatch([{ text, values: [] }])
  const available = Number(answer?.rows[0]?.available)
  if (available < needed)
    throw new Error(
      `O PostgreSQL aceita ${available} conexões, e são necessárias até ${needed}: aumente max_connections (docs/operations.md, More processes)`
    )
}

/**
 * Runs this, again for as long as the database cannot be reached, however long that is; other errors are thrown. Work
 * that fails midway is repeated from its beginning.
 */
export async function untilDatabaseAnswers<T>(work: () => Promise<T>, onWait: (error: Error) => void): Promise<T> {
  for (let pause = 250; ; pause = Math.min(2 * pause, 4000))
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Error) || !isDatabaseUnavailable(error)) throw error
      onWait(error)
      await sleep(pause)
    }
}
