import { momentOf, wallAt } from '../../../../services/core/zones/rules.ts'

const hour = 3_600_000
const day = 24 * hour

/**
 * The times to which a conversation can be put off: this afternoon while there is one, tomorrow, Monday; by the clock
 * of the zone.
 */
export function snoozeChoices(now: Date, zone: string): { label: string; at: Date }[] {
  const wall = wallAt(now.getTime(), zone)
  const midnight = wall - (wall % day)
  const at = (days: number, hours: number) => new Date(momentOf(midnight + days * day + hours * hour, zone))
  const clock = new Date(wall)
  const toMonday = (8 - clock.getUTCDay()) % 7 || 7
  return [
    ...(clock.getUTCHours() < 13 ? [{ label: 'Hoje à tarde, às 14h', at: at(0, 14) }] : []),
    ...(clock.getUTCHours() >= 13 && clock.getUTCHours() < 17 ? [{ label: 'Hoje às 18h', at: at(0, 18) }] : []),
    { label: 'Amanhã às 9h', at: at(1, 9) },
    // On a Sunday that is tomorrow, which is offered already.
    ...(toMonday > 1 ? [{ label: 'Segunda-feira às 9h', at: at(toMonday, 9) }] : [])
  ]
}
