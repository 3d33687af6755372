import { TypeCompiler } from '@sinclair/typebox/compiler'
import { invalid } from '../core/errors.ts'
import { dayText, digits } from '../core/rules.ts'
import { findUnstorable } from '../core/text.ts'
import { longestPeriod } from '../dashboard/rules.ts'
import { readPhone } from './rules.ts'
import { LeadQuestion } from './schema.ts'

export const filterableLeadFields = Object.keys(LeadQuestion.properties)

/** A question with its values in lists, as the database's `lead_condition` reads it; '' in `owner` is nobody. */
export type LeadFilter = {
  term?: string
  /** A phone in two writings: with and without the ninth digit. */
  digits?: [string, string]
  id?: string[]
  status?: string[]
  source?: string[]
  owner?: string[]
  tag?: string[]
  receivedFrom?: string
  receivedTo?: string
  receivedIn?: string
  untouchedDays?: number
  task?: string
  preferredFrom?: string
  preferredTo?: string
  preferredIn?: string
  period?: string[]
  consent?: string
  mark?: string[]
  campaign?: string[]
  lostReason?: string[]
  custom?: Record<string, string[]>
}

const question = TypeCompiler.Compile(LeadQuestion)

const wrongTexts: Record<string, string> = {
  status: 'Situação desconhecida.',
  receivedFrom: dayText,
  receivedTo: dayText,
  preferredFrom: dayText,
  preferredTo: dayText
}
const lists = ['id', 'status', 'source', 'owner', 'tag', 'period', 'mark', 'campaign', 'lostReason'] as const

/**
 * Checks a question and puts it as the database reads it. Throws 400 that names the field in fault.
 *
 * @param me the employee that `owner: 'me'` stands for
 */
export function readQuestion(asked: Record<string, unknown>, me: string | null): LeadFilter {
  const given = Object.fromEntries(Object.entries(asked).filter(([, value]) => !isEmpty(value)))
  if (!question.Check(given)) {
    const field = question.Errors(given).First()?.path.split('/')[1] ?? 'filter'
    throw invalid({ [field]: wrongTexts[field] ?? 'Filtro inválido.' })
  }
  if (findUnstorable(given) !== null) throw invalid({ filter: 'Filtro inválido.' })
  const { q, custom, ...rest } = given
  if (q && rest.id) throw invalid({ filter: 'A busca não se combina com uma lista de leads.' })
  const filter: LeadFilter = { ...(rest as LeadFilter), ...(q && readTerm(q)) }
  for (const key of lists) if (rest[key] !== undefined) filter[key] = [rest[key]].flat()
  if (filter.owner)
    filter.owner = filter.owner.map(owner => (owner === 'none' ? '' : owner === 'me' ? (me ?? 'me') : owner))
  if (custom && Object.keys(custom).length > 0)
    filter.custom = Object.fromEntries(Object.entries(custom).map(([key, value]) => [key, [value].flat()]))
  return filter
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

/** A phone or CNPJ is stored as digits, so its punctuation is taken off before it is looked for. */
function readTerm(text: string): Pick<LeadFilter, 'term' | 'digits'> {
  const term = unmasked(text.trim().replace(/\s+/g, ' '))
  const number = digits(term)
  if (!/^[\d\s()+./-]+$/.test(term) || number.length < 3) return { term }
  const other = otherWriting(number)
  return other === null ? { term: number } : { digits: [number, other] }
}

/** A CNPJ with letters, or the beginning of one, without its mask; anything else as it is. */
const unmasked = (term: string): string =>
  /^[0-9a-z]{2}(\.[0-9a-z]{3}){2}(\/[0-9a-z-]*)?$/i.test(term) && /\d/.test(term) ? term.replace(/[./-]/g, '') : term

/** A phone with its ninth digit left out, which is a part of either writing; null for other numbers. */
function otherWriting(number: string): string | null {
  if (/^9\d{8}$/.test(number)) return number.slice(1)
  const { e164, key } = readPhone(number)
  return e164 === null ? null : key
}

/** Of what counts are kept, in any combination with one tag or with the answers to one own field. */
export const facetFields = ['status', 'owner', 'source', 'tag'] as const
export type FacetField = (typeof facetFields)[number]

/**
 * Which kept counts tell how many leads a filter finds; null where leads have to be read for it. A lead has any number
 * of tags, so that those of several tags cannot be added up, but one answer to a field. A period is that of the
 * dashboard: of at most a year, and with the reasons of a loss among the lost.
 */
export function countsOf(filter: LeadFilter): 'facets' | 'answers' | 'days' | null {
  if (isOfDays(filter)) return 'days'
  const counted = [...facetFields, 'custom'] as readonly string[]
  if (!Object.keys(filter).every(key => counted.includes(key))) return null
  const tags = filter.tag?.length ?? 0
  const fields = Object.keys(filter.custom ?? {}).length
  if (fields === 0) return tags <= 1 ? 'facets' : null
  return fields === 1 && filter.tag === undefined ? 'answers' : null
}

const dayFields = ['status', 'owner', 'source', 'campaign', 'lostReason', 'receivedFrom', 'receivedTo']

function isOfDays({ receivedFrom, receivedTo, status, lostReason, ...rest }: LeadFilter): boolean {
  if (!receivedFrom || !receivedTo || !Object.keys(rest).every(key => dayFields.includes(key))) return false
  if (lostReason && status?.join() !== 'lost') return false
  return Date.parse(receivedTo) - Date.parse(receivedFrom) < longestPeriod * 86_400_000
}
