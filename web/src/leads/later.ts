export type Later = { label: string; at: Date }

const nine = (date: Date, days: number): Date => new Date(date.getFullYear(), date.getMonth(), date.getDate() + days, 9)

/** To when something can be put off: later today while the day lasts, tomorrow, the next Monday. */
export function laterChoices(now: Date): Later[] {
  const inTwoHours = new Date(now.getTime() + 2 * 3600_000)
  const toMonday = (8 - now.getDay()) % 7 || 7
  return [
    ...(inTwoHours.getDate() === now.getDate() && inTwoHours.getHours() < 20
      ? [{ label: 'Daqui a 2 horas', at: inTwoHours }]
      : []),
    { label: 'Amanhã às 9h', at: nine(now, 1) },
    { label: 'Segunda-feira às 9h', at: nine(now, toMonday) },
    { label: 'Daqui a uma semana', at: nine(now, 7) }
  ]
}
