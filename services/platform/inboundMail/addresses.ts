import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Config, deriveKey } from '../../core/config.ts'

type Settings = Pick<Config, 'secret' | 'previousSecret' | 'inboundMail'>

/** The kinds of things that an answer may be about, each with its letter in an address. */
const letters = {
  appointment: 'a',
  ticket: 't',
  bounce: 'b',
  campaign: 'c',
  unsubscribe: 'u',
  answer: 'r',
  staff: 's'
} as const
export type ReplyKind = keyof typeof letters

/** Base32 of RFC 4648 in lower case: mail servers may change the case of a local part, or compare it without. */
const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'

/** Bytes of an id, and of its signature. */
const [idBytes, macBytes] = [12, 10]
/** Characters of a token: a letter, and five bits in each of the others. */
const tokenLength = 1 + Math.ceil((idBytes * 8) / 5) + (macBytes * 8) / 5

/** Characters of the local part of the configured address at most, so that those of a reply address fit into 64. */
export const longestLocal = 64 - 1 - tokenLength

function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map(byte => byte.toString(2).padStart(8, '0')).join('')
  const groups = Array.from({ length: Math.ceil(bits.length / 5) }, (_, n) => bits.slice(n * 5, n * 5 + 5))
  return groups.map(group => alphabet[Number.parseInt(group.padEnd(5, '0'), 2)]).join('')
}

/**
 * The bytes of a text, as many as asked for; null for other characters, or where it is not the one spelling of them.
 */
function fromBase32(text: string, length: number): Buffer | null {
  const digits = [...text].map(letter => alphabet.indexOf(letter))
  if (digits.includes(-1)) return null
  const bits = digits.map(digit => digit.toString(2).padStart(5, '0')).join('')
  const bytes = Buffer.from(Array.from({ length }, (_, n) => Number.parseInt(bits.slice(n * 8, n * 8 + 8), 2)))
  return toBase32(bytes) === text ? bytes : null
}

const sign = (secret: string, letter: string, id: Buffer): Buffer =>
  createHmac('sha256', deriveKey(secret, 'reply addresses')).update(letter).update(id).digest().subarray(0, macBytes)

/** The address at which an answer about this is known to be one; null where the installation takes no mail in. */
export function replyAddress(
  { secret, inboundMail: { address } }: Settings,
  kind: ReplyKind,
  id: string
): string | null {
  if (!address) return null
  const bytes = Buffer.from(id, 'hex')
  if (bytes.length !== idBytes) throw new Error('A reply address needs an id')
  const letter = letters[kind]
  return `${address.local}+${letter}${toBase32(bytes)}${toBase32(sign(secret, letter, bytes))}@${address.domain}`
}

/**
 * The meaning of an address of ours: 'plain' for the configured one, what an answer is about for a reply address that
 * was made here, null for any other. The previous secret is accepted while it is rotated.
 */
export function readReplyAddress(
  { secret, previousSecret, inboundMail: { address } }: Settings,
  sent: string
): { kind: ReplyKind; id: string } | 'plain' | null {
  if (!address || sent.length > 320) return null
  const recipient = sent.trim().toLowerCase()
  const end = `@${address.domain.toLowerCase()}`
  if (!recipient.endsWith(end)) return null
  const local = recipient.slice(0, -end.length)
  const own = address.local.toLowerCase()
  if (local === own) return 'plain'
  if (!local.startsWith(`${own}+`)) return null
  const token = local.slice(own.length + 1)
  if (token.length !== tokenLength) return null
  const letter = token.slice(0, 1)
  const kind = (Object.keys(letters) as ReplyKind[]).find(each => letters[each] === letter)
  const split = tokenLength - (macBytes * 8) / 5
  const [id, mac] = [fromBase32(token.slice(1, split), idBytes), fromBase32(token.slice(split), macBytes)]
  if (!kind || !id || !mac) return null
  const made = [secret, previousSecret].map(key => key !== undefined && timingSafeEqual(sign(key, letter, id), mac))
  return made.includes(true) ? { kind, id: id.toString('hex') } : null
}

/** The id in the first reply address of this kind among `addresses`; null where there is none. */
export function firstAbout(settings: Settings, kind: ReplyKind, addresses: readonly string[]): string | null {
  for (const address of addresses) {
    const about = readReplyAddress(settings, address)
    if (about !== null && about !== 'plain' && about.kind === kind) return about.id
  }
  return null
}
