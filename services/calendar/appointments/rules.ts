import type { BusinessHours } from '../../messaging/channels/rules.ts'

/** `requested` waits for the company; `requested` and `confirmed` take their time, the others leave it free. */
export const appointmentStatuses = ['requested', 'confirmed', 'done', 'no_show', 'refused', 'cancelled'] as const
export type AppointmentStatus = (typeof appointmentStatuses)[number]

export const statusLabels: Record<AppointmentStatus, string> = {
  requested: 'Pendente',
  confirmed: 'Confirmado',
  done: 'Realizado',
  no_show: 'Não compareceu',
  refused: 'Recusado',
  cancelled: 'Cancelado'
}

export const takesTime = (status: AppointmentStatus): boolean => status === 'requested' || status === 'confirmed'

export const appointmentChannels = ['in_person', 'phone', 'video', 'whatsapp'] as const
export type AppointmentChannel = (typeof appointmentChannels)[number]

export const channelLabels: Record<AppointmentChannel, string> = {
  in_person: 'Presencial',
  phone: 'Telefone',
  video: 'Vídeo',
  whatsapp: 'WhatsApp'
}

export const appointmentOrigins = ['internal', 'form', 'page', 'whatsapp', 'instagram'] as const
export type AppointmentOrigin = (typeof appointmentOrigins)[number]

export const originLabels: Record<AppointmentOrigin, string> = {
  internal: 'Equipe',
  form: 'Formulário',
  page: 'Página de agendamento',
  whatsapp: 'WhatsApp',
  instagram: 'Instagram'
}

/** The moves of an appointment besides changing it, and the states that allow them. */
export const moves = {
  confirm: { from: ['requested'], to: 'confirmed', done: 'Compromisso confirmado' },
  refuse: { from: ['requested'], to: 'refused', done: 'Pedido recusado' },
  done: { from: ['requested', 'confirmed', 'no_show'], to: 'done', done: 'Compromisso realizado' },
  'no-show': { from: ['requested', 'confirmed', 'done'], to: 'no_show', done: 'Falta registrada' },
  cancel: { from: ['requested', 'confirmed'], to: 'cancelled', done: 'Compromisso cancelado' }
} as const satisfies Record<string, { from: readonly AppointmentStatus[]; to: AppointmentStatus; done: string }>
export type AppointmentMove = keyof typeof moves

/** States that can be taken back: the state before is kept. */
export const restorable: readonly AppointmentStatus[] = ['refused', 'cancelled', 'done', 'no_show']

export const appointmentTexts = {
  load: 'Falha ao carregar agendamentos da empresa',
  create: 'Falha ao criar agendamento',
  remove: 'Falha ao excluir agendamento',
  taken: 'Esse horário acabou de ser reservado',
  missing: 'Agendamento não encontrado',
  hiddenLead:
    'O lead deste agendamento está excluído ou fora do limite do plano. Traga-o de volta antes de restaurar o agendamento.',
  cancelled: 'Este agendamento já está cancelado.',
  nobodyInClass: 'Ninguém está marcado nesta aula.',
  refusalOutdated: 'O agendamento mudou depois desta resposta. Confira o horário antes de desmarcar.',
  refusedByAnother: 'O convite foi recusado por outro endereço.',
  stale: 'Outra pessoa mudou este agendamento enquanto você editava.',
  notActive: 'Escolha uma pessoa ativa da equipe.',
  noService: 'Este serviço não existe mais. Escolha outro.',
  notGiven: 'Esta pessoa não atende este serviço. Escolha outra.',
  endsBefore: 'O fim deve vir depois do início.',
  tooLong: 'Um compromisso dura no máximo 7 dias.',
  past: 'Este horário já passou.',
  early: 'Este compromisso ainda não começou. Para liberar o horário, desmarque-o.',
  zone: 'Este fuso horário não existe.'
} as const

