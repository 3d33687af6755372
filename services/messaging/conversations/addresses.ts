import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Config, deriveKey } from '../../core/config.ts'

type Place = { companyId: string; conversationId: string; messageId: string }
type PicturePlace = { companyId: string; conversationId: string; fileId: string }

const hour = 3_600_000

const sign = (secret: string, text: string): string =>
  createHmac('sha256', deriveKey(secret, 'addresses of files')).update(text).digest('base64url')

/** Signed parts, good for one to two hours and the same for one, so that browsers know the address again. */
export function signed(config: Config, parts: readonly string[], now: Date): string {
  const ends = (Math.floor(now.getTime() / hour) + 2) * hour
  const text = [...parts, ends.toString(36)].join('.')
  return `${text}.${sign(config.secret, text)}`
}

/** The parts of what was signed here; undefined where it was not, or has ended. */
export function readSigned(config: Config, text: string, now: Date): string[] | undefined {
  const parts = text.split('.')
  const signature = Buffer.from(parts.pop() ?? '')
  const made = [config.secret, config.previousSecret].some(secret => {
    const right = Buffer.from(secret ? sign(secret, parts.join('.')) : '')
    return signature.length > 0 && signature.length === right.length && timingSafeEqual(signature, right)
  })
  return made && Number.parseInt(parts.pop() ?? '', 36) > now.getTime() ? parts : undefined
}

/** The path of the file of a message for who cannot show a token: a player in the page, or a provider. */
export const filePath = (config: Config, { companyId, conversationId, messageId }: Place, now: Date): string =>
  `/api/conversations/files/${signed(config, [companyId, conversationId, messageId], now)}`

/** Where the file of a path is; undefined where the path was not made here, or has ended. */
export function readFilePath(config: Config, text: string, now: Date): Place | undefined {
  const [companyId, conversationId, messageId, ...more] = readSigned(config, text, now) ?? []
  return companyId && conversationId && messageId && more.length === 0
    ? { companyId, conversationId, messageId }
    : undefined
}

/** Distinguishes the address of a picture from that of a file of a message. */
const pictureMark = 'p'

/** The path of the picture of a conversation's person, which an element of the page fetches without a token. */
export const picturePath = (config: Config, { companyId, conversationId, fileId }: PicturePlace, now: Date): string =>
  `/api/conversations/pictures/${signed(config, [pictureMark, companyId, conversationId, fileId], now)}`

/** Which picture a path is of; undefined where the path was not made here, or has ended. */
export function readPicturePath(config: Config, text: string, now: Date): PicturePlace | undefined {
  const [mark, companyId, conversationId, fileId] = readSigned(config, text, now) ?? []
  return mark === pictureMark && companyId && conversationId && fileId
    ? { companyId, conversationId, fileId }
    : undefined
}
