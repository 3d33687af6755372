import { formatCents } from '../../../../../services/core/money/rules.ts'
import {
  consentFilterLabels,
  preferredLabels,
  receivedLabels,
  taskFilterLabels
} from '../../../../../services/leads/leads/marks/rules.ts'
import { formatDay } from '../../../core/day.ts'
import { answersOf, type LeadFilter, type ListFilter, valuesOf, withAnswers } from '../filter.ts'
import { answerText, type FieldNames, fieldTitle } from './answers.ts'

/** One part of a filter in words, and the filter without it. */
export type Chip = { key: string; text: string; without: LeadFilter }

const lists: [ListFilter, string][] = [
  ['funnel', 'Funil'],
  ['status', 'Situação'],
  ['owner', 'Responsável'],
  ['tag', 'Etiquetas'],
  ['source', 'Origem'],
  ['period', 'Período'],
  ['mark', 'Conferir'],
  ['lostReason', 'Motivo'],
  ['campaign', 'Campanha'],
  ['emailCampaign', 'Campanha de e-mail'],
  ['emailResult', 'E-mail']
]

const listed = (names: string[]): string =>
  names.slice(0, 2).join(', ') + (names.length > 2 ? ` e mais ${names.length - 2}` : '')

function between(from: string | undefined, to: string | undefined): string | null {
  if (from && to) return from === to ? formatDay(from) : `${formatDay(from)} a ${formatDay(to)}`
  if (from) return `desde ${formatDay(from)}`
  return to ? `até ${formatDay(to)}` : null
}

function amounts(from: number | undefined, to: number | undefined): string | null {
  if (from !== undefined && to !== undefined)
    return from === to ? formatCents(from) : `${formatCents(from)} a ${formatCents(to)}`
  if (from !== undefined) return `a partir de ${formatCents(from)}`
  return to === undefined ? null : `até ${formatCents(to)}`
}

/** The parts of a filter without the search, which has its own box. */
export function chipsOf(
  filter: LeadFilter,
  nameOf: (key: ListFilter, value: string) => string,
  fields: FieldNames = []
): Chip[] {
  const chips: Chip[] = []
  const add = (keys: (keyof LeadFilter)[], text: string | null) => {
    if (text === null) return
    const rest = Object.entries(filter).filter(([key]) => !keys.includes(key as keyof LeadFilter))
    chips.push({ key: keys.join(), text, without: Object.fromEntries(rest) })
  }
  for (const [key, label] of lists) {
    const names = valuesOf(filter, key).map(value => nameOf(key, value))
    if (names.length > 0) add([key], `${label}: ${listed(names)}`)
  }
  const received = between(filter.receivedFrom, filter.receivedTo)
  add(['receivedFrom', 'receivedTo'], received && `Recebido: ${received}`)
  add(['receivedIn'], filter.receivedIn ? `Recebido: ${receivedLabels[filter.receivedIn]}` : null)
  const expected = between(filter.expectedFrom, filter.expectedTo)
  add(['expectedFrom', 'expectedTo'], expected && `Previsão: ${expected}`)
  const sold = between(filter.soldFrom, filter.soldTo)
  add(['soldFrom', 'soldTo'], sold && `Venda: ${sold}`)
  const days = filter.untouchedDays
  add(['untouchedDays'], days ? `Sem contato há ${days} ${days === 1 ? 'dia' : 'dias'}` : null)
  add(['task'], filter.task ? `Tarefa: ${taskFilterLabels[filter.task]}` : null)
  const preferred = between(filter.preferredFrom, filter.preferredTo)
  add(['preferredFrom', 'preferredTo'], preferred && `Preferência: ${preferred}`)
  add(['preferredIn'], filter.preferredIn ? `Preferência: ${preferredLabels[filter.preferredIn]}` : null)
  const value = amounts(filter.valueFrom, filter.valueTo)
  add(['valueFrom', 'valueTo'], value && `Valor: ${value}`)
  add(['consent'], filter.consent ? `Comunicações: ${consentFilterLabels[filter.consent] ?? filter.consent}` : null)
  if (filter.id) add(['id'], 'Leads escolhidos')
  for (const name of Object.keys(filter.custom ?? {})) {
    const answers = answersOf(filter, name).map(value => answerText(fields, name, value))
    chips.push({
      key: `custom.${name}`,
      text: `${fieldTitle(fields, name)}: ${listed(answers)}`,
      without: withAnswers(filter, name, [])
    })
  }
  return chips
}
