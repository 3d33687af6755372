import { type LeadStatus, leadStatuses } from '../../../services/leads/rules.ts'

export type LeadFilter = { q?: string; status?: LeadStatus | LeadStatus[]; source?: string; owner?: string }

/** The statuses a filter asks for; none means all. */
export const statusesOf = ({ status }: LeadFilter): LeadStatus[] =>
  (Array.isArray(status) ? status : [status]).filter(value => value !== undefined)

/** The status part of a filter after one status was pressed: added, or taken out. */
export function toggleStatus(filter: LeadFilter, status: LeadStatus): LeadFilter['status'] {
  const chosen = statusesOf(filter)
  const next = leadStatuses.filter(other => (other === status ? !chosen.includes(other) : chosen.includes(other)))
  if (next.length === 0 || next.length === leadStatuses.length) return undefined
  return next.length === 1 ? next[0] : next
}

/** The address of the list with a filter. */
export const filteredList = (filter: LeadFilter): string =>
  `/leads?${new URLSearchParams({ filter: JSON.stringify(filter) })}`
