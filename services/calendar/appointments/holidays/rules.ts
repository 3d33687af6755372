const day = 86_400_000

/** National holidays with a date of their own: Laws 662/1949, 6.802/1980, 10.607/2002 and 14.759/2023. */
const fixed: Readonly<Record<string, string>> = {
  '01-01': 'Confraternização Universal',
  '04-21': 'Tiradentes',
  '05-01': 'Dia do Trabalho',
  '09-07': 'Independência do Brasil',
  '10-12': 'Nossa Senhora Aparecida',
  '11-02': 'Finados',
  '11-15': 'Proclamação da República',
  '11-20': 'Consciência Negra',
  '12-25': 'Natal'
}

/** Easter Sunday of a year of the Gregorian calendar, as milliseconds in UTC (Meeus, Jones and Butcher). */
function easter(year: number): number {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const d = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7
  const f = d + e - 7 * Math.floor((a + 11 * d + 22 * e) / 451) + 114
  return Date.UTC(year, Math.floor(f / 31) - 1, (f % 31) + 1)
}

/** The name of the national holiday of a day (`yyyy-MM-dd`); undefined where there is none. */
export function nationalHoliday(date: string): string | undefined {
  if (Date.parse(date) === easter(Number(date.slice(0, 4))) - 2 * day) return 'Sexta-feira Santa'
  const monthAndDay = date.slice(5)
  // A national holiday since 2024.
  return monthAndDay === '11-20' && date < '2024' ? undefined : fixed[monthAndDay]
}

/** The national holidays of a year, in order. */
export const holidaysOf = (year: number): { day: string; name: string }[] =>
  [
    ...Object.keys(fixed).map(monthAndDay => `${year}-${monthAndDay}`),
    new Date(easter(year) - 2 * day).toISOString().slice(0, 10)
  ]
    .toSorted()
    .flatMap(date => {
      const name = nationalHoliday(date)
      return name ? [{ day: date, name }] : []
    })
