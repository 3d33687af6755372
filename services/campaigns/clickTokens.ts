import { createHmac, timingSafeEqual } from 'node:crypto'

/** Which link of whose mail; `link` counts from 0, and `pictureLink` is the picture that programs load. */
export type Clicked = { companyId: string; recipientId: string; link: number }

export const pictureLink = 255

/** Bytes of an id, and of the signature. */
const [idBytes, macBytes] = [12, 14]
const bodyBytes = 2 * idBytes + 1

// As for the links for unsubscribing, the server's secret may change while the mail is read again.
const sign = (key: Buffer, body: Buffer): Buffer =>
  createHmac('sha256', key).update('campaign link\n').update(body).digest().subarray(0, macBytes)

/** The token of a link, of 52 characters that fit into an address. */
export function clickToken(key: Buffer, { companyId, recipientId, link }: Clicked): string {
  const body = Buffer.concat([Buffer.from(companyId, 'hex'), Buffer.from(recipientId, 'hex'), Buffer.of(link)])
  if (body.length !== bodyBytes) throw new Error('A counted link needs two ids')
  return Buffer.concat([body, sign(key, body)]).toString('base64url')
}

/** What `clickToken` was given; undefined for a token that was not made with this key. */
export function readClickToken(key: Buffer, token: string): Clicked | undefined {
  if (!/^[A-Za-z0-9_-]{52}$/.test(token)) return undefined
  const bytes = Buffer.from(token, 'base64url')
  const body = bytes.subarray(0, bodyBytes)
  if (!timingSafeEqual(sign(key, body), bytes.subarray(bodyBytes))) return undefined
  return {
    companyId: body.subarray(0, idBytes).toString('hex'),
    recipientId: body.subarray(idBytes, 2 * idBytes).toString('hex'),
    link: body[2 * idBytes] ?? 0
  }
}
