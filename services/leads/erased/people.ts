import { createHmac, type KeyObject, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Config } from '../../core/config.ts'
import type { Db, Trx } from '../../core/db.ts'
import { withoutInvisible } from '../../core/emails.ts'
import { digits } from '../../core/rules.ts'
import { currentKeyId, seal, unseal } from '../../core/secrets.ts'
import { phoneKey } from '../../core/telephone/rules.ts'
import type {} from './tables.ts'

type Secrets = Pick<Config, 'secret' | 'previousSecret'>

const name = 'erased people'
const place = { field: 'server_keys.sealed', row: name }

/**
 * The key of the hashes by which erased people are recognised, created on first use. It is random and sealed with the
 * server's secret, so that the hashes outlive a change of the secret, and neither the database nor the secret alone is
 * enough to try contacts against them.
 */
export async function erasureKey(db: Db, secrets: Secrets): Promise<Buffer> {
  return db.everyCompany(async trx => {
    const kept = await readKey(trx)
    if (kept) return Buffer.from(unseal(secrets, kept, place), 'base64url')
    const sealed = seal(secrets, randomBytes(32).toString('base64url'), place)
    await trx
      .insertInto('server_keys')
      .values({ name, sealed })
      .onConflict(conflict => conflict.doNothing())
      .execute()
    return Buffer.from(unseal(secrets, (await readKey(trx)) ?? sealed, place), 'base64url')
  })
}

const readKey = async (trx: Trx): Promise<string | undefined> =>
  (await trx.selectFrom('server_keys').select('sealed').where('name', '=', name).executeTakeFirst())?.sealed

/** Seals the key with the current secret if an earlier one sealed it. Returns how many values it sealed. */
export async function resealErasureKey(trx: Trx, secrets: Secrets): Promise<number> {
  const kept = await readKey(trx)
  if (!kept || kept.startsWith(`${currentKeyId(secrets)}.`)) return 0
  const sealed = seal(secrets, unseal(secrets, kept, place), place)
  await trx.updateTable('server_keys').set({ sealed }).where('name', '=', name).execute()
  return 1
}

/** Takes over a key kept outside the database, in place of one that has hashed nothing yet. */
export async function takeErasureKey(trx: Trx, sealed: string): Promise<void> {
  await trx
    .insertInto('server_keys')
    .values({ name, sealed })
    .onConflict(conflict => conflict.column('name').doUpdateSet({ sealed }))
    .execute()
}

/** True where a key kept outside is the same as the database's, even if other secrets sealed it. */
export async function sameErasureKey(trx: Trx, secrets: Secrets, sealed: string): Promise<boolean> {
  const kept = await readKey(trx)
  return kept !== undefined && unseal(secrets, kept, place) === unseal(secrets, sealed, place)
}

/** A contact in comparable form: lower-case e-mail, phone key, tax number without punctuation. */
export type Contact = { kind: 'email' | 'phone' | 'document'; value: string }

/** The e-mail in comparable form; none where it is no address. */
export const emailOf = (value: unknown): Contact[] =>
  typeof value === 'string' && value.includes('@')
    ? [{ kind: 'email', value: withoutInvisible(value).trim().toLowerCase() }]
    : []

/** The phone by the key that leads have; none where it has too few digits. */
export const phoneOf = (value: unknown): Contact[] =>
  typeof value === 'string' && digits(value).length >= 8 ? [{ kind: 'phone', value: phoneKey(value) }] : []

/** Contacts that a person entered themselves. */
export const contactsTyped = (typed: { email?: string | null; phone?: string | null }): Contact[] => [
  ...emailOf(typed.email),
  ...phoneOf(typed.phone)
]

/** The company is part of the hash, so that the hashes of one company say nothing about another's. */
export const contactHash = (key: Buffer | KeyObject, companyId: string, { kind, value }: Contact): Buffer =>
  createHmac('sha256', key).update(`${companyId}\n${kind}\n${value}`).digest()

/**
 * The day on which a person with one of these contacts was erased at their own request, as dd/MM/yyyy; undefined for
 * none.
 */
export async function erasedOn(
  trx: Trx,
  companyId: string,
  key: Buffer,
  contacts: readonly Contact[]
): Promise<string | undefined> {
  const hashes = contacts.map(contact => contactHash(key, companyId, contact))
  const { rows } = await sql<{ day: string }>`
    select to_char(max(e.at) at time zone c.time_zone, 'DD/MM/YYYY') as day
    from erased_people e join companies c on c.id = e.company_id
    where e.company_id = ${companyId} and e.hash = any (${hashes}::bytea[]) group by c.time_zone`.execute(trx)
  return rows[0]?.day
}
