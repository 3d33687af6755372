import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'

/** Which link of whose mail; `link` counts from 0, and `pictureLink` is the picture that programs load. */
type Clicked = { companyId: string; recipientId: string; link: number }

export const pictureLink = 255

/** Bytes of an id, and of the signature; 48 characters in all. */
const [idBytes, macBytes] = [12, 12]

// As for the links for unsubscribing, the server's secret may change while the mail is read again.
const sign = (key: Buffer | KeyObject, body: Buffer): Buffer =>
  createHmac('sha256', key).update('campaign links\n').update(body).digest().subarray(0, macBytes)

/**
 * The tokens of a mail's links, by their numbers. One signature does for all of them: another number is another link of
 * the same mail, which its reader may open as well.
 */
export function clickTokens(key: Buffer | KeyObject, who: Omit<Clicked, 'link'>): (link: number) => string {
  const body = Buffer.concat([Buffer.from(who.companyId, 'hex'), Buffer.from(who.recipientId, 'hex')])
  if (body.length !== 2 * idBytes) throw new Error('Counted links need two ids')
  const signed = Buffer.concat([body, sign(key, body)]).toString('base64url')
  return link => `${signed}${link}`
}

/** Which link a token of `clickTokens` is of; undefined for one that was not made with this key. */
export function readClickToken(key: Buffer, token: string): Clicked | undefined {
  const [, signed = '', link = ''] = /^([A-Za-z0-9_-]{48})(\d{1,3})$/.exec(token) ?? []
  if (!signed) return undefined
  const bytes = Buffer.from(signed, 'base64url')
  const body = bytes.subarray(0, 2 * idBytes)
  if (!timingSafeEqual(sign(key, body), bytes.subarray(2 * idBytes))) return undefined
  return {
    companyId: body.subarray(0, idBytes).toString('hex'),
    recipientId: body.subarray(idBytes).toString('hex'),
    link: Number(link)
  }
}
