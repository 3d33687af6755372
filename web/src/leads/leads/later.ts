import { momentOf, wallAt } from '../../../../services/core/zones/rules.ts'

export type Later = { label: string; at: Date }

const hour = 3_600_000
const day = 24 * hour

/** Nine in the morning so many days after a moment, by the clock of the zone. */
function nine(now: Date, days: number, zone: string): Date {
  const wall = wallAt(now.getTime(), zone)
  return new Date(momentOf(wall - (wall % day) + days * day + 9 * hour, zone))
}

/** When tomorrow's work begins. */
export const tomorrowMorning = (now: Date, zone: string): Date => nine(now, 1, zone)

/**
 * To when something can be put off: later today while the day lasts, tomorrow, the next Monday; by the clock of the
 * zone.
 */
export function laterChoices(now: Date, zone: string): Later[] {
  const wall = new Date(wallAt(now.getTime(), zone))
  const inTwoHours = new Date(now.getTime() + 2 * hour)
  const toMonday = (8 - wall.getUTCDay()) % 7 || 7
  return [
    ...(wall.getUTCHours() + 2 < 20 ? [{ label: 'Daqui a 2 horas', at: inTwoHours }] : []),
    { label: 'Amanhã às 9h', at: tomorrowMorning(now, zone) },
    // On a Sunday that is tomorrow, which is offered already.
    ...(toMonday > 1 ? [{ label: 'Segunda-feira às 9h', at: nine(now, toMonday, zone) }] : []),
    { label: 'Daqui a uma semana', at: nine(now, 7, zone) }
  ]
}
