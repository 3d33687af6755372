/** The source of leads who book by themselves. */
export const bookingSource = 'agenda'

/** Coming appointments that one person may have booked by themselves. */
export const maxComing = 3

/** Up to 30 days of notice may pass a whole month, and what follows may be taken. */
const monthsLookedAhead = 3

/** The month so many months after a month yyyy-MM; before it, where they are negative. */
export function monthFrom(month: string, change: number): string {
  const [year = 0, of = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, of - 1 + change, 15)).toISOString().slice(0, 7)
}

export const bookingTexts = {
  missing: 'Página de agendamento não encontrada',
  closed: 'Esta empresa não recebe agendamentos por aqui no momento.',
  notFree: 'Esse horário não está mais livre. Escolha outro.',
  tooMany: `Você já tem ${maxComing} horários marcados. Cancele um deles para marcar outro.`,
  mismatch: 'Este pedido já foi recebido com outro horário. Recarregue a página e marque novamente.',
  over: 'Este horário já passou.',
  notYours: 'Link de agendamento inválido. Confira se ele foi copiado por inteiro.',
  cannotConfirm: 'A empresa ainda vai confirmar este horário.',
  cannotChange: 'Este agendamento não pode mais ser alterado. Fale com a empresa.'
} as const

/** The author of changes by the link of an appointment. */
export const guestName = 'Cliente, pelo link'

/** The author of bookings on the public page, as the history names them. */
export const visitorName = 'Cliente, pela página de agendamento'

type Month = { days: { data: { slots: unknown[] }[] } | null }

const hasFreeTime = ({ days }: Month): boolean => days?.data.some(({ slots }) => slots.length > 0) ?? false

/** The month, or the first of the next three, that has a free time; the month itself where none of them has one. */
export async function firstFreeMonth<Shown extends Month>(
  month: string,
  read: (month: string) => Promise<Shown>
): Promise<Shown> {
  const first = await read(month)
  let shown = first
  for (let ahead = 1; ahead <= monthsLookedAhead && !hasFreeTime(shown); ahead++)
    shown = await read(monthFrom(month, ahead))
  return hasFreeTime(shown) ? shown : first
}
