import { isUtf8 } from 'node:buffer'
import { sql } from 'kysely'
import type { InboundMail } from '../../core/mail.ts'
import type { Envelope } from './parse.ts'
import { oneLine, storable } from './plain.ts'
import type { MailReader } from './reading.ts'

/** The states that a mail is left in which no feature took. */
const untaken = ['unclaimed', 'loop', 'unreadable', 'too_large'] as const

/** Whether a row `m` of `inbound_mails` waits for somebody to decide on it, as no feature took it. */
export const isOpen = sql<boolean>`(m.decided_at is null
  and m.state in (${sql.join(untaken.map(state => sql.lit(state)))}))`

/** The parts of a mail that people read. */
export type OpenedMail = Pick<
  InboundMail,
  'from' | 'to' | 'cc' | 'replyTo' | 'subject' | 'text' | 'headers' | 'files' | 'filesLeft' | 'shortened'
> & { readable: boolean }

/** Bytes of a mail that are shown as they are, and lines and characters of its headers. */
const bounds = { bytes: 64 * 1024, lines: 300, value: 4000 }

/**
 * A mail as people read it. One that the parser refuses shows its headers and its first 64 KB as plain text. Throws 503
 * where the machine is too busy.
 */
export async function openMail(reader: MailReader, raw: Buffer, envelope: Envelope): Promise<OpenedMail> {
  const answer = await reader.read(raw, envelope)
  return 'mail' in answer ? { ...answer.mail, readable: true } : asItCame(raw)
}

function asItCame(raw: Buffer): OpenedMail {
  const beginning = raw.subarray(0, bounds.bytes)
  // The last letter may be cut in two.
  const isText = isUtf8(beginning.subarray(0, -4)) || isUtf8(beginning)
  const whole = storable(beginning.toString(isText ? 'utf8' : 'latin1'), bounds.bytes)
  const [head = ''] = whole.split('\n\n', 1)
  const headers = head
    .replace(/\n[ \t]+/g, ' ')
    .split('\n', bounds.lines)
    .map(line => /^([\w-]{1,100})[ \t]?:(.*)$/.exec(line))
    .filter(found => found !== null)
    .map(([, name = '', value = '']) => ({ name, value: oneLine(value, bounds.value) }))
  const [subject] = headers.filter(({ name }) => name.toLowerCase() === 'subject')
  return {
    from: null,
    to: [],
    cc: [],
    replyTo: [],
    subject: subject?.value ?? '',
    text: whole,
    headers,
    files: [],
    filesLeft: 0,
    shortened: raw.length > bounds.bytes,
    readable: false
  }
}
