import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { type Config, deriveKey } from './config.ts'

type Secrets = Pick<Config, 'secret' | 'previousSecret'>

/**
 * Where a secret is stored: a field, such as `users.second_factor_secret`, of one row. It cannot be unsealed anywhere
 * else.
 */
export type Place = { field: string; row: string }

type Key = { id: string; bytes: Buffer }

const keyOf = (secret: string): Key => {
  const bytes = Buffer.from(deriveKey(secret, 'sealed secrets'), 'hex')
  return { id: createHash('sha256').update(bytes).digest('hex').slice(0, 8), bytes }
}

const associated = (keyId: string, { field, row }: Place): Buffer => Buffer.from(`${keyId} ${field} ${row}`)

/** Encrypts a text that must be read again (AES-256-GCM). The result names its key, so that keys can be rotated. */
export function seal({ secret }: Secrets, text: string, place: Place): string {
  const key = keyOf(secret)
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key.bytes, nonce).setAAD(associated(key.id, place))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return [key.id, nonce.toString('base64url'), sealed.toString('base64url')].join('.')
}

/**
 * Decrypts what `seal` returned. Throws where it was altered, belongs to another place, or its key is neither the
 * current nor the previous one.
 */
export function unseal({ secret, previousSecret }: Secrets, sealed: string, place: Place): string {
  const [keyId = '', nonce = '', data = ''] = sealed.split('.')
  const keys = [secret, previousSecret].filter(value => value !== undefined).map(keyOf)
  const key = keys.find(({ id }) => id === keyId)
  if (!key) throw new Error(`The secret in ${place.field} was sealed with a key that is not configured any more`)
  const bytes = Buffer.from(data, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', key.bytes, Buffer.from(nonce, 'base64url'), { authTagLength: 16 })
    .setAAD(associated(keyId, place))
    .setAuthTag(bytes.subarray(-16))
  return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]).toString('utf8')
}

/** The prefix, before a dot, of what `seal` writes now; values with another prefix should be sealed again. */
export const currentKeyId = ({ secret }: Secrets): string => keyOf(secret).id
