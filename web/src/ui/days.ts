/** yyyy-MM-dd of a moment where the provider is, for an input of days. */
export const dayOfMoment = (moment: string | null): string =>
  moment ? new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(new Date(moment)) : ''

/** The end of that day; null for none. São Paulo has had no summer time since 2019. */
export const endOfDay = (day: string): string | null => (day ? new Date(`${day}T23:59:59-03:00`).toISOString() : null)

export const startOfDay = (day: string): string => new Date(`${day}T00:00:00-03:00`).toISOString()

/** How many days from now, counting a started one. */
export const daysUntil = (moment: string, now = Date.now()): number =>
  Math.max(0, Math.ceil((Date.parse(moment) - now) / 86_400_000))

export const daysText = (days: number): string => (days === 1 ? '1 dia' : `${days} dias`)
