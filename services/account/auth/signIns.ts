import { createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { type Config, deriveKey } from '../../core/config.ts'
import type { Db, Trx } from '../../core/db.ts'
import { deviceOf } from './device.ts'
import type { SignInOutcome } from './rules.ts'
import type { OwnSignIn } from './schema.ts'

/** Where a request came from. */
export type Client = { ip: string; userAgent: string | null }

/** A header may hold anything, so text that PostgreSQL cannot store is dropped. */
export const clientOf = (request: FastifyRequest): Client => ({
  ip: request.ip,
  userAgent: request.headers['user-agent']?.slice(0, 400).replaceAll('\0', '').toWellFormed() ?? null
})

/**
 * A keyed hash that finds attempts with one e-mail without storing it: the database alone is not enough to try
 * addresses.
 */
export const emailHash = (config: Pick<Config, 'secret'>, email: string): string =>
  createHmac('sha256', deriveKey(config.secret, 'sign-in addresses')).update(email.toLowerCase()).digest('base64url')

type Attempt = Client & {
  outcome: SignInOutcome
  /** The user, or the hash of an unknown e-mail. */
  who: { userId: string } | { emailHash: string }
}

const insert = `insert into sign_ins (user_id, email_hash, outcome, ip, user_agent) values ($1, $2, $3, $4, $5)`

/** Records an attempt to sign in, with the same work for every outcome. */
export async function recordSignIn(db: Db, { who, outcome, ip, userAgent }: Attempt): Promise<void> {
  const [userId, hash] = 'userId' in who ? [who.userId, null] : [null, who.emailHash]
  await db.everyCompanyBatch([{ name: 'sign-in', text: insert, values: [userId, hash, outcome, ip, userAgent] }])
}

const complete = `update sign_ins set outcome = 'ok', at = now() where id = (
  select id from sign_ins where user_id = $1 and outcome = 'second_factor' and ip is not distinct from $2
    and user_agent is not distinct from $3 and at > now() - interval '15 minutes' order by at desc limit 1)`

/**
 * Records a sign-in whose second step succeeded. The first step left a row for a right password without a code: it
 * becomes the row of the whole sign-in, so that only wrong codes add rows.
 */
export async function completeSignIn(db: Db, userId: string, client: Client): Promise<void> {
  const [done] = await db.everyCompanyBatch([
    { name: 'complete-sign-in', text: complete, values: [userId, client.ip, client.userAgent] }
  ])
  if (done?.rowCount === 0) await recordSignIn(db, { ...client, who: { userId }, outcome: 'ok' })
}

/** The newest attempts to sign in as a person. */
export async function signInsOf(trx: Trx, userId: string, limit = 20): Promise<OwnSignIn[]> {
  const rows = await trx
    .selectFrom('sign_ins')
    .select(['id', 'outcome', 'ip', 'user_agent', 'at'])
    .where('user_id', '=', userId)
    .orderBy('at', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ user_agent, ...row }) => ({ ...row, device: deviceOf(user_agent) }))
}
