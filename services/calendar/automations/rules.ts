import { momentOf, wallAt } from '../../core/zones/rules.ts'

export const automationKinds = ['confirmation', 'reminder', 'welcome', 'no_answer'] as const
export type AutomationKind = (typeof automationKinds)[number]

export const automationTexts: Record<AutomationKind, { label: string; about: string }> = {
  confirmation: {
    label: 'Confirmação de compromisso',
    about: 'Quando um compromisso é marcado ou muda de hora. Com o botão “Confirmo” a pessoa confirma na hora.'
  },
  reminder: {
    label: 'Lembrete de compromisso',
    about: 'Antes da hora, a quem autorizou mensagens por WhatsApp; os outros são lembrados por e-mail.'
  },
  welcome: { label: 'Boas-vindas', about: 'A quem chegou pelo formulário e ainda não falou com ninguém.' },
  no_answer: {
    label: 'Sem resposta',
    about: 'Quando alguém escreveu e ninguém respondeu: primeiro a equipe é avisada, depois a pessoa.'
  }
}

/** The facts that stand for a variable. The last two are only known of an appointment. */
export const automationFacts = ['name', 'company', 'service', 'date', 'time', 'person', 'link'] as const
export type AutomationFact = (typeof automationFacts)[number]
export const factLabels: Record<AutomationFact, string> = {
  name: 'Nome da pessoa',
  company: 'Nome da empresa',
  service: 'Serviço',
  date: 'Data',
  time: 'Hora',
  person: 'Quem atende',
  link: 'Link do compromisso'
}
export const factsOf: Record<AutomationKind, readonly AutomationFact[]> = {
  confirmation: automationFacts,
  reminder: ['name', 'company', 'service', 'date', 'time', 'person'],
  welcome: ['name', 'company'],
  no_answer: ['name', 'company']
}

/** The facts that stand for the variables of a template. */
export type FactChoices = Record<string, { from: AutomationFact; fallback?: string }>

/** Minutes: after which a lead is welcomed; after which the team and then the person hear that nobody answered. */
export const usualMinutes: Record<AutomationKind, readonly number[]> = {
  confirmation: [],
  reminder: [],
  welcome: [5],
  no_answer: [15, 60]
}

/** The author of automatic messages in a conversation. */
export const automaticMessageAuthor = 'Mensagem automática'

/** Hours of the company's clock between which no automatic message is sent. */
export const quietTimes = { from: 20, to: 8 } as const

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]

/** The first moment from this one on outside the quiet hours of a zone. */
export function afterQuietHours(at: number, zone: string, keeps: boolean): number {
  if (!keeps) return at
  const wall = wallAt(at, zone)
  const midnight = Math.floor(wall / day) * day
  const clock = (wall - midnight) / hour
  if (clock >= quietTimes.to && clock < quietTimes.from) return at
  return momentOf(midnight + (clock < quietTimes.to ? 0 : day) + quietTimes.to * hour, zone)
}

/** Minutes between two automatic messages to one person. */
export const minutesApart = 10

/** Minutes for which a message that waits for its hour is still of use. */
export const usefulFor: Record<AutomationKind, number> = {
  confirmation: 12 * 60,
  reminder: 30,
  welcome: 24 * 60,
  no_answer: 12 * 60
}

export const minutesLater = (at: number, minutes: number): number => at + minutes * minute

export const reasons = {
  off: 'Esta mensagem está desligada.',
  noTemplate: 'Escolha um modelo aprovado.',
  templateGone: 'O modelo escolhido não existe mais. Escolha outro.',
  noWords: 'Escreva o texto.',
  noAppointment: 'A pessoa não tem compromisso marcado.',
  confirmed: 'A pessoa já confirmou.',
  noReminder: 'Os horários dos lembretes deste compromisso já passaram, ou nenhum está ligado.',
  spoken: 'A pessoa já falou com a empresa.',
  notNew: 'A pessoa foi incluída pela equipe ou importada.',
  another: 'A pessoa já recebeu outra mensagem automática hoje.',
  notWaiting: 'Ninguém espera resposta nesta conversa.',
  closed: 'A janela de 24 horas fechou.',
  noTime: 'No horário de silêncio, e depois seria tarde.',
  gone: 'O compromisso mudou.'
} as const
