import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Db, Trx } from '../services/core/db.ts'
import type { Job } from '../services/core/jobs.ts'
import type { Queues } from '../services/core/queues.ts'
import type { Listener } from '../services/core/signals.ts'
import { keepDeadLetter } from './letters.ts'

const batch = 200
/**
 * After more rows than a few, more are on their way: they are let gather for a while, in milliseconds, since each round
 * writes to the disk as often as a lead does, whatever it takes along.
 */
const [few, rest] = [4, 100]
/** How often the outbox is looked at without a signal, which may have been lost; in milliseconds. */
const poll = 1000

export type Relay = { close(): Promise<void> }

/** The longest list of a joined job: what is handled in one transaction. */
const mostJoined = 200

type Row = { id: string; queue: string; name: string; data: unknown }

/**
 * Hands the outbox over to BullMQ. A row is taken for a while, its job is added under the row's id, and only then the row
 * is deleted: a crash in between adds the same job again, which BullMQ recognises, or runs it twice, which its handler
 * may. No transaction is open while the queue's store answers. Any number of relays may run. While the store is away, the
 * rows stay.
 *
 * @param jobs those that are joined are looked up here
 */
export function startRelay(db: Db, queues: Queues, listener: Listener, log: Logger, jobs: readonly Job[] = []): Relay {
  const joined = new Map(
    jobs.flatMap(({ queue, name, joins }) => (joins ? [[`${queue} ${name}`, joins] as const] : []))
  )

  let running: Promise<void> | undefined
  let again = false
  let closed = false
  let pause = 0

  const drain = async (): Promise<void> => {
    do {
      again = false
      const rows = await relayBatch(db, queues, joined)
      if (rows === batch)
        again = true // more is waiting
      else if (rows > few && !closed) await sleep(rest)
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

/** For how long rows belong to the relay that took them, in seconds: longer than the store may take to answer. */
const leaseSeconds = 15

/**
 * The oldest rows that no other relay has. An array, not a join: with statistics of an empty table, a join reads all
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
    // Whoever looks next may have them at once.
    await db.everyCompany(trx =>
      sql`update outbox set taken_until = null where seq = any (${seqs}::bigint[])`.execute(trx)
    )
    throw error
  }
  await withAsyncCommit(db, trx => sql`delete from outbox where seq = any (${seqs}::bigint[])`.execute(trx))
  return rows.length
}

/** Commits without waiting for the disk: what a crash of the database takes back is done again. */
const withAsyncCommit = <T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> =>
  db.everyCompany(async trx => {
    await sql`select set_config('synchronous_commit', 'off', true)`.execute(trx)
    return work(trx)
  })

/** The lists that are joined, by queue and name of their jobs. */
type Joined = ReadonlyMap<string, string>

/** One row for those of one company that carry lists. A malformed one stays as it is, to become a dead letter. */
function join(rows: readonly Row[], joined: Joined): Row[] {
  const listOf = ({ queue, name, data }: Row) => {
    const list = joined.get(`${queue} ${name}`)
    const { companyId, [list ?? '']: items } = data as Record<string, unknown>
    return list && typeof companyId === 'string' && Array.isArray(items) ? { list, companyId, items } : undefined
  }
  const groups = Map.groupBy(rows, row => {
    const found = listOf(row)
    return found ? `${row.queue} ${row.name} ${found.companyId}` : row.id
  })
  return [...groups.values()].flatMap(group => {
    const [first] = group
    const found = first && listOf(first)
    if (!found || group.length === 1) return group
    const items = group.flatMap(row => listOf(row)?.items ?? [])
    // An id of its own: after a crash the same rows may be joined with others, and under the id of one of them the queue
    // would take the new job for the old one.
    return Array.from({ length: Math.ceil(items.length / mostJoined) }, (_, n) => ({
      ...first,
      id: randomUUID(),
      data: { companyId: found.companyId, [found.list]: items.slice(n * mostJoined, (n + 1) * mostJoined) }
    }))
  })
}

/** One job that its store refuses must not hold up the others: it becomes a dead letter. */
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
