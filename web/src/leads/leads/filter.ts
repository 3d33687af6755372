import type { LeadFilterQuery } from '../../../../services/leads/leads/schema.ts'
import { stepsNow } from '../funnels/steps.ts'

export type LeadFilter = LeadFilterQuery

/** The filters whose values are chosen from a list, any number of them. */
export type ListFilter =
  | 'status'
  | 'funnel'
  | 'owner'
  | 'source'
  | 'tag'
  | 'period'
  | 'mark'
  | 'lostReason'
  | 'campaign'
  | 'emailCampaign'
  | 'emailResult'

/** The values that a filter asks for; none means all. */
export const valuesOf = (filter: LeadFilter, key: ListFilter): string[] =>
  [filter[key] as string | string[] | undefined].flat().filter(value => value !== undefined)

/**
 * The filter with these values, in its shortest writing: nothing for none, the value itself for one. An empty text
 * stays a value.
 */
export function withValues(filter: LeadFilter, key: ListFilter, values: readonly string[]): LeadFilter {
  const { [key]: _, ...rest } = filter
  if (values.length === 0) return rest
  return { ...rest, [key]: values.length === 1 && values[0] ? values[0] : [...values] } as LeadFilter
}

/** The filter after one value was pressed: added, or taken out. */
export function toggled(filter: LeadFilter, key: ListFilter, value: string): LeadFilter {
  const chosen = valuesOf(filter, key)
  const next = chosen.includes(value) ? chosen.filter(other => other !== value) : [...chosen, value]
  if (key !== 'status') return withValues(filter, key, next)
  // In the order of the steps; all of them are the same as none.
  const keys = stepsNow().funnels.flatMap(({ steps }) => steps.map(step => step.key))
  const others = next.filter(each => !keys.includes(each))
  const statuses = [...keys.filter(each => next.includes(each)), ...others]
  return withValues(filter, key, statuses.length === keys.length ? [] : statuses)
}

/** The answers to an own field that a filter asks for. */
export const answersOf = ({ custom }: LeadFilter, name: string): string[] =>
  custom && Object.hasOwn(custom, name) ? [custom[name] ?? []].flat() : []

/** The filter with these answers to an own field; without values it asks nothing of the field. */
export function withAnswers({ custom, ...rest }: LeadFilter, name: string, values: readonly string[]): LeadFilter {
  const { [name]: _, ...others } = custom ?? {}
  const [value] = values
  if (value !== undefined) others[name] = values.length === 1 ? value : [...values]
  return Object.keys(others).length > 0 ? { ...rest, custom: others } : rest
}

export function toggledAnswer(filter: LeadFilter, name: string, value: string): LeadFilter {
  const chosen = answersOf(filter, name)
  return withAnswers(
    filter,
    name,
    chosen.includes(value) ? chosen.filter(other => other !== value) : [...chosen, value]
  )
}

/** The filter without what asks for nothing, so that equal questions are written equally. */
export const tidied = (filter: LeadFilter): LeadFilter =>
  Object.fromEntries(
    Object.entries(filter).filter(
      ([, value]) => value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0)
    )
  )

/** Whether two filters ask the same, in whatever order they were put together. */
export function sameFilter(one: LeadFilter, other: LeadFilter): boolean {
  const sorted = (values: object) => Object.entries(values).sort(([a], [b]) => a.localeCompare(b))
  const written = ({ custom, ...filter }: LeadFilter) => JSON.stringify([sorted(tidied(filter)), sorted(custom ?? {})])
  return written(one) === written(other)
}
