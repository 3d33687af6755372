import type { AppointmentStatus } from '../../../../services/calendar/appointments/rules.ts'
import type { Appointment } from '../../../../services/calendar/appointments/schema.ts'
import type { Tone } from '../../core/tokens.ts'

export const statusTones: Record<AppointmentStatus, Tone> = {
  requested: 'warning',
  confirmed: 'brand',
  done: 'success',
  no_show: 'error',
  refused: 'neutral',
  cancelled: 'neutral'
}

const formats = new Map<string, { day: Intl.DateTimeFormat; time: Intl.DateTimeFormat }>()

function formatsOf(timeZone: string) {
  const cached = formats.get(timeZone)
  if (cached) return cached
  const made = {
    day: new Intl.DateTimeFormat('pt-BR', {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      timeZone
    }),
    time: new Intl.DateTimeFormat('pt-BR', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone })
  }
  formats.set(timeZone, made)
  return made
}

/** 14:00 */
export const timeText = (at: string, zone: string): string => formatsOf(zone).time.format(new Date(at))

/** segunda-feira, 23 de novembro de 2026 */
export const dayText = (at: string, zone: string): string => formatsOf(zone).day.format(new Date(at))

/** segunda-feira, 23 de novembro de 2026, das 14:00 às 15:00 */
export function spanText({ start, end }: Pick<Appointment, 'start' | 'end'>, zone: string): string {
  const [first, last] = [dayText(start, zone), dayText(end, zone)]
  return first === last
    ? `${first}, das ${timeText(start, zone)} às ${timeText(end, zone)}`
    : `de ${first}, ${timeText(start, zone)}, a ${last}, ${timeText(end, zone)}`
}

/** How the guest was reminded, and why not by WhatsApp. */
export function reminderText({ by, note }: NonNullable<Appointment['reminder']>): string {
  const way = { mail: 'Enviado por e-mail', whatsapp: 'Enviado pelo WhatsApp', none: 'Não enviado' }[by]
  return note ? `${way}. ${note}` : way
}
