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

type Follower = { companyId: string; after: string; event: (row: EventRow) => void }

/**
 * Reads the events table once for all the followers of this process: on each signal, and every two seconds in case one
 * was lost. Events come in the order of (transaction, id) up to the oldest transaction that is still open.
 */
export function openEventHub(db: Db, listener: Listener, onError: (error: unknown) => void): EventHub {
  const followers = new Set<Follower>()
  let cursor: string | undefined
  let reading = false
  let again = false

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
        const rows = await readAfter(db, cursor ?? (await newest(db)))
        for (const row of rows) {
          cursor = row.cursor
          for (const follower of followers)
            if (follower.companyId === row.companyId && isAfter(row.cursor, follower.after)) {
              follower.after = row.cursor
              follower.event(row)
            }
        }
        if (rows.length > 0) again = true
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
      const now = await newest(db)
      cursor = followers.size === 0 ? now : (cursor ?? now)
      // It follows from here on, whatever it missed before: what comes while that is read waits for it.
      const held: EventRow[] = []
      const follower: Follower = { companyId, after: cursor, event: row => held.push(row) }
      followers.add(follower)
      try {
        const missed = await readMissed(db, companyId, from)
        if (missed === 'too much') on.resync()
        else for (const row of missed) on.event(row)
        const last = missed === 'too much' ? undefined : missed.at(-1)?.cursor
        for (const row of held) if (last === undefined || isAfter(row.cursor, last)) on.event(row)
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

const parseCursor = (cursor: string): [bigint, bigint] | undefined => {
  const match = /^(\d{1,19})-(\d{1,18})$/.exec(cursor)
  return match?.[1] && match[2] ? [BigInt(match[1]), BigInt(match[2])] : undefined
}

function isAfter(cursor: string, other: string): boolean {
  const [tx, id] = parseCursor(cursor) ?? [0n, 0n]
  const [otherTx, otherId] = parseCursor(other) ?? [0n, 0n]
  return tx > otherTx || (tx === otherTx && id > otherId)
}

/** What a reader has missed since its cursor; nothing where it has none. */
async function readMissed(db: Db, companyId: string, from: string | undefined): Promise<EventRow[] | 'too much'> {
  if (from === undefined) return []
  if (!parseCursor(from)) return 'too much'
  const missed = await readAfter(db, from, companyId)
  return missed.length === replayLimit ? 'too much' : missed
}

async function newest(db: Db): Promise<string> {
  const [result] = await db.everyCompanyAtOnce([
    {
      name: 'newest-event',
      text: `select (pg_snapshot_xmin(pg_current_snapshot())::text::numeric - 1)::text || '-' || '999999999999999999' as cursor`,
      values: []
    }
  ])
  return result?.rows[0]?.cursor
}

async function readAfter(db: Db, cursor: string, companyId?: string): Promise<EventRow[]> {
  const [tx, id] = parseCursor(cursor) ?? [0n, 0n]
  return db.everyCompany(async trx => {
    const { rows } = await sql<EventRow>`
      select tx::text || '-' || id as cursor, company_id as "companyId", kind, data from events
      where (tx, id) > (${String(tx)}::xid8, ${String(id)}::bigint)
        and tx < pg_snapshot_xmin(pg_current_snapshot())
        ${companyId ? sql`and company_id = ${companyId}` : sql``}
      order by tx, id limit ${replayLimit}`.execute(trx)
    return rows
  })
}
