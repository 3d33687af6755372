import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Config, deriveKey } from '../core/config.ts'

type Place = { companyId: string; conversationId: string; messageId: string }

const hour = 3_600_000

const sign = (secret: string, text: string): string =>
  createHmac('sha256', deriveKey(secret, 'addresses of files')).update(text).digest('base64url')

/**
 * The path of the file of a message for who cannot show a token: a player in the page, or a provider. It is good for one to
 * two hours and stays the same for one, so that browsers know it again.
 */
export function filePath(config: Config, { companyId, conversationId, messageId }: Place, now: Date): string {
  const ends = (Math.floor(now.getTime() / hour) + 2) * hour
  const text = [companyId, conversationId, messageId, ends.toString(36)].join('.')
  return `/api/conversations/files/${text}.${sign(config.secret, text)}`
}

/** Where the file of a path is; undefined where the path was not made here, or has ended. */
export function readFilePath(config: Config, signed: string, now: Date): Place | undefined {
  const [companyId = '', conversationId = '', messageId = '', ends = '', signature = ''] = signed.split('.')
  const given = Buffer.from(signature)
  const made = [config.secret, config.previousSecret].some(secret => {
    const right = Buffer.from(secret ? sign(secret, [companyId, conversationId, messageId, ends].join('.')) : '')
    return given.length > 0 && given.length === right.length && timingSafeEqual(given, right)
  })
  return made && Number.parseInt(ends, 36) > now.getTime() ? { companyId, conversationId, messageId } : undefined
}
