import type { KeyObject } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { type Contact, contactHash } from '../../leads/erased/people.ts'

type Hashed = Extract<Contact['kind'], 'email' | 'phone'>

/** Bytes that SHA-256 works on at once, to which HMAC pads its key. */
const blockSize = 64

const padded = (key: Buffer, byte: number): Buffer => {
  const block = Buffer.alloc(blockSize, byte)
  for (const [n, value] of key.entries()) block[n] = value ^ byte
  return block
}

/**
 * The hash by which a suppressed contact is known, made by the database of a column; the same as `hashOf`. `key` is the
 * erasure key, of at most 64 bytes.
 */
export const hashInSql = (
  key: Buffer,
  companyId: string,
  kind: Hashed,
  contact: RawBuilder<unknown>
): RawBuilder<Buffer> =>
  sql<Buffer>`keyed_hash(${padded(key, 0x36)}, ${padded(key, 0x5c)}, ${`${companyId}\n${kind}\n`}::text || ${contact})`

/** The hash of a contact in comparable form: an e-mail in lower case, the key of a phone. */
export const hashOf = (key: Buffer | KeyObject, companyId: string, kind: Hashed, contact: string): Buffer =>
  contactHash(key, companyId, { kind, value: contact })
