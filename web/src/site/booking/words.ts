import type { AppointmentChannel, AppointmentStatus } from '../../../../services/calendar/appointments/rules.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

function format(zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${zone} ${JSON.stringify(options)}`
  const made = formats.get(key) ?? new Intl.DateTimeFormat('pt-BR', { timeZone: zone, ...options })
  formats.set(key, made)
  return made
}

/** 14:00 */
export const timeText = (at: string, zone: string): string =>
  format(zone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(new Date(at))

/** quinta-feira, 26 de novembro */
export const dayText = (at: string, zone: string): string =>
  format(zone, { weekday: 'long', day: 'numeric', month: 'long' }).format(new Date(at))

/** quinta-feira, 26 de novembro, of a day yyyy-MM-dd */
export const dayName = (day: string): string => dayText(`${day}T12:00:00Z`, 'UTC')

/** novembro de 2026, of a month yyyy-MM */
export const monthName = (month: string): string =>
  format('UTC', { month: 'long', year: 'numeric' }).format(new Date(`${month}-15T12:00:00Z`))

/** quinta-feira, 26 de novembro, das 14:00 às 15:00 */
export function spanText(start: string, end: string, zone: string): string {
  const [first, last] = [dayText(start, zone), dayText(end, zone)]
  return first === last
    ? `${first}, das ${timeText(start, zone)} às ${timeText(end, zone)}`
    : `de ${first}, ${timeText(start, zone)}, a ${last}, ${timeText(end, zone)}`
}

/** Horário de Brasília; the zone's own name where it has none in Portuguese. */
export function zoneName(zone: string): string {
  const part = format(zone, { timeZoneName: 'longGeneric' })
    .formatToParts(new Date())
    .find(({ type }) => type === 'timeZoneName')
  return part?.value ?? zone
}

// Its own, as the following: what the applications format and say with comes with them.
const money = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' })

/** R$ 1.234,56, from whole cents. */
export const moneyText = (cents: number): string => money.format(cents / 100)

export const channelNames: Record<AppointmentChannel, string> = {
  in_person: 'Presencial',
  phone: 'Telefone',
  video: 'Vídeo',
  whatsapp: 'WhatsApp'
}

/** The states of an appointment as its guest reads them. */
export const statusNames: Record<AppointmentStatus, string> = {
  requested: 'Aguarda confirmação',
  confirmed: 'Confirmado',
  done: 'Realizado',
  no_show: 'Não compareceu',
  refused: 'Recusado',
  cancelled: 'Cancelado'
}

/** 1 h 30 min */
export function lengthText(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return [hours && `${hours} h`, rest && `${rest} min`].filter(Boolean).join(' ')
}

/** Every day yyyy-MM-dd of a month. */
export function daysOf(month: string): string[] {
  const [year = 0, of = 1] = month.split('-').map(Number)
  const count = new Date(Date.UTC(year, of, 0)).getUTCDate()
  return Array.from({ length: count }, (_, n) => `${month}-${String(n + 1).padStart(2, '0')}`)
}
