import type { Static, TSchema } from '@sinclair/typebox'
import { sql } from 'kysely'
import type { Db, Trx } from './db.ts'
import { signalAfterCommit } from './db.ts'
import type { Listener } from './signals.ts'

export type EventRow = { cursor: string; companyId: string; kind: string; data: Record<string, unknown> }

/** The kinds of live events and their data. Each feature adds its own in its `events.ts` by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: core has none
export interface LiveEvents {}

/** The entries that a feature adds to `LiveEvents`, inferred from its schemas. */
export type DataOf<Shapes extends Record<string, TSchema>> = { [Kind in keyof Shapes]: Static<Shapes[Kind]> }

type Announced = {
  [Kind in keyof LiveEvents]: { companyId: string; kind: Kind; data: LiveEvents[Kind] }
}[keyof LiveEvents]

/**
 * Writes an event of the company in the caller's transaction. Events carry ids only. Anyone in the company may receive
 * them; the ids of a lead that a reader may not see are left out (activities/view.ts).
 */
export async function announce(trx: Trx, event: Announced): Promise<void> {
  await trx
    .insertInto('events')
    .values({ company_id: event.companyId, kind: event.kind, data: JSON.stringify(event.data) })
    .execute()
  signalAfterCommit(trx, 'events')
}

/** Missed events that are replayed to a reader; with more, it must reload everything. */
const replayLimit = 500

export type EventHub = {
  /** A cursor after all that is committed by now. */
  now(): Promise<string>
  /**
   * Calls `event` for each event of the company after the cursor `from`, from now on where it is undefined. Calls
   * `resync` instead where the cursor is invalid or too old. Returns the function that stops it.
   */
  follow(
    companyId: string,
    from: string | undefined,
    on: { event: (row: EventRow) => void; resync: () => void }
  ): Promise<() => void>
  close(): void
}

type Follower = {
  companyId: string
  /** The events that the follower has already received. */
  seen: Snapshot
  event(row: StoredEvent & { cursor: string }): void
  resync(): void
}

/** Events of one read that are delivered one by one; with more, every follower reloads everything. */
const deliveryLimit = 2000

/**
 * Reads the events table once for all followers of this process: on each signal, and every two seconds in case a signal
 * was lost. A cursor is a PostgreSQL snapshot, so the next read finds exactly what was committed since, in any order: a
 * long transaction delays its own events and no others.
 */
