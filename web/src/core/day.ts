const pattern = /^(\d{4})-(\d{2})-(\d{2})$/

/** dd/MM/yyyy of a day yyyy-MM-dd, which no time zone may move; '' for anything else. */
export const formatDay = (day: string): string => (pattern.test(day) ? day.split('-').reverse().join('/') : '')

/** yyyy-MM-dd of a calendar day as the device shows it. */
export function dayOf(date: Date): string {
  const pad = (value: number, length: number) => String(value).padStart(length, '0')
  return `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1, 2)}-${pad(date.getDate(), 2)}`
}

/** The day yyyy-MM-dd at midnight of the device, for calendars; undefined where the text is no day. */
export function dateOfDay(day: string): Date | undefined {
  const parts = pattern.exec(day)
  return parts ? new Date(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3])) : undefined
}
