import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * The HMAC-SHA256 of a body that the header `X-Hub-Signature-256: sha256=<hex>` carries, or undefined where it carries
 * none (Meta, "Webhooks: validate payloads").
 */
export function readSignature(header: string | string[] | undefined): Buffer | undefined {
  const match = typeof header === 'string' ? /^sha256=([0-9a-f]{64})$/.exec(header) : null
  return match?.[1] ? Buffer.from(match[1], 'hex') : undefined
}

/** Compares in the same time, wherever they differ. The bytes as they came: serialised again, accents would differ. */
export const isSigned = (body: Buffer, signature: Buffer, secret: string): boolean =>
  timingSafeEqual(createHmac('sha256', secret).update(body).digest(), signature)

/** Accounts that a delivery may speak of: as many as are looked up, and the bytes in which they are looked for. */
const [maxAccounts, lookedAt] = [8, 64 * 1024]

/**
 * The accounts that a body names, read from its bytes without parsing it: only a hint at whose secret may have signed
 * it.
 */
export function accountsNamed(body: Buffer): string[] {
  const text = body.toString('latin1', 0, lookedAt)
  const named = new Set<string>()
  for (const match of text.matchAll(/"(?:phone_number_id|id)"\s{0,9}:\s{0,9}"(\d{1,30})"/g)) {
    if (match[1]) named.add(match[1])
    if (named.size === maxAccounts) break
  }
  return [...named]
}
