import type { LeadStatus } from '../../leads/leads/rules.ts'

/** The events that begin a series. */
export const seriesKinds = ['new_lead', 'follow_up', 'date'] as const
export type SeriesKind = (typeof seriesKinds)[number]

export const seriesKindLabels: Record<SeriesKind, string> = {
  new_lead: 'Confirmação para lead novo',
  follow_up: 'Retomada sem contato',
  date: 'Aniversário ou outra data'
}

/** The reach of a series: leads that come while it is on, or also those who were there before. */
export const seriesReaches = ['new', 'all'] as const
export type SeriesReach = (typeof seriesReaches)[number]

export const seriesStates = ['off', 'on', 'paused'] as const
export type SeriesState = (typeof seriesStates)[number]

export const seriesStateLabels: Record<SeriesState, string> = { off: 'Desligada', on: 'Ligada', paused: 'Pausada' }

/** `waitHours`: the longest wait of a step, and the longest time before a date, in hours. */
export const seriesLimits = { name: 60, series: 20, steps: 10, waitHours: 365 * 24 } as const

/** The hour of the company at which a date begins. */
export const dateHour = 9

/** Hours after which a mail that was due is no longer sent: nobody wants greetings of last week. */
export const lateHours: Record<SeriesKind, number> = { new_lead: 72, follow_up: 72, date: 24 }

/** Won and lost leads are not asked again whether they are still interested. */
export const finalStatuses = ['converted', 'lost'] as const satisfies readonly LeadStatus[]

/** The shortest wait of the first step, in hours: before a date it may be negative. */
export function firstWaitFault(kind: SeriesKind, hours: number): string | null {
  if (kind === 'date') return hours % 24 === 0 ? null : seriesTexts.wholeDays
  if (hours < 0) return seriesTexts.notBefore
  return kind === 'follow_up' && hours < 24 ? seriesTexts.oneDay : null
}

const isLeap = (year: number) => new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1

/** Years of the oldest person. */
const oldest = 120

/**
 * The values of a field that a day answers to: the day itself, and of one that comes again every year the same day of
 * the years before. Where a year has no 29 February, who was born on it has their day on the 28th.
 */
export function valuesOn(day: string, yearly: boolean): string[] {
  if (!yearly) return [day]
  const [year = 0, rest] = [Number(day.slice(0, 4)), day.slice(4)]
  const years = Array.from({ length: oldest + 1 }, (_, n) => year - n)
  const leap = rest === '-02-28' && !isLeap(year) ? years.filter(isLeap).map(each => `${each}-02-29`) : []
  const own = rest === '-02-29' ? years.filter(isLeap) : years
  return [...own.map(each => `${each}${rest}`), ...leap]
}

/** The first day from `today` on, both ISO days, on which a field's value comes; null for one that is over. */
export function nextDay(value: string, yearly: boolean, today: string): string | null {
  if (!yearly) return value >= today ? value : null
  const year = Number(today.slice(0, 4))
  const inYear = (each: number) =>
    value.slice(4) === '-02-29' && !isLeap(each) ? `${each}-02-28` : `${each}${value.slice(4)}`
  return inYear(year) >= today ? inYear(year) : inYear(year + 1)
}

/** Why a lead gets nothing, or nothing more, beside the reasons of a campaign. */
export const tryTexts = {
  before: 'Já era lead antes de a sequência ser ligada.',
  imported: 'Veio de uma planilha: conta como quem já era lead.',
  no_date: 'O campo da data está vazio neste lead, ou não tem uma data.',
  over: 'A data já passou.',
  past: 'A hora passou antes de a sequência ser ligada.',
  late: 'A hora já passou há tempo demais.',
  contact: 'A pessoa escreveu por último: a equipe é quem responde.',
  previous: 'A etapa anterior não foi enviada.',
  empty: 'O modelo foi excluído ou está vazio.'
} as const

export const seriesTexts = {
  gone: 'Esta sequência não existe mais.',
  stale: 'Alguém mudou esta sequência enquanto você editava. Recarregue a página.',
  notNow: 'Isto não é possível na situação em que a sequência está. Recarregue a página.',
  on: 'Pause ou desligue a sequência antes de mudar o que ela envia.',
  tooMany: `Uma empresa tem até ${seriesLimits.series} sequências automáticas. Exclua alguma que não use.`,
  characters: 'O texto contém caracteres inválidos.',
  field: 'Escolha um campo de data dos seus formulários.',
  steps: 'Adicione pelo menos uma etapa.',
  step: 'Uma das etapas não é desta sequência. Recarregue a página.',
  wholeDays: 'Antes ou depois de uma data, conte em dias inteiros.',
  notBefore: 'A espera não pode ser negativa.',
  oneDay: 'Espere pelo menos 1 dia sem contato.',
  notAll: 'Só quem vê todos os leads da empresa pode mudar sequências automáticas.',
  leadGone: 'Este lead não existe, ou você não o vê.'
} as const
