import type { ContactRequest } from '../../../../services/calendar/appointments/schema.ts'
import { momentOf } from '../../../../services/core/zones/rules.ts'
import type { PreferredPeriod } from '../../../../services/leads/leads/rules.ts'
import type { WeekSpan } from '../../ui/WeekHours.tsx'

/** When the periods begin that the form offers. */
const begins: Record<PreferredPeriod, string> = { morning: '08:00', afternoon: '13:00', evening: '17:00' }

/** HH:mm of a time as people type it (`14:30`, `14h30`, `9h`); undefined for anything else. */
function typedTime(text: string | null): string | undefined {
  const [, hours, minutes = '00'] = /^\s*([01]?\d|2[0-3])\s?(?:h|:)\s?([0-5]\d)?\s*$/i.exec(text ?? '') ?? []
  return hours && `${hours.padStart(2, '0')}:${minutes}`
}

/** When a lead asked to be contacted: the time, else the period, else the first opening of the day. */
export function requestedTime(
  { preferredDate, preferredTime, preferredPeriod }: ContactRequest,
  hours: readonly WeekSpan[],
  zone: string
): Date {
  const weekday = new Date(preferredDate).getUTCDay()
  const opens = hours.filter(({ day }) => day === weekday).map(({ from }) => from)
  const earliest = preferredPeriod ? begins[preferredPeriod] : '00:00'
  const time =
    typedTime(preferredTime) ?? opens.sort().find(from => from >= earliest) ?? (preferredPeriod ? earliest : '09:00')
  return new Date(momentOf(Date.parse(`${preferredDate}T${time}:00Z`), zone))
}