export function openEventHub(db: Db, listener: Listener, onError: (error: unknown) => void): EventHub {
  const followers = new Set<Follower>()
  let cursor: string | undefined
  let reading = false
  let again = false

  const deliver = ({ events, since, snapshot }: EventBatch): void => {
    for (const [companyId, rows] of Map.groupBy(events, event => event.companyId))
      for (const follower of followers) {
        if (follower.companyId !== companyId) continue
        for (const row of withCursors(rows, since, snapshot)) if (!follower.seen.includes(row.tx)) follower.event(row)
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
        const batch = await readSince(db, cursor, deliveryLimit)
        if (batch === 'stale') {
          // Taken before the followers reload, so that events committed meanwhile are read afterwards.
          cursor = await takeSnapshot(db)
          for (const follower of followers) follower.resync()
        } else {
          deliver(batch)
          cursor = batch.snapshot
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
    now: () => takeSnapshot(db),
    follow: async (companyId, from, on) => {
      if (followers.size === 0) cursor = undefined
      cursor ??= await takeSnapshot(db)
      // Events that arrive while the missed ones are read are buffered and delivered after them.
      const buffered: (StoredEvent & { cursor: string })[] = []
      const follower: Follower = {
        companyId,
        seen: readSnapshot(cursor),
        event: row => buffered.push(row),
        resync: on.resync
      }
      followers.add(follower)
      try {
        if (from !== undefined) {
          const missed = isSnapshot(from) ? await readSince(db, from, replayLimit, companyId) : 'stale'
          if (missed === 'stale') on.resync()
          else {
            for (const row of withCursors(missed.events, missed.since, missed.snapshot)) on.event(row)
            follower.seen = readSnapshot(missed.snapshot)
          }
        }
        for (const row of buffered) if (!follower.seen.includes(row.tx)) on.event(row)
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
type EventBatch = { events: StoredEvent[]; since: string; snapshot: string }

/** Only the last event of a read carries the new cursor: a reader cut off earlier gets the same events again. */
const withCursors = (events: readonly StoredEvent[], since: string, snapshot: string) =>
  events.map((event, n) => ({ ...event, cursor: n === events.length - 1 ? snapshot : since }))

/** True for a well-formed snapshot: `xmin:xmax:xip_list`, in ascending order (PostgreSQL manual, 9.28.5). */
function isSnapshot(cursor: string): boolean {
  // A snapshot lists running transactions, of which a server has a few hundred at most.
  if (cursor.length > 10_000 || !/^\d{1,19}:\d{1,19}:[\d,]*$/.test(cursor)) return false
  const [xmin = '', xmax = '', list = ''] = cursor.split(':')
  const running = list === '' ? [] : list.split(',')
  if (running.some(xid => !/^\d{1,19}$/.test(xid))) return false
  const ids = [xmin, ...running, xmax].map(BigInt)
  return ids.every(
    (id, n) => n === 0 || id > (ids[n - 1] ?? 0n) || (id === ids[n - 1] && (n === 1 || running.length === 0))
  )
}

type Snapshot = { includes(tx: string): boolean }

/** The transactions that had ended when the snapshot was taken. */
function readSnapshot(text: string): Snapshot {
  const [xmin = '0', xmax = '0', list = ''] = text.split(':')
  const running = new Set(list.split(','))
  return { includes: tx => BigInt(tx) < BigInt(xmin) || (BigInt(tx) < BigInt(xmax) && !running.has(tx)) }
}

async function takeSnapshot(db: Db): Promise<string> {
  const [result] = await db.everyCompanyBatch([
    { name: 'event-snapshot', text: 'select pg_current_snapshot()::text as snapshot', values: [] }
  ])
  return result?.rows[0]?.snapshot
}

/**
 * Reads what was committed since the snapshot `since`, in transaction order. Returns 'stale' for more than `limit`
 * events, for a snapshot of another server, and, for one company, where it is older than the events still stored: older
 * transactions that were running then have not been running since those were tidied away. One statement, so that the
 * events and the new snapshot belong together.
 */
async function readSince(db: Db, since: string, limit: number, companyId?: string): Promise<EventBatch | 'stale'> {
  const ofOne = companyId !== undefined
  const company = ofOne ? sql`and company_id = ${companyId}` : sql``
  return db.everyCompany(async trx => {
    const { rows } = await sql<{ snapshot: string; stale: boolean; events: StoredEvent[] }>`
      with batch as (
        select tx, id, company_id, kind, data from events where tx >= pg_snapshot_xmax(${since}::pg_snapshot) ${company}
        union all
        select tx, id, company_id, kind, data from events
        where tx = any (array(select pg_snapshot_xip(${since}::pg_snapshot))) ${company}
        limit ${limit + 1}
      )
      select pg_current_snapshot()::text as snapshot,
        pg_snapshot_xmax(${since}::pg_snapshot) > pg_snapshot_xmax(pg_current_snapshot())
          or (${ofOne} and pg_snapshot_xmax(${since}::pg_snapshot) < (select tx from events order by tx limit 1)) as stale,
        (select coalesce(json_agg(json_build_object('tx', tx::text, 'companyId', company_id, 'kind', kind, 'data', data)
          order by tx, id), '[]') from batch) as events`.execute(trx)
    const [row] = rows
    if (!row || row.stale || row.events.length > limit) return 'stale'
    return { events: row.events, since, snapshot: row.snapshot }
  })
}
