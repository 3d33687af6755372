import { TypeCompiler } from '@sinclair/typebox/compiler'
import { invalid } from '../../core/errors.ts'
import { moneyText } from '../../core/money/rules.ts'
import { dayText } from '../../core/refusals/rules.ts'
import { digits } from '../../core/rules.ts'
import { readPhone } from '../../core/telephone/brazil/rules.ts'
import { findForeign, storePhone } from '../../core/telephone/rules.ts'
import { findUnstorable } from '../../core/text.ts'
import { longestPeriod } from '../dashboard/rules.ts'
import { LeadFilterQuery } from './schema.ts'

export const filterableLeadFields = Object.keys(LeadFilterQuery.properties)

/**
 * A checked filter, with its values in lists, as `lead_condition` in the database reads it; '' in `owner` means no
 * owner.
 */
export type LeadFilter = {
  term?: string
  /**
   * A phone in two writings: with and without the ninth digit, or what only its own country dials, or the + of another.
   */
  digits?: [string, string]
  id?: string[]
  /** Keys of steps. */
  status?: string[]
  funnel?: string[]
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
  expectedFrom?: string
  expectedTo?: string
  soldFrom?: string
  soldTo?: string
  /** E-mails of these campaigns, or of any, with one of these results, or any. */
  emailed?: { campaigns?: string[]; results?: string[] }
  /** In cents, both included. */
  valueFrom?: number
  valueTo?: number
  custom?: Record<string, string[]>
}

const checker = TypeCompiler.Compile(LeadFilterQuery)

const wrongTexts: Record<string, string> = {
  status: 'Situação desconhecida.',
  receivedFrom: dayText,
  receivedTo: dayText,
  preferredFrom: dayText,
  preferredTo: dayText,
  expectedFrom: dayText,
  expectedTo: dayText,
  soldFrom: dayText,
  soldTo: dayText,
  valueFrom: moneyText,
  valueTo: moneyText
}
const lists = ['id', 'status', 'funnel', 'source', 'owner', 'tag', 'period', 'mark', 'campaign', 'lostReason'] as const

/**
 * Checks a filter and converts it for the database. Throws 400 that names the field in fault.
 *
 * @param me the employee that `owner: 'me'` stands for
 */
export function parseFilter(query: Record<string, unknown>, me: string | null): LeadFilter {
  const values = Object.fromEntries(Object.entries(query).filter(([, value]) => !isEmpty(value)))
  if (!checker.Check(values)) {
    const field = checker.Errors(values).First()?.path.split('/')[1] ?? 'filter'
    throw invalid({ [field]: wrongTexts[field] ?? 'Filtro inválido.' })
  }
  if (findUnstorable(values) !== null) throw invalid({ filter: 'Filtro inválido.' })
  const { q, custom, emailCampaign, emailResult, ...rest } = values
  if (q && rest.id) throw invalid({ filter: 'A busca não se combina com uma lista de leads.' })
  const filter: LeadFilter = { ...(rest as LeadFilter), ...(q && readTerm(q)) }
  for (const key of lists) if (rest[key] !== undefined) filter[key] = [rest[key]].flat()
  if (emailCampaign !== undefined || emailResult !== undefined)
    filter.emailed = {
      ...(emailCampaign !== undefined && { campaigns: [emailCampaign].flat() }),
      ...(emailResult !== undefined && { results: [emailResult].flat() })
    }
  if (filter.owner)
    filter.owner = filter.owner.map(owner => (owner === 'none' ? '' : owner === 'me' ? (me ?? 'me') : owner))
  if (custom && Object.keys(custom).length > 0)
    filter.custom = Object.fromEntries(Object.entries(custom).map(([key, value]) => [key, [value].flat()]))
  return filter
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

/** Phones and CNPJs are stored as digits, so punctuation is removed from the search term. */
export function readTerm(text: string): Pick<LeadFilter, 'term' | 'digits'> {
  const term = unmasked(text.trim().replace(/\s+/g, ' '))
  const number = digits(term)
  if (!/^[\d\s()+./-]+$/.test(term) || number.length < 3) return { term }
  const stored = storePhone(term)
  // Older leads have such a number without its +, which is not looked for where it would be a Brazilian's.
  if (stored.startsWith('+')) {
    const bare = stored.slice(1)
    return { digits: [readPhone(bare).e164 === null ? bare : stored, stored] }
  }
  const other = otherWriting(number)
  return other === null ? { term: number } : { digits: [number, other] }
}

/** A CNPJ with letters, or its beginning, without punctuation; anything else unchanged. */
const unmasked = (term: string): string =>
  /^[0-9a-z]{2}(\.[0-9a-z]{3}){2}(\/[0-9a-z-]*)?$/i.test(term) && /\d/.test(term) ? term.replace(/[./-]/g, '') : term

/**
 * A mobile without its ninth digit, which is contained in both spellings; a number of another country with its +, or
 * without the zero that only people there dial; null for others.
 */
function otherWriting(number: string): string | null {
  if (/^9\d{8}$/.test(number)) return number.slice(1)
  const { e164, key } = readPhone(number)
  if (e164 !== null) return key
  return findForeign(number) ?? (/^0\d{8,}$/.test(number) ? number.slice(1) : null)
}

/** The fields with kept counts, for any combination with one tag or with the answers to one custom field. */
export const facetFields = ['status', 'owner', 'source', 'tag'] as const
export type FacetField = (typeof facetFields)[number]

/**
 * Which kept counts answer a filter; null where leads have to be read. Counts of several tags cannot be added up, since
 * a lead has any number of tags, but a field has one answer. Counts by day cover a year at most, as on the dashboard,
 * and reasons of a loss only among the lost.
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
