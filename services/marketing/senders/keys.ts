import { generateKeyPair, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import type { Config } from '../../core/config.ts'
import type { Trx } from '../../core/db.ts'
import { seal, unseal } from '../../core/secrets.ts'
import type {} from './tables.ts'

/** The place that a private key is sealed for. */
export const keyPlace = (row: string) => ({ field: 'email_sender_keys.private_key', row })

export type NewKey = { id: string; selector: string; publicKey: string; privateKey: string }

/** A key of RSA 2048, which every receiver of DKIM verifies (RFC 8301), under a selector of its own. */
export async function makeKey(): Promise<NewKey> {
  const { publicKey, privateKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' }
  })
  return {
    id: randomBytes(12).toString('hex'),
    selector: `prosa-${randomBytes(4).toString('hex')}`,
    publicKey: publicKey.toString('base64'),
    privateKey
  }
}

export async function storeKey(
  trx: Trx,
  config: Config,
  sender: { id: string; company_id: string },
  state: 'signing' | 'next',
  { id, selector, publicKey, privateKey }: NewKey
): Promise<void> {
  await trx
    .insertInto('email_sender_keys')
    .values({
      id,
      company_id: sender.company_id,
      sender_id: sender.id,
      state,
      selector,
      public_key: publicKey,
      private_key: seal(config, privateKey, keyPlace(id))
    })
    .execute()
}

/** The private key in PEM. Throws where it was sealed with a secret that is gone: it can be renewed. */
export const privateKeyOf = (config: Config, key: { id: string; private_key: string }): string =>
  unseal(config, key.private_key, keyPlace(key.id))

/** Forgets a key whose record is awaited. */
export async function forgetNext(trx: Trx, senderId: string): Promise<void> {
  await trx.deleteFrom('email_sender_keys').where('sender_id', '=', senderId).where('state', '=', 'next').execute()
}

/** Whether it can sign: it was sealed with a secret that there still is. */
export function opens(config: Config, key: { id: string; private_key: string }): boolean {
  try {
    privateKeyOf(config, key)
    return true
  } catch {
    return false
  }
}

/** Has the key that was awaited, and that opens, sign, and forgets the one before it. */
export async function promoteKey(trx: Trx, senderId: string): Promise<void> {
  await trx.deleteFrom('email_sender_keys').where('sender_id', '=', senderId).where('state', '=', 'signing').execute()
  await trx
    .updateTable('email_sender_keys')
    .set({ state: 'signing' })
    .where('sender_id', '=', senderId)
    .where('state', '=', 'next')
    .execute()
}