/** The company's hours until it says otherwise: from Monday to Friday, with a break at noon. */
export const usualHours: BusinessHours = [1, 2, 3, 4, 5].flatMap(day => [
  { day, from: '08:00', to: '12:00' },
  { day, from: '13:00', to: '18:00' }
])

/** Minutes before the start at which guests may be reminded, and are until the company says otherwise. */
export const usualReminders = [1440, 60] as const

/** Mails about appointments to one address in a day, from all companies: anybody may type an address. */
/** When somebody who has booked gets a mail about it; `later`: they have had many today. */
export const guestMailTimes = ['now', 'later', 'none'] as const
export type GuestMailTime = (typeof guestMailTimes)[number]

/** Why a company's guests get no mails at the moment. */
export const guestMailProblems = {
  noServer:
    'Este servidor ainda não envia e-mails: quem agenda não recebe a confirmação. Ela fica na caixa de saída de teste.',
  unconfirmed:
    'Quem agenda não recebe e-mails até que a conta da empresa seja confirmada. Use o link que enviamos, ou peça outro em Meu perfil.',
  usedUp: 'Os e-mails de hoje da empresa acabaram: as confirmações de agendamentos saem amanhã.'
} as const

export const guestMailsPerDay = { max: 10, seconds: 86_400 } as const

export const serviceDefaults = {
  minutes: 60,
  stepMinutes: null,
  bufferBefore: 0,
  bufferAfter: 0,
  capacity: 1,
  noticeMinutes: 120,
  windowDays: 60,
  cancelNoticeMinutes: 0,
  moveNoticeMinutes: 0,
  dailyCap: null,
  channel: 'in_person',
  location: null
} as const

/** A number of minutes as it is said: `1 h 30 min`. */
export function durationText(minutes: number): string {
  const days = Math.floor(minutes / 1440)
  const hours = Math.floor((minutes % 1440) / 60)
  const rest = minutes % 60
  return [days && `${days} d`, hours && `${hours} h`, rest && `${rest} min`].filter(Boolean).join(' ') || '0 min'
}

/** The facts of an appointment that a reminder's template may use. */
export const reminderFacts = ['name', 'service', 'date', 'time', 'person', 'company'] as const
export type ReminderFact = (typeof reminderFacts)[number]

export const reminderFactLabels: Record<ReminderFact, string> = {
  name: 'Nome da pessoa',
  service: 'Serviço',
  date: 'Data',
  time: 'Hora',
  person: 'Quem atende',
  company: 'Nome da empresa'
}

/** The template that a company reminds with, and what stands for each of its variables. */
export type ReminderTemplate = {
  id: string
  name: string
  language: string
  named: boolean
  body: string
  values: { variable: string; fact: ReminderFact }[]
}

/** A template's text with values in place of its variables; those without one stay. */
export function fillTemplate(body: string, values: readonly { variable: string; text: string }[]): string {
  const texts = new Map(values.map(({ variable, text }) => [variable, text]))
  return body.replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, variable: string) => texts.get(variable) ?? whole)
}

const words: Record<ReminderFact, RegExp> = {
  name: /nom|cliente|name|customer/i,
  service: /servi|service|assunto|titulo|title/i,
  date: /data|dia|date|day/i,
  time: /hor|time|hour/i,
  person: /profis|atend|quem|person|staff/i,
  company: /empresa|loja|company|business/i
}

/** The most likely fact for each variable: by its name, else in the order in which people write reminders. */
export const suggestFacts = (variables: readonly string[]): ReminderTemplate['values'] =>
  variables.map((variable, n) => ({
    variable,
    fact:
      reminderFacts.toReversed().find(fact => words[fact].test(variable)) ??
      reminderFacts[n % reminderFacts.length] ??
      'name'
  }))

/** How a guest was reminded, and why not as the company has chosen. */
export const reminderWays = ['mail', 'whatsapp', 'none'] as const
export type ReminderWay = (typeof reminderWays)[number]
