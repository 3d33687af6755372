import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'

/**
 * The person of a link for unsubscribing: it holds all that is needed, so that it works for ever, even after an
 * erasure.
 */
export type Unsubscriber = { companyId: string; recipientId: string; hash: Buffer }

/** Bytes of an id, of the hash of a contact, and of the signature. */
const [idBytes, hashBytes, macBytes] = [12, 32, 16]
const bodyBytes = 2 * idBytes + hashBytes

// The key of the hashes is kept in the database: the server's secret may change twice before somebody opens an old
// mail.
const sign = (key: Buffer | KeyObject, body: Buffer): Buffer =>
  createHmac('sha256', key).update('unsubscribe\n').update(body).digest().subarray(0, macBytes)

/** The token of a link, of 96 characters that fit into an address. */
export function unsubscribeToken(key: Buffer | KeyObject, { companyId, recipientId, hash }: Unsubscriber): string {
  const body = Buffer.concat([Buffer.from(companyId, 'hex'), Buffer.from(recipientId, 'hex'), hash])
  if (body.length !== bodyBytes) throw new Error('A link for unsubscribing needs two ids and a hash')
  return Buffer.concat([body, sign(key, body)]).toString('base64url')
}

/** The arguments of `unsubscribeToken`; undefined for a token that was not made with this key. */
export function readUnsubscribeToken(key: Buffer, token: string): Unsubscriber | undefined {
  if (!/^[A-Za-z0-9_-]{96}$/.test(token)) return undefined
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== bodyBytes + macBytes) return undefined
  const body = bytes.subarray(0, bodyBytes)
  if (!timingSafeEqual(sign(key, body), bytes.subarray(bodyBytes))) return undefined
  return {
    companyId: body.subarray(0, idBytes).toString('hex'),
    recipientId: body.subarray(idBytes, 2 * idBytes).toString('hex'),
    hash: body.subarray(2 * idBytes)
  }
}
