import { defaultTimeZone, nearText } from '../../core/format.ts'

const hour = 3_600_000
const day = 24 * hour

/** When the next task of a lead is due, in few words: 'hoje 14:00', 'amanhã 09:00', 'atrasada 2 d'. */
export function dueText(at: string, timeZone = defaultTimeZone, now = Date.now()): string {
  const time = new Date(at).getTime()
  const late = now - time
  if (late >= day) return `atrasada ${Math.floor(late / day)} d`
  if (late >= hour) return `atrasada ${Math.floor(late / hour)} h`
  if (late > 0) return `atrasada ${Math.max(1, Math.floor(late / 60_000))} min`
  return nearText(at, timeZone, now)
}

export const isLate = (at: string, now = Date.now()): boolean => new Date(at).getTime() < now

/** How long ago, in the largest unit that still says something: '8 min', '5 h', '65 dias'. */
export function elapsed(at: string, now = Date.now()): string {
  const past = Math.max(0, now - new Date(at).getTime())
  if (past < hour) return `${Math.max(1, Math.floor(past / 60_000))} min`
  if (past < 2 * day) return `${Math.floor(past / hour)} h`
  return `${Math.floor(past / day)} dias`
}

/** Whole days since a moment. */
export const daysSince = (at: string, now = Date.now()): number =>
  Math.max(0, Math.floor((now - (new Date(at).getTime() || now)) / day))

/** Whole days since somebody last did something with the lead, not since it came. */
export function idleDays(
  lead: { receivedAt: string; lastContactAt: string | null; statusAt: string },
  now = Date.now()
): number {
  const last = Math.max(
    ...[lead.receivedAt, lead.lastContactAt, lead.statusAt].map(at => (at ? new Date(at).getTime() || 0 : 0))
  )
  return last === 0 ? 0 : Math.max(0, Math.floor((now - last) / day))
}
