import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Config, deriveKey } from '../../core/config.ts'

const sign = (secret: string, text: string): string =>
  createHmac('sha256', deriveKey(secret, 'links of the waiting list')).update(text).digest('base64url')

/** The token by which a person leaves the list. */
export function waitToken(secret: string, companyId: string, id: string): string {
  const text = `${companyId}.${id}`
  return `${text}.${sign(secret, text)}`
}

/** The place of a token; null where it was not made here. The previous secret is accepted while it is rotated. */
export function readWaitToken(
  { secret, previousSecret }: Pick<Config, 'secret' | 'previousSecret'>,
  token: string
): { companyId: string; id: string } | null {
  const [companyId, id, signature, ...more] = token.split('.')
  if (!companyId || !id || !signature || more.length > 0) return null
  const sent = Buffer.from(signature)
  const made = [secret, previousSecret].some(key => {
    const right = Buffer.from(key ? sign(key, `${companyId}.${id}`) : '')
    return sent.length === right.length && timingSafeEqual(sent, right)
  })
  return made ? { companyId, id } : null
}
