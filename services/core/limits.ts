import { createHash } from 'node:crypto'
import type { Config } from './config.ts'
import type { Db } from './db.ts'
import { AppError } from './errors.ts'

/** An application, or as much of one as a worker has. */
type Scope = { db: Db; config: Pick<Config, 'rateLimitFactor'> }

/**
 * How often one address may call a route, for its `config.rateLimit`. It guards against floods only: calls
 * that cannot be counted pass, and without Redis each process counts its own. A limit that must hold is an attempt.
 */
export const routeLimit = ({ config }: Pick<Scope, 'config'>, max: number, timeWindow: '1 minute' | '1 hour') => ({
  max: max * config.rateLimitFactor,
  timeWindow
})

/** How many attempts there may be. They are counted in the database, for all processes; nothing is locked for good. */
type Limit = { max: number; seconds: number }

/** One attempt: its author, and the number that is allowed. */
type Attempt = Limit & { kind: string; whose: string }

const take = `
  insert into throttles as t (key, count, resets_at)
  select key, 1, now() + seconds * interval '1 second' from unnest($1::text[], $2::int[]) as given (key, seconds)
  on conflict (key) do update set
    count = case when t.resets_at <= now() then 1 else t.count + 1 end,
    resets_at = case when t.resets_at <= now() then excluded.resets_at else t.resets_at end
  returning key, count, ceil(extract(epoch from resets_at - now()))::int as wait`

/** A crash of the database may forget an attempt without harm, so the caller need not wait for the disk. */
const withoutWaiting = {
  name: 'no-wait',
  text: `select set_config('synchronous_commit', 'off', true)`,
  values: []
}

const tooMany = 'Muitas tentativas. Aguarde alguns minutos antes de tentar novamente.'

/** Counts the attempts in one round trip; returns the seconds to wait where there were too many of one, else 0. */
async function count({ db, config }: Scope, attempts: readonly Attempt[]): Promise<number> {
  const keys = attempts.map(({ kind, whose }) => key(kind, whose))
  const [, result] = await db.everyCompanyBatch([
    withoutWaiting,
    { name: 'throttle', text: take, values: [keys, attempts.map(({ seconds }) => seconds)] }
  ])
  const waits = (result?.rows ?? []).map(row => {
    const { max = 0 } = attempts[keys.indexOf(row.key)] ?? {}
    return row.count > max * config.rateLimitFactor ? Math.max(1, row.wait) : 0
  })
  return Math.max(0, ...waits)
}

/** Counts an attempt; returns the seconds to wait where there were too many, else 0. */
export const attemptWait = (scope: Scope, kind: string, whose: string, limit: Limit): Promise<number> =>
  count(scope, [{ kind, whose, ...limit }])

/** Counts an attempt; throws where there were too many. */
export const refuseTooMany = (
  scope: Scope,
  kind: string,
  whose: string,
  limit: Limit,
  message?: string
): Promise<void> => refuseTooManyOf(scope, [{ kind, whose, ...limit }], message)

/**
 * Counts attempts of different kinds; throws where there were too many of one. Give them from the narrowest to the
 * widest: each holds the next one's row for a moment.
 */
export async function refuseTooManyOf(scope: Scope, attempts: readonly Attempt[], message = tooMany): Promise<void> {
  const wait = await count(scope, attempts)
  if (wait > 0) throw new AppError('tooMany', message, { retryAfter: wait })
}

/** Whether another attempt would be one too many; counts none. */
export async function isUsedUp(
  { db, config }: Scope,
  kind: string,
  whose: string,
  { max }: Pick<Limit, 'max'>
): Promise<boolean> {
  const text = 'select count from throttles where key = $1 and resets_at > now()'
  const [found] = await db.everyCompanyBatch([{ text, values: [key(kind, whose)] }])
  return Number(found?.rows[0]?.count ?? 0) >= max * config.rateLimitFactor
}

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
