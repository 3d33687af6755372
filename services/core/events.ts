import { sql } from 'kysely'
import type { Db, Trx } from './db.ts'
import { signalAfterCommit } from './db.ts'
import type { Listener } from './signals.ts'

export type EventRow = { cursor: string; companyId: string; kind: string; data: Record<string, unknown> }

/** Writes an event of the company in the caller's transaction: ids only, since any of its people may receive it. */
export async function announce(
  trx: Trx,
  event: { companyId: string; kind: string; data: Record<string, unknown> }
): Promise<void> {
  await trx
    .insertInto('events')
    .values({ company_id: event.companyId, kind: event.kind, data: JSON.stringify(event.data) })
    .execute()
  signalAfterCommit(trx, 'events')
}

/** How far back a reader may have fallen before it is told to read everything anew. */
const replayLimit = 500

export type EventHub = {
  /**
   * Calls back with each event of the company from now on, and with those after `cursor` first; `resync` is called
   * instead where the cursor is unknown or too far back. Returns the way to stop.
   */
  follow(
    companyId: string,
    cursor: string | undefined,
    on: { event: (row: EventRow) => void; resync: () => void }
  ): Promise<() => void>
  close(): void
}

type Follower = {
  companyId: string
  /** What the follower has been told of already. */
  seen: Snapshot
  event(row: StoredEvent & { cursor: string }): void
  resync(): void
}

/** More events than this between two readings are not told one by one. */
const mostAtOnce = 2000

/**
 * Reads the events table once for all the followers of this process: on each signal, and every two seconds in case one
 * was lost. A cursor is a snapshot of PostgreSQL, which says what had been committed when it was taken. The next reading
 * finds what has been committed since, in whatever order: a transaction that takes long holds up its own events and no
 * others.
 */
export function openEventHub(db: Db, listener: Listener, onError: (error: unknown) => void): EventHub {
  const followers = new Set<Follower>()
  let cursor: string | undefined
  let reading = false
  let again = false

  const tell = ({ events, since, snapshot }: Reading): void => {
    for (const [companyId, rows] of Map.groupBy(events, event => event.companyId))
      for (const follower of followers) {
        if (follower.companyId !== companyId) continue
        for (const row of withCursors(rows, since, snapshot)) if (!follower.seen.holds(row.tx)) follower.event(row)
      }
  }

  const read = async (): Promise<void> => {
    if (followers.size === 0) return
    if (reading) {
      again = true
      return
    }
    reading = true
    try {
      do {
        again = false
        cursor ??= await takeSnapshot(db)
        const found = await readSince(db, cursor, mostAtOnce)
        if (found === 'too much') {
          // Before they are told: what comes while they read everything anew is read from here on.
          cursor = await takeSnapshot(db)
          for (const follower of followers) follower.resync()
        } else {
          tell(found)
          cursor = found.snapshot
        }
      } while (again)
    } catch (error) {
      onError(error)
    } finally {
      reading = false
    }
  }

  const stopListening = listener.on('events', () => void read())
  const timer = setInterval(() => void read(), 2000)
  timer.unref()

  return {
    follow: async (companyId, from, on) => {
      if (followers.size === 0) cursor = undefined
      cursor ??= await takeSnapshot(db)
      // It follows from here on, whatever it missed before: what comes while that is read waits for it.
      const held: (StoredEvent & { cursor: string })[] = []
      const follower: Follower = {
        companyId,
        seen: readSnapshot(cursor),
        event: row => held.push(row),
        resync: on.resync
      }
      followers.add(follower)
      try {
        if (from !== undefined) {
          const missed = parsable(from) ? await readSince(db, from, replayLimit, companyId) : 'too much'
          if (missed === 'too much') on.resync()
          else {
            for (const row of withCursors(missed.events, missed.since, missed.snapshot)) on.event(row)
            follower.seen = readSnapshot(missed.snapshot)
          }
        }
        for (const row of held) if (!follower.seen.holds(row.tx)) on.event(row)
        follower.event = on.event
      } catch (error) {
        followers.delete(follower)
        throw error
      }
      void read()
      return () => followers.delete(follower)
    },
    close: () => {
      stopListening()
      clearInterval(timer)
      followers.clear()
    }
  }
}

