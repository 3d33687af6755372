import { createHash, randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import type { Config } from '../../core/config.ts'
import type { Trx } from '../../core/db.ts'
import { currentKeyId, type Place, seal, unseal } from '../../core/secrets.ts'

/** The parameters that every authenticator app supports; some support no others (RFC 6238). */
const kind = { algorithm: 'SHA1', digits: 6, period: 30 } as const

/** Codes of the previous and the next step are accepted too: clocks differ, and typing takes time. */
const window = 1

const recoveryCodeCount = 10

const placeOf = (userId: string): Place => ({ field: 'users.second_factor_secret', row: userId })

const totpOf = (secret: string) => new TOTP({ ...kind, secret: Secret.fromBase32(secret) })

/** Stores a new secret, to be confirmed; undefined where a second factor is already on. */
export async function startSecondFactor(
  trx: Trx,
  config: Config,
  { id, email }: { id: string; email: string },
  issuer: string
): Promise<{ uri: string; secret: string } | undefined> {
  const secret = new Secret({ size: 20 }).base32
  const kept = await trx
    .updateTable('users')
    .set({ second_factor_secret: seal(config, secret, placeOf(id)), second_factor_step: null })
    .where('id', '=', id)
    .where('second_factor_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!kept) return undefined
  return { uri: new TOTP({ ...kind, issuer, label: email, secret: Secret.fromBase32(secret) }).toString(), secret }
}

/**
 * Uses a code of the app up: codes up to the last used step are refused. `confirming` checks a secret that is not on
 * yet, and turns it on.
 */
async function takeAppCode(
  trx: Trx,
  config: Config,
  userId: string,
  code: string,
  { confirming = false, now = Date.now() } = {}
): Promise<boolean> {
  const state = confirming ? 'is' : 'is not'
  const row = await trx
    .selectFrom('users')
    .select('second_factor_secret as sealed')
    .where('id', '=', userId)
    .where('second_factor_at', state, null)
    .executeTakeFirst()
  if (!row?.sealed) return false
  const secret = unseal(config, row.sealed, placeOf(userId))
  const delta = totpOf(secret).validate({ token: code, window, timestamp: now })
  if (delta === null) return false
  const step = Math.floor(now / (kind.period * 1000)) + delta
  const taken = await trx
    .updateTable('users')
    .set({
      second_factor_step: step,
      ...(confirming && { second_factor_at: sql<string>`now()` })
    })
    .where('id', '=', userId)
    .where('second_factor_at', state, null)
    .where(sql<boolean>`coalesce(second_factor_step, 0) < ${step}`)
    .returning('id')
    .executeTakeFirst()
  return taken !== undefined
}

const hash = (code: string): Buffer => createHash('sha256').update(code).digest()

async function takeRecoveryCode(trx: Trx, userId: string, code: string): Promise<boolean> {
  const taken = await trx
    .updateTable('recovery_codes')
    .set({ used_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash(code))
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  return taken !== undefined
}

/** Without characters that look alike. */
const letters = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

/** People type codes with spaces or dashes, and in lower case. */
const plain = (typed: string): string => typed.replace(/[\s-]/g, '').toUpperCase()

/** Uses up a code of the app or a recovery code; undefined where it is neither. One of concurrent calls succeeds. */
export async function takeCode(
  trx: Trx,
  config: Config,
  userId: string,
  typed: string
): Promise<'app' | 'recovery' | undefined> {
  const code = plain(typed)
  if (/^\d{6}$/.test(code)) return (await takeAppCode(trx, config, userId, code)) ? 'app' : undefined
  return (await takeRecoveryCode(trx, userId, code)) ? 'recovery' : undefined
}

/** Turns on the second factor that was started, given one of its codes; returns the recovery codes. */
export async function confirmSecondFactor(
  trx: Trx,
  config: Config,
  userId: string,
  typed: string
): Promise<string[] | undefined> {
  const good = await takeAppCode(trx, config, userId, plain(typed), { confirming: true })
  return good ? newRecoveryCodes(trx, userId) : undefined
}

/** Replaces all recovery codes. They are stored as hashes, so this is the only time to show them. */
export async function newRecoveryCodes(trx: Trx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, () =>
    Array.from({ length: 16 }, () => letters[randomInt(letters.length)]).join('')
  )
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await trx
    .insertInto('recovery_codes')
    .values(codes.map(code => ({ user_id: userId, code_hash: hash(code) })))
    .execute()
  return codes.map(code => code.replace(/(.{4})(?!$)/g, '$1-'))
}

export async function recoveryCodesLeft(trx: Trx, userId: string): Promise<number> {
  const rows = await trx
    .selectFrom('recovery_codes')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute()
  return rows.length
}

/** Removes a person's second factor and recovery codes; false where there was none. */
export async function dropSecondFactor(trx: Trx, userId: string): Promise<boolean> {
  const had = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('second_factor_at', 'is not', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  await trx
    .updateTable('users')
    .set({ second_factor_secret: null, second_factor_at: null, second_factor_step: null })
    .where('id', '=', userId)
    .execute()
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  return had !== undefined
}

/** Seals again the secrets that an earlier key sealed, so that the key can be dropped; returns how many. */
export async function resealSecondFactors(trx: Trx, config: Config): Promise<number> {
  const rows = await trx
    .selectFrom('users')
    .select(['id', 'second_factor_secret as sealed'])
    .where('second_factor_secret', 'is not', null)
    .where('second_factor_secret', 'not like', `${currentKeyId(config)}.%`)
    .forUpdate()
    .execute()
  for (const { id, sealed } of rows)
    await trx
      .updateTable('users')
      .set({ second_factor_secret: seal(config, unseal(config, sealed ?? '', placeOf(id)), placeOf(id)) })
      .where('id', '=', id)
      .execute()
  return rows.length
}
