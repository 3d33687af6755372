import { momentOf, plannable, wallAt } from '../../../services/core/zones/rules.ts'

/** yyyy-MM-ddTHH:mm by the clock of the zone, as inputs of date and time take it. */
export const writtenAt = (at: Date, zone: string): string =>
  new Date(wallAt(at.getTime(), zone)).toISOString().slice(0, 16)

/** The moment at which the clock of the zone shows what is written; null where that is none. */
export function readMoment(text: string, zone: string): Date | null {
  const wall = Date.parse(`${text}Z`)
  // The clock is not asked of a year that is half typed.
  const at = plannable(wall) ? momentOf(wall, zone) : Number.NaN
  return plannable(at) ? new Date(at) : null
}

/** A device elsewhere, or one whose clock is set to elsewhere. */
export function isAbroad(zone: string): boolean {
  const now = Date.now()
  return wallAt(now, zone) !== wallAt(now, Intl.DateTimeFormat().resolvedOptions().timeZone)
}
