import { readApart } from './busyReading.ts'
import { appointmentOf, methodOf } from './calendarText.ts'

/** Another time that an answer to an invitation proposes, and the number of that invitation. */
export type Counter = { start: string; end: string; sequence: number }

/** Characters of a proposal, and milliseconds ahead in which its time may lie. */
const [longest, horizon] = [64 * 1024, 366 * 86_400_000]

/**
 * The time that a mail proposes for an appointment (METHOD:COUNTER, RFC 5546), by its calendar parts; null for anything
 * else, however broken. Times without a zone are those of `zone`.
 */
export async function readCounter(
  calendars: readonly string[],
  appointmentId: string,
  zone: string,
  now = Date.now()
): Promise<Counter | null> {
  const text = calendars.find(each => each.length <= longest && methodOf(each).toUpperCase() === 'COUNTER')
  if (text === undefined) return null
  const [, uid = ''] = /^UID:(\S{1,100})\s*$/im.exec(text) ?? []
  if (appointmentOf(uid) !== appointmentId || /^RRULE/im.test(text)) return null
  const read = await readApart(text, { from: now, to: now + horizon, zone }).catch(() => null)
  const [time, ...others] = read?.times ?? []
  if (!time || others.length > 0) return null
  const [, sequence = '0'] = /^SEQUENCE:(\d{1,9})\s*$/im.exec(text) ?? []
  const [start, end] = time.map(at => new Date(at).toISOString())
  return start && end ? { start, end, sequence: Number(sequence) } : null
}
