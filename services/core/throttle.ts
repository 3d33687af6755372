import { createHash } from 'node:crypto'
import type { Db } from './db.ts'

const take = `
  insert into throttles as t (key, count, resets_at)
  select key, 1, now() + seconds * interval '1 second' from unnest($1::text[], $2::int[]) as given (key, seconds)
  on conflict (key) do update set
    count = case when t.resets_at <= now() then 1 else t.count + 1 end,
    resets_at = case when t.resets_at <= now() then excluded.resets_at else t.resets_at end
  returning key, count, ceil(extract(epoch from resets_at - now()))::int as wait`

/** An attempt that a crash of the database forgets does no harm, and whoever asks need not wait for the disk. */
const withoutWaiting = {
  name: 'no-wait',
  text: `select set_config('synchronous_commit', 'off', true)`,
  values: []
}

/** Counts what must hold over all processes, whatever store they use for the rest. Nothing is ever locked for good. */
export type Throttle = { max: number; seconds: number }

/** One attempt, by whom, and how many there may be. */
export type Attempt = Throttle & { kind: string; whose: string }

/**
 * Counts attempts of different kinds in one round trip; returns the seconds to wait where there were too many of one,
 * else 0. Give them from the narrowest to the widest: each holds the next one's row for a moment.
 */
export async function countAttempts(db: Db, attempts: readonly Attempt[]): Promise<number> {
  const keys = attempts.map(({ kind, whose }) => key(kind, whose))
  const [, result] = await db.everyCompanyBatch([
    withoutWaiting,
    { name: 'throttle', text: take, values: [keys, attempts.map(({ seconds }) => seconds)] }
  ])
  const waits = (result?.rows ?? []).map(row => {
    const { max = 0 } = attempts[keys.indexOf(row.key)] ?? {}
    return row.count > max ? Math.max(1, row.wait) : 0
  })
  return Math.max(0, ...waits)
}

/** Counts one attempt; returns the seconds to wait where there were too many, else 0. */
export const countAttempt = (db: Db, kind: string, whose: string, limit: Throttle): Promise<number> =>
  countAttempts(db, [{ kind, whose, ...limit }])

/** Forgets the attempts, after one that succeeded. */
export async function forgetAttempts(db: Db, kind: string, whose: string): Promise<void> {
  await db.everyCompanyBatch([{ text: 'delete from throttles where key = $1', values: [key(kind, whose)] }])
}

/** Takes back one attempt: it succeeded, and the others that are counted with it are not its own. */
export async function returnAttempt(db: Db, kind: string, whose: string): Promise<void> {
  const text = 'update throttles set count = count - 1 where key = $1 and count > 0'
  await db.everyCompanyBatch([{ text, values: [key(kind, whose)] }])
}

/** E-mails and addresses are kept only as a hash. */
const key = (kind: string, whose: string): string =>
  `${kind} ${createHash('sha256').update(whose.toLowerCase()).digest('base64url')}`
