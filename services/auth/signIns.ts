import { createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { type Config, deriveKey } from '../core/config.ts'
import type { Db, Trx } from '../core/db.ts'
import { deviceOf } from './device.ts'
import type { SignInOutcome } from './rules.ts'
import type { OwnSignIn } from './schema.ts'

/** Where a request comes from. */
export type Client = { ip: string; userAgent: string | null }

/** Text that PostgreSQL could not store is left out: a header may hold anything. */
export const clientOf = (request: FastifyRequest): Client => ({
  ip: request.ip,
  userAgent: request.headers['user-agent']?.slice(0, 400).replaceAll('\0', '').toWellFormed() ?? null
})

/** Finds the attempts with one e-mail without keeping it: whoever has only the database cannot try addresses. */
export const emailHash = (config: Pick<Config, 'secret'>, email: string): string =>
  createHmac('sha256', deriveKey(config.secret, 'sign-in addresses')).update(email.toLowerCase()).digest('base64url')

type Attempt = Client & {
  outcome: SignInOutcome
  /** The person, or the hash of what was typed where nobody has that e-mail. */
  who: { userId: string } | { emailHash: string }
}

const insert = `insert into sign_ins (user_id, email_hash, outcome, ip, user_agent) values ($1, $2, $3, $4, $5)`

/** Keeps an attempt to sign in; the same work whatever became of it. */
export async function recordSignIn(db: Db, { who, outcome, ip, userAgent }: Attempt): Promise<void> {
  const [userId, hash] = 'userId' in who ? [who.userId, null] : [null, who.emailHash]
  await db.everyCompanyBatch([{ name: 'sign-in', text: insert, values: [userId, hash, outcome, ip, userAgent] }])
}

const complete = `update sign_ins set outcome = 'ok', at = now() where id = (
  select id from sign_ins where user_id = $1 and outcome = 'second_factor' and ip is not distinct from $2
    and user_agent is not distinct from $3 and at > now() - interval '15 minutes' order by at desc limit 1)`

/**
 * Keeps a sign-in whose second step has succeeded. The first step left a row, of somebody who knew the password and gave
 * no code yet: it becomes that of the whole, so that one sign-in is one row and every wrong code one more.
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