type StoredEvent = { tx: string; companyId: string; kind: string; data: Record<string, unknown> }

/** Events that `snapshot` saw and `since` did not. */
type Reading = { events: StoredEvent[]; since: string; snapshot: string }

/** Whoever stops in the middle reads the same again; who had the last one goes on after it. */
const withCursors = (events: readonly StoredEvent[], since: string, snapshot: string) =>
  events.map((event, n) => ({ ...event, cursor: n === events.length - 1 ? snapshot : since }))

/** Whether a text is a snapshot: `xmin:xmax:xip_list`, in ascending order (PostgreSQL manual, 9.28.5). */
function parsable(cursor: string): boolean {
  // A server has some hundred connections, and so many transactions at most.
  if (cursor.length > 10_000 || !/^\d{1,19}:\d{1,19}:[\d,]*$/.test(cursor)) return false
  const [xmin = '', xmax = '', list = ''] = cursor.split(':')
  const running = list === '' ? [] : list.split(',')
  if (running.some(xid => !/^\d{1,19}$/.test(xid))) return false
  const ids = [xmin, ...running, xmax].map(BigInt)
  return ids.every(
    (id, n) => n === 0 || id > (ids[n - 1] ?? 0n) || (id === ids[n - 1] && (n === 1 || running.length === 0))
  )
}

type Snapshot = { holds(tx: string): boolean }

/** Which transactions had ended when it was taken. */
function readSnapshot(text: string): Snapshot {
  const [xmin = '0', xmax = '0', list = ''] = text.split(':')
  const running = new Set(list.split(','))
  return { holds: tx => BigInt(tx) < BigInt(xmin) || (BigInt(tx) < BigInt(xmax) && !running.has(tx)) }
}

async function takeSnapshot(db: Db): Promise<string> {
  const [result] = await db.everyCompanyBatch([
    { name: 'event-snapshot', text: 'select pg_current_snapshot()::text as snapshot', values: [] }
  ])
  return result?.rows[0]?.snapshot
}

/**
 * What has been committed since the snapshot `since`, in the order of the transactions. 'too much' for more than `most`,
 * where the snapshot is of another server and, of one company, older than the events that are kept. The hub's own
 * snapshot is never that old: were it asleep for days, its followers would have come back with snapshots of theirs. It is
 * one statement, so that the events and the new snapshot belong together.
 */
async function readSince(db: Db, since: string, most: number, companyId?: string): Promise<Reading | 'too much'> {
  const ofOne = companyId !== undefined
  const company = ofOne ? sql`and company_id = ${companyId}` : sql``
  return db.everyCompany(async trx => {
    const { rows } = await sql<{ snapshot: string; unknown: boolean; events: StoredEvent[] }>`
      with found as (
        select tx, id, company_id, kind, data from events where tx >= pg_snapshot_xmax(${since}::pg_snapshot) ${company}
        union all
        select tx, id, company_id, kind, data from events
        where tx = any (array(select pg_snapshot_xip(${since}::pg_snapshot))) ${company}
        limit ${most + 1}
      )
      select pg_current_snapshot()::text as snapshot,
        pg_snapshot_xmax(${since}::pg_snapshot) > pg_snapshot_xmax(pg_current_snapshot())
          or (${ofOne} and pg_snapshot_xmin(${since}::pg_snapshot) < (select tx from events order by tx limit 1)) as unknown,
        (select coalesce(json_agg(json_build_object('tx', tx::text, 'companyId', company_id, 'kind', kind, 'data', data)
          order by tx, id), '[]') from found) as events`.execute(trx)
    const [row] = rows
    if (!row || row.unknown || row.events.length > most) return 'too much'
    return { events: row.events, since, snapshot: row.snapshot }
  })
}
