import { createHash } from 'node:crypto'
import type { Db } from '../core/db.ts'

const take = `
  insert into throttles as t (key, count, resets_at) values ($1, 1, now() + $2 * interval '1 second')
  on conflict (key) do update set
    count = case when t.resets_at <= now() then 1 else t.count + 1 end,
    resets_at = case when t.resets_at <= now() then excluded.resets_at else t.resets_at end
  returning count, ceil(extract(epoch from resets_at - now()))::int as wait`

/** Counts what must hold over all processes, whatever store they use for the rest. Nothing is ever locked for good. */
export type Throttle = { max: number; seconds: number }

/** Counts one attempt; returns the seconds to wait where there were too many, else 0. */
export async function countAttempt(db: Db, kind: string, whose: string, { max, seconds }: Throttle): Promise<number> {
  const [result] = await db.everyCompanyAtOnce([{ name: 'throttle', text: take, values: [key(kind, whose), seconds] }])
  const row = result?.rows[0]
  return row.count > max ? Math.max(1, row.wait) : 0
}

/** Forgets the attempts, after one that succeeded. */
export async function forgetAttempts(db: Db, kind: string, whose: string): Promise<void> {
  await db.everyCompanyAtOnce([{ text: 'delete from throttles where key = $1', values: [key(kind, whose)] }])
}

/** Takes back one attempt: it succeeded, and the others that are counted with it are not its own. */
export async function returnAttempt(db: Db, kind: string, whose: string): Promise<void> {
  const text = 'update throttles set count = count - 1 where key = $1 and count > 0'
  await db.everyCompanyAtOnce([{ text, values: [key(kind, whose)] }])
}

/** E-mails and addresses are kept only as a hash. */
const key = (kind: string, whose: string): string =>
  `${kind} ${createHash('sha256').update(whose.toLowerCase()).digest('base64url')}`
