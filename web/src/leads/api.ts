import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { FacetCounts, Lead, LeadChange, LeadMove, NewContact, OwnField } from '../../../services/leads/schema.ts'
import { request } from '../core/http.ts'
import { retry } from '../shell/queryClient.ts'
import type { ListState, Sort } from './address.ts'
import type { LeadFilter } from './filter.ts'
import { readLead } from './record.ts'

/** `capped`: there are at least `total`. */
export type LeadPage = { leads: Lead[]; total: number; capped: boolean }

type Asked = { filter: LeadFilter; sort: Sort; first: number; last: number }

export async function findLeads({ filter, sort, first, last }: Asked, signal?: AbortSignal): Promise<LeadPage> {
  const query = new URLSearchParams({
    filter: JSON.stringify(filter),
    sort: JSON.stringify([sort.field, sort.order]),
    range: JSON.stringify([first, last])
  })
  const { json, headers } = await request<Lead[]>(`/api/leads?${query}`, signal ? { signal } : {})
  return {
    leads: json.map(readLead),
    total: Number(headers.get('Content-Range')?.split('/').pop() ?? json.length),
    capped: headers.get('X-Total-Capped') === 'true'
  }
}

/** A page of the list. While another one is on its way the last one stays. */
export const useLeadPage = ({ filter, sort, page, perPage }: ListState, enabled = true) =>
  useQuery<LeadPage>({
    enabled,
    queryKey: ['leads', 'page', filter, sort, page, perPage],
    queryFn: ({ signal }) => findLeads({ filter, sort, first: (page - 1) * perPage, last: page * perPage - 1 }, signal),
    placeholderData: keepPreviousData,
    retry
  })

/** How many leads there are for each value that the filters offer. */
export const useFacets = (filter: LeadFilter) =>
  useQuery({
    queryKey: ['leads', 'facets', filter],
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams({ filter: JSON.stringify(filter) })
      return (await request<FacetCounts>(`/api/leads/facets?${query}`, { signal })).json
    },
    placeholderData: keepPreviousData
  })

/** The company's own fields; by answers to those with options the list can be narrowed. */
export const useOwnFields = ({ enabled = true } = {}) =>
  useQuery({
    enabled,
    queryKey: ['lead-fields'],
    queryFn: async ({ signal }) => (await request<OwnField[]>('/api/leads/fields', { signal })).json,
    staleTime: 60_000
  })

export const changeLead = async (id: string, change: LeadChange): Promise<Lead> =>
  readLead((await request<Lead>(`/api/leads/${id}`, { method: 'PUT', body: change })).json)

export const moveLead = async (id: string, move: LeadMove): Promise<Lead> =>
  readLead((await request<Lead>(`/api/leads/${id}/move`, { method: 'POST', body: move })).json)

/** Notes that the lead is being reached. The conversation comes first, so nobody waits for the note or hears of a failure. */
export function noteContact(id: string, channel: NewContact['channel']): void {
  request(`/api/leads/${id}/contacts`, { method: 'POST', body: { channel } }).catch(() => {})
}
