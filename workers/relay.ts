import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Db, Trx } from '../services/core/db.ts'
import type { Contract } from '../services/core/jobs.ts'
import type { Queues } from '../services/core/queues.ts'
import type { Listener } from '../services/core/signals.ts'
import { keepDeadLetter } from './deadLetters.ts'

const batch = 200
/**
 * In a burst, waiting `gatherPause` milliseconds collects rows: each round costs the same, however many it takes. A
 * burst is more than `burstRows` rows in a round, at more than `burstPace` a second since the round before; what comes
 * more slowly, such as the messages of customers in a busy hour, is handed over at once.
 */
const [burstRows, burstPace, gatherPause] = [4, 400, 100]
/** How often the outbox is polled, in case a signal was lost; in milliseconds. */
const poll = 1000

type Relay = { close(): Promise<void> }

/** Items of a joined job at most: they are handled in one transaction. */
const maxJoined = 200

type Row = { id: string; queue: string; name: string; data: Record<string, unknown> }

/**
 * Hands the outbox over to BullMQ. A row is leased, its job is added under the row's id, and only then is the row
 * deleted: a crash in between adds the same job again, which BullMQ recognises, or runs it twice, which handlers allow.
 * No transaction is open while the store answers. Any number of relays may run. While the store is away, rows stay.
 *
 * @param jobs all jobs of the worker, of which those with `joins` are joined
 */
export function startRelay(
  db: Db,
  queues: Queues,
  listener: Listener,
  log: Logger,
  jobs: readonly Contract[] = []
): Relay {
  const joined = new Map(
    jobs.flatMap(({ queue, name, joins }) => (joins ? [[`${queue} ${name}`, joins] as const] : []))
  )

  let running: Promise<void> | undefined
  let again = false
  let closed = false
  let pause = 0
  let lastRound = 0

  const drain = async (): Promise<void> => {
    do {
      again = false
      const rows = await relayBatch(db, queues, joined)
      const perSecond = (rows * 1000) / (performance.now() - lastRound)
      lastRound = performance.now()
      if (rows === batch)
        again = true // more is waiting
      else if (rows > burstRows && perSecond > burstPace && !closed) await sleep(gatherPause)
    } while (again && !closed)
  }

  const wake = (): void => {
    if (closed || Date.now() < pause) return
    if (running) {
      again = true
      return
    }
    running = drain()
      .catch(error => {
        pause = Date.now() + 1000
        log.warn({ err: error }, 'outbox not relayed')
      })
      .finally(() => {
        running = undefined
        if (again) wake()
      })
  }

  const stopListening = listener.on('outbox', wake)
  const timer = setInterval(wake, poll)
  wake()
  return {
    close: async () => {
      closed = true
      stopListening()
      clearInterval(timer)
      await running
    }
  }
}

/** How long a relay leases rows, in seconds: longer than the store may take to answer. */
const leaseSeconds = 15

/**
 * The oldest rows that no relay has leased. An array, not a join: with statistics of an empty table, a join reads all
 * rows for each.
 */
export const takeBatch = sql<Row & { seq: string }>`
  update outbox set taken_until = now() + ${sql.lit(leaseSeconds)} * interval '1 second'
  where seq = any (array(
    select seq from outbox where taken_until is null or taken_until < now()
    order by seq limit ${sql.lit(batch)} for update skip locked))
  returning seq, id, queue, name, data`

async function relayBatch(db: Db, queues: Queues, joined: Joined): Promise<number> {
  const { rows } = await withAsyncCommit(db, trx => takeBatch.execute(trx))
  if (rows.length === 0) return 0
  const seqs = rows.map(row => row.seq)
  try {
    const inOrder = rows.toSorted((a, b) => Number(a.seq) - Number(b.seq))
    const byQueue = Map.groupBy(join(inOrder, joined), row => row.queue)
    for (const [queue, jobs] of byQueue)
      await queues.add(queue, jobs).catch(error => addEach(db, queues, queue, jobs, error))
  } catch (error) {
    // Ends the lease, so that any relay may retry at once.
    await db.everyCompany(trx =>
      sql`update outbox set taken_until = null where seq = any (${seqs}::bigint[])`.execute(trx)
    )
    throw error
  }
  await withAsyncCommit(db, trx => sql`delete from outbox where seq = any (${seqs}::bigint[])`.execute(trx))
  return rows.length
}

/** Commits without waiting for the disk: whatever a crash of the database undoes is done again. */
const withAsyncCommit = <T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> =>
  db.everyCompany(async trx => {
    await sql`select set_config('synchronous_commit', 'off', true)`.execute(trx)
    return work(trx)
  })

/** The list of each joinable job, by its queue and name. */
type Joined = ReadonlyMap<string, string>

/**
 * Merges rows of one company, or of none, that carry lists. A malformed row stays as it is and becomes a dead letter.
 */
function join(rows: readonly Row[], joined: Joined): Row[] {
  const listOf = ({ queue, name, data }: Row) => {
    const list = joined.get(`${queue} ${name}`)
    const { companyId, [list ?? '']: items } = data
    const isCompany = companyId === undefined || typeof companyId === 'string'
    return list && isCompany && Array.isArray(items) ? { list, companyId, items } : undefined
  }
  const groups = Map.groupBy(rows, row => {
    const joinable = listOf(row)
    return joinable ? `${row.queue} ${row.name} ${joinable.companyId ?? ''}` : row.id
  })
  return [...groups.values()].flatMap(group => {
    const [first] = group
    const joinable = first && listOf(first)
    if (!joinable || group.length === 1) return group
    const items = group.flatMap(row => listOf(row)?.items ?? [])
    // A new id: after a crash the same rows may be joined with others, and under a row's id the queue would take the
    // new job for the old one.
    return Array.from({ length: Math.ceil(items.length / maxJoined) }, (_, n) => ({
      ...first,
      id: randomUUID(),
      data: { ...first.data, [joinable.list]: items.slice(n * maxJoined, (n + 1) * maxJoined) }
    }))
  })
}

/** A job that the store refuses becomes a dead letter, so that it does not hold up the others. */
async function addEach(db: Db, queues: Queues, queue: string, jobs: readonly Row[], error: unknown): Promise<void> {
  const refuseIfAway = () =>
    queues.ping().catch(() => {
      throw error
    })
  await refuseIfAway()
  for (const { id, name, data } of jobs)
    try {
      await queues.add(queue, [{ id, name, data }])
    } catch (refusal) {
      await refuseIfAway()
      await db.everyCompany(trx => keepDeadLetter(trx, queue, { id, name, data, attempts: 0 }, refusal))
    }
}
