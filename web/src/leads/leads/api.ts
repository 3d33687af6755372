import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import type { FormerField, OwnField } from '../../../../services/leads/forms/schema.ts'
import type { FacetCounts, Lead, LeadChange, LeadMove, NewContact } from '../../../../services/leads/leads/schema.ts'
import { request } from '../../core/http.ts'
import { call, get, read, useWrite } from '../../ui/data.ts'
import { kindOfStep, stepsNow } from '../funnels/steps.ts'
import type { ListState, Sort } from './address.ts'
import type { LeadFilter } from './filter.ts'
import { readLead } from './record.ts'

/** `capped`: there are at least `total`. */
export type LeadPage = { leads: Lead[]; total: number; capped: boolean }

type Reader = { signal: AbortSignal; client: QueryClient }

type Asked = { filter: LeadFilter; sort: Sort; first: number; last: number }

export async function findLeads({ filter, sort, first, last }: Asked, { signal, client }: Reader): Promise<LeadPage> {
  const query = new URLSearchParams({
    filter: JSON.stringify(filter),
    sort: JSON.stringify([sort.field, sort.order]),
    range: JSON.stringify([first, last])
  })
  const { json, headers } = await request<Lead[]>(`/api/leads?${query}`, { signal })
  keepValuesUsed(client, headers)
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
    queryFn: reader => findLeads({ filter, sort, first: (page - 1) * perPage, last: page * perPage - 1 }, reader),
    placeholderData: keepPreviousData
  })

/** A lead that has just come; nothing where the person may not see it. */
export const useArrival = (id: string | undefined) =>
  useQuery({
    queryKey: ['leads', 'arrival', id],
    queryFn: async ({ signal }) => readLead(await get<Lead>(`/api/leads/${id}`, signal)),
    enabled: id !== undefined,
    retry: false
  })

/** The first leads in which a text is found. */
export async function searchLeads(q: string, limit: number, signal: AbortSignal): Promise<Lead[]> {
  const query = new URLSearchParams({ filter: JSON.stringify({ q }), range: JSON.stringify([0, limit - 1]) })
  return (await get<Lead[]>(`/api/leads?${query}`, signal)).map(readLead)
}

/** Leads among which another one is looked for, once there is enough of a text. */
export const useLeadSearch = (text: string, limit: number) =>
  useQuery({
    queryKey: ['leads', 'pick', text],
    queryFn: ({ signal }) => searchLeads(text, limit, signal),
    enabled: text.trim().length >= 2,
    placeholderData: before => before
  })

/** How many leads there are for each value that the filters offer. */
export function useFacets(filter: LeadFilter) {
  const query = new URLSearchParams({ filter: JSON.stringify(filter) })
  return useQuery({
    ...read<FacetCounts>(`/api/leads/facets?${query}`, ['leads', 'facets', filter]),
    placeholderData: keepPreviousData
  })
}

const valuesKey = ['leads', 'values']

/** Keeps what an answer says of values, so that nobody has to ask for it. */
export const keepValuesUsed = (client: QueryClient, headers: Headers): void =>
  void client.setQueryData(valuesKey, { used: headers.get('X-Values-Used') === 'true' })

/**
 * Whether any lead has a value: until one has, only its own page shows one. The answers of the list and the board
 * say it too.
 */
export function useValuesUsed({ ask = false } = {}): boolean {
  const { data } = useQuery({ ...read<{ used: boolean }>('/api/leads/values', valuesKey), enabled: ask })
  return data?.used ?? false
}

/** The company's own fields; by answers to those with options the list can be narrowed. */
export const useOwnFields = ({ enabled = true } = {}) =>
  useQuery({ ...read<OwnField[]>('/api/leads/fields', ['lead-fields']), enabled, staleTime: 60_000 })

/** The last labels of own fields that were deleted: leads keep what they hold. */
export const useFormerFields = ({ enabled }: { enabled: boolean }) =>
  useQuery({
    ...read<FormerField[]>('/api/leads/fields/former', ['lead-fields', 'former']),
    enabled,
    staleTime: 60_000
  })

type StatusChange = { lead: Lead; status: string; lostReason: string | null }

/** Changes the status of a lead of the list: at once on screen, taken back where the server refuses. */
export function useListedStatus() {
  const queryClient = useQueryClient()
  const pages = { queryKey: ['leads', 'page'] }
  const show = (next: Lead) =>
    queryClient.setQueriesData<LeadPage>(
      pages,
      page => page && { ...page, leads: page.leads.map(each => (each.id === next.id ? next : each)) }
    )
  return useWrite({
    write: async ({ lead, status, lostReason }: StatusChange) => {
      const change: LeadChange = {
        status,
        ...(kindOfStep(status) === 'lost' && { lostReason }),
        expected: { status: lead.status }
      }
      return readLead(await call<Lead>('PUT', `/api/leads/${lead.id}`, change))
    },
    show: async ({ lead, status, lostReason }) => {
      await queryClient.cancelQueries(pages)
      const { kind, name, funnelId } = stepsNow().of(status)
      show({ ...lead, status, statusKind: kind, statusName: name, funnelId, lostReason })
      return () => void show(lead)
    },
    onDone: show,
    done: (_saved, { lead, status }) => `${lead.name}: ${stepsNow().of(status).name}`,
    refreshes: [['leads']]
  })
}

/** Saves the value of a lead that was just won, null takes it away, and the day of the sale where it is not today. */
export const useValueSave = () =>
  useWrite({
    write: ({ lead, valueCents, soldOn }: { lead: Lead; valueCents: number | null; soldOn?: string | undefined }) =>
      call<Lead>('PUT', `/api/leads/${lead.id}`, {
        valueCents,
        ...(soldOn && { soldOn }),
        expected: { valueCents: lead.valueCents }
      }),
    done: 'Venda salva',
    refreshes: [['leads']]
  })

export const moveLead = async (id: string, move: LeadMove): Promise<Lead> =>
  readLead(await call<Lead>('POST', `/api/leads/${id}/move`, move))

/**
 * Notes that the lead is being reached. The conversation comes first, so nobody waits for the note or hears of a
 * failure.
 */
export function noteContact(id: string, channel: NewContact['channel']): void {
  call('POST', `/api/leads/${id}/contacts`, { channel }).catch(() => {})
}
