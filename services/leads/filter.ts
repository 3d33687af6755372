import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { TypeCompiler } from '@sinclair/typebox/compiler'
import { invalid } from '../core/errors.ts'
import { digits, idPattern, isDay } from '../core/rules.ts'
import { findUnstorable } from '../core/text.ts'
import { leadMarks, leadStatuses, preferredPeriods, readPhone, taskFilters } from './rules.ts'

// Unions rather than `oneOf`: the compiler of TypeBox knows no schema of our own kind.
const OneOrMore = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Array(schema, { maxItems: 1000 })])
const choice = <const T extends readonly string[]>(values: T) =>
  Type.Union(values.map(value => Type.Literal(value as T[number])))

const AnyDay = Type.String({ minLength: 10, maxLength: 10, description: 'yyyy-MM-dd' })
const Text = Type.String({ maxLength: 200 })

/** What leads are asked for, as the address of the list and a saved view hold it. Empty values ask for nothing. */
export const LeadQuestion = Type.Object(
  {
    q: Type.Optional(Type.String({ maxLength: 200, description: 'Part of a name, phone, e-mail or CNPJ' })),
    id: Type.Optional(OneOrMore(Text)),
    status: Type.Optional(OneOrMore(choice(leadStatuses))),
    source: Type.Optional(OneOrMore(Text)),
    owner: Type.Optional(OneOrMore(Type.String({ maxLength: 24, description: 'An employee, `me`, or `none`' }))),
    tag: Type.Optional(OneOrMore(Type.String({ pattern: idPattern }))),
    receivedFrom: Type.Optional(AnyDay),
    receivedTo: Type.Optional(AnyDay),
    untouchedDays: Type.Optional(Type.Integer({ minimum: 1, maximum: 3650 })),
    task: Type.Optional(choice(taskFilters)),
    preferredFrom: Type.Optional(AnyDay),
    preferredTo: Type.Optional(AnyDay),
    period: Type.Optional(OneOrMore(choice(preferredPeriods))),
    consent: Type.Optional(choice(['yes', 'no'])),
    mark: Type.Optional(OneOrMore(choice(leadMarks))),
    campaign: Type.Optional(OneOrMore(Text)),
    lostReason: Type.Optional(OneOrMore(Text)),
    custom: Type.Optional(Type.Record(Type.String({ maxLength: 60 }), OneOrMore(Text)))
  },
  { additionalProperties: false }
)
export type LeadQuestion = Static<typeof LeadQuestion>

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
  untouchedDays?: number
  task?: string
  preferredFrom?: string
  preferredTo?: string
  period?: string[]
  consent?: string
  mark?: string[]
  campaign?: string[]
  lostReason?: string[]
  custom?: Record<string, string[]>
}

const question = TypeCompiler.Compile(LeadQuestion)

const days = ['receivedFrom', 'receivedTo', 'preferredFrom', 'preferredTo'] as const
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
    throw invalid({ [field]: field === 'status' ? 'Situação desconhecida.' : 'Filtro inválido.' })
  }
  if (findUnstorable(given) !== null) throw invalid({ filter: 'Filtro inválido.' })
  for (const field of days)
    if (given[field] !== undefined && !isDay(given[field])) throw invalid({ [field]: 'Data inválida.' })
  const { q, custom, ...rest } = given
  if (q && rest.id) throw invalid({ filter: 'A busca não se combina com uma lista de leads.' })
  const filter: LeadFilter = { ...(rest as LeadFilter), ...(q && readTerm(q)) }
  for (const key of lists) if (rest[key] !== undefined) filter[key] = [rest[key]].flat()
  if (filter.owner)
    filter.owner = filter.owner.map(owner => (owner === 'none' ? '' : owner === 'me' ? (me ?? 'me') : owner))
  if (custom) filter.custom = Object.fromEntries(Object.entries(custom).map(([key, value]) => [key, [value].flat()]))
  return filter
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

/** A phone or CNPJ is stored as digits, so its punctuation is taken off before it is looked for. */
function readTerm(text: string): Pick<LeadFilter, 'term' | 'digits'> {
  const term = text.trim().replace(/\s+/g, ' ')
  const number = digits(term)
  if (!/^[\d\s()+./-]+$/.test(term) || number.length < 3) return { term }
  const other = otherWriting(number)
  return other === number ? { term: number } : { digits: [number, other] }
}

/** The same phone with its ninth digit left out, which is a part of either writing; other numbers as they are. */
function otherWriting(number: string): string {
  if (/^9\d{8}$/.test(number)) return number.slice(1)
  const { e164, key } = readPhone(number)
  return e164 === null ? number : key
}

/** Of what leads are kept as counts: a filter that asks for nothing else is counted without reading leads. */
export const facetFields = ['status', 'owner', 'source', 'tag'] as const
export type FacetField = (typeof facetFields)[number]

export const isCounted = (filter: LeadFilter): boolean =>
  Object.keys(filter).every(key => (facetFields as readonly string[]).includes(key)) && (filter.tag?.length ?? 0) <= 1
