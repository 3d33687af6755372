export const ticketStatuses = ['open', 'in_progress', 'waiting', 'resolved', 'closed'] as const
export type TicketStatus = (typeof ticketStatuses)[number]

export const ticketStatusLabels: Record<TicketStatus, string> = {
  open: 'Aberto',
  in_progress: 'Em atendimento',
  waiting: 'Aguardando você',
  resolved: 'Resolvido',
  closed: 'Fechado'
}

/** States in which somebody still has something to do. */
export const openStatuses = ['open', 'in_progress', 'waiting'] as const satisfies readonly TicketStatus[]
export const isOpen = (status: TicketStatus): boolean => (openStatuses as readonly string[]).includes(status)

export const ticketCategories = ['question', 'problem', 'billing', 'request', 'suggestion', 'privacy'] as const
export type TicketCategory = (typeof ticketCategories)[number]

export const ticketCategoryLabels: Record<TicketCategory, string> = {
  question: 'Dúvida',
  problem: 'Problema',
  billing: 'Financeiro',
  request: 'Solicitação',
  suggestion: 'Sugestão',
  privacy: 'Privacidade'
}

/** From the least to the most urgent. */
export const ticketPriorities = ['low', 'normal', 'high', 'urgent'] as const
export type TicketPriority = (typeof ticketPriorities)[number]

export const ticketPriorityLabels: Record<TicketPriority, string> = {
  low: 'Baixa',
  normal: 'Normal',
  high: 'Alta',
  urgent: 'Urgente'
}

/** Where a ticket, or a message of it, came from. */
export const ticketSources = ['app', 'mail', 'assistant', 'contact', 'privacy', 'staff'] as const
export type TicketSource = (typeof ticketSources)[number]

/** Ways by which people ask who need no permission for it. */
export const openSources: readonly TicketSource[] = ['assistant', 'contact', 'privacy']

export const ticketSides = ['client', 'staff', 'system'] as const
export type TicketSide = (typeof ticketSides)[number]

/** Changes that the thread shows between the messages. */
const ticketChanges = ['status', 'priority', 'category', 'assigned', 'merged', 'continued', 'rated'] as const
export type TicketChangeKind = (typeof ticketChanges)[number]

/** Days after the solution in which a ticket is opened again; after that, an answer makes another one. */
export const reopenDays = 14

/** Days without a word after which a resolved ticket is closed. */
export const restDays = 7

/** Seconds in which staff may take an answer back. */
export const undoSeconds = 15

export const ticketLimits = {
  subject: 200,
  text: 20_000,
  screen: 200,
  ratingText: 1000,
  files: 10,
  mailFiles: 52
} as const

/** Bytes of one file. */
export const longestTicketFile = 25 * 1024 * 1024

/** Days for which a file waits to be sent. */
export const waitingFileDays = 1

/** Days for which the files of tickets are kept. */
export const ticketFileDays = 5 * 365

export const ticketTexts = {
  notFound: 'Chamado não encontrado',
  number: (number: number) => `#${number}`,
  closed: 'Este chamado está encerrado.',
  open: 'Este chamado ainda está aberto.',
  late: `Só dá para reabrir um chamado em até ${reopenDays} dias. Responda, e abrimos outro ligado a este.`,
  notResolved: 'Só dá para avaliar um chamado resolvido.',
  tooManyFiles: `Um envio leva até ${ticketLimits.files} arquivos.`,
  fileGone: 'O arquivo não está mais aqui. Anexe-o de novo.',
  otherText: 'Esta mensagem já foi recebida com outro texto. Escreva-a de novo.',
  characters: 'O texto contém caracteres inválidos.',
  linkGone: 'Este link não vale mais. Responda ao e-mail para pedir o arquivo de novo.',
  program: (name: string) => `Anexo bloqueado: ${name} é um programa.`,
  programInside: (name: string, program: string) => `Anexo bloqueado: ${name} contém o programa ${program}.`
} as const

const office = 'application/vnd.openxmlformats-officedocument'

/** The types that files of tickets are known by, as judged by their content; any other is unspecific. */
export const shownTypes: readonly string[] = [
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
  'application/pdf',
  'text/plain',
  'application/msword',
  'application/vnd.ms-excel',
  `${office}.wordprocessingml.document`,
  `${office}.spreadsheetml.sheet`,
  'video/mp4',
  'video/quicktime',
  'video/webm'
]
