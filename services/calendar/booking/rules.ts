/** The source of leads who book by themselves. */
export const bookingSource = 'agenda'

/** Coming appointments that may be booked by the page for each guest, and by one contact for all their guests. */
export const maxComing = { guest: 3, contact: 12 } as const

/** Up to 30 days of notice may pass a whole month, and what follows may be taken. */
const monthsLookedAhead = 3

/** The month so many months after a month yyyy-MM; before it, where they are negative. */
export function monthFrom(month: string, change: number): string {
  const [year = 0, of = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, of - 1 + change, 15)).toISOString().slice(0, 7)
}

/** A notice as people say it: `24 h`, `90 min`. */
export const noticeSpan = (minutes: number): string => (minutes % 60 === 0 ? `${minutes / 60} h` : `${minutes} min`)

type Notices = { cancelNoticeMinutes: number; moveNoticeMinutes: number }

/** The notice for cancelling and moving in a sentence; null where guests may until the start. */
export function noticeText({ cancelNoticeMinutes: cancel, moveNoticeMinutes: move }: Notices): string | null {
  if (cancel === move) return cancel === 0 ? null : `Dá para cancelar ou remarcar até ${noticeSpan(cancel)} antes.`
  return [
    cancel > 0 && `Dá para cancelar até ${noticeSpan(cancel)} antes.`,
    move > 0 && `Dá para remarcar até ${noticeSpan(move)} antes.`
  ]
    .filter(Boolean)
    .join(' ')
}

export const bookingTexts = {
  missing: 'Página de agendamento não encontrada',
  closed: 'Esta empresa não recebe agendamentos por aqui no momento.',
  slug: 'Use de 3 a 60 letras minúsculas sem acento, números e hifens.',
  slugTaken: 'Este endereço já está em uso.',
  notFree: 'Esse horário não está mais livre. Escolha outro.',
  tooMany: `Quem vem já tem ${maxComing.guest} horários marcados. Cancele um deles para marcar outro.`,
  tooManyOfContact: `Este contato já tem ${maxComing.contact} horários marcados. Cancele um deles para marcar outro.`,
  unanswered: 'Responda a esta pergunta.',
  mustAgree: 'Marque esta opção para continuar.',
  noQuestion: 'Esta pergunta não existe mais. Recarregue a página.',
  noGuest: 'Informe o nome de quem vem.',
  mismatch: 'Este pedido já foi recebido com outro horário. Recarregue a página e marque novamente.',
  over: 'Este horário já passou.',
  notYours: 'Link de agendamento inválido. Confira se ele foi copiado por inteiro.',
  cannotConfirm: 'A empresa ainda vai confirmar este horário.',
  cannotChange: 'Este agendamento não pode mais ser alterado. Fale com a empresa.',
  tooLate: (act: 'move' | 'cancel', minutes: number) =>
    `Só é possível ${act === 'move' ? 'remarcar' : 'cancelar'} até ${noticeSpan(minutes)} antes. Fale com a empresa.`
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

/** Names of the page's fields that are the appointment's, beside those of the company's form. */
const own = { other: 'guest.other', guest: 'guest.name', answer: 'answers.' } as const

type Question = { id: string; label: string; type: string; required: boolean; options: string[] }

/** The fields of a booking beside those of the company's form: whether somebody else comes, and the service's questions. */
export const bookingFields = (questions: readonly Question[]) => [
  { id: own.other, name: own.other, label: 'O horário é para outra pessoa', type: 'checkbox', required: false },
  {
    id: own.guest,
    name: own.guest,
    label: 'Nome de quem vem',
    type: 'text',
    required: true,
    showIf: { field: own.other, is: 'true' }
  },
  ...questions.map(({ id, ...question }) => ({ ...question, id: own.answer + id, name: own.answer + id }))
]

/** A filled page as the API takes it: what is the appointment's apart from what is the lead's. */
export function bookingOf<Sent extends object>(sent: Sent): Sent {
  const entries = Object.entries(sent)
  const answers = entries.filter(([name]) => name.startsWith(own.answer))
  const rest = entries.filter(([name]) => !name.startsWith(own.answer) && name !== own.other && name !== own.guest)
  const { [own.other]: other, [own.guest]: name } = sent as Record<string, unknown>
  return {
    ...Object.fromEntries(rest),
    ...((other === true || other === 'true') && { guest: { name: typeof name === 'string' ? name : '' } }),
    ...(answers.length > 0 && {
      answers: Object.fromEntries(answers.map(([name, value]) => [name.slice(own.answer.length), value]))
    })
  } as Sent
}
