import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { LeadStatus } from '../../../services/leads/rules.ts'
import type { StatusCount } from '../../../services/leads/schema.ts'
import { request } from '../core/http.ts'

export type LeadCounts = { total: number; of: (status: LeadStatus) => number }

const summed = (counts: StatusCount[]): LeadCounts => ({
  total: counts.reduce((sum, { count }) => sum + count, 0),
  of: status => counts.find(entry => entry.status === status)?.count ?? 0
})

/** How many leads the company has in each status. Refreshed with everything else that is asked about leads. */
export const useLeadCounts = (): UseQueryResult<LeadCounts> =>
  useQuery({
    queryKey: ['leads', 'counts'],
    queryFn: async ({ signal }) => (await request<StatusCount[]>('/api/leads/counts', { signal })).json,
    select: summed
  })
