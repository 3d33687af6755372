import { type LeadStatus, leadStatuses } from '../../../services/leads/rules.ts'
import type { LeadQuestion } from '../../../services/leads/schema.ts'

export type LeadFilter = LeadQuestion

/** The filters whose values are chosen from a list, any number of them. */
export type ListFilter = 'status' | 'owner' | 'source' | 'tag' | 'period' | 'mark' | 'lostReason' | 'campaign'

/** The values that a filter asks for; none means all. */
export const valuesOf = (filter: LeadFilter, key: ListFilter): string[] =>
  [filter[key] as string | string[] | undefined].flat().filter(value => value !== undefined)

/** The filter with these values, in its shortest writing: nothing for none, the value itself for one. */
export function withValues(filter: LeadFilter, key: ListFilter, values: readonly string[]): LeadFilter {
  const { [key]: _, ...rest } = filter
  if (values.length === 0) return rest
  return { ...rest, [key]: values.length === 1 ? values[0] : [...values] } as LeadFilter
}

/** The filter after one value was pressed: added, or taken out. */
export function toggled(filter: LeadFilter, key: ListFilter, value: string): LeadFilter {
  const chosen = valuesOf(filter, key)
  const next = chosen.includes(value) ? chosen.filter(other => other !== value) : [...chosen, value]
  if (key !== 'status') return withValues(filter, key, next)
  const statuses = leadStatuses.filter((status: LeadStatus) => next.includes(status))
  return withValues(filter, key, statuses.length === leadStatuses.length ? [] : statuses)
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
  const written = (filter: LeadFilter) =>
    JSON.stringify(Object.entries(tidied(filter)).sort(([a], [b]) => a.localeCompare(b)))
  return written(one) === written(other)
}

/** The address of the list with a filter. */
export const filteredList = (filter: LeadFilter): string =>
  `/leads?${new URLSearchParams({ filter: JSON.stringify(filter) })}`
