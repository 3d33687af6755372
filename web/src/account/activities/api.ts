import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { defaultActivityLimit } from '../../../../services/account/activities/rules.ts'
import type { Activity } from '../../../../services/account/activities/schema.ts'
import { user } from '../../core/session.ts'
import { read } from '../../ui/data.ts'

/** The company's latest activities, or those of one lead, newest first. */
export function useActivities(leadId?: string, limit = defaultActivityLimit): UseQueryResult<Activity[]> {
  const companyId = user()?.companyId ?? ''
  const query = new URLSearchParams({ limit: String(limit), ...(leadId && { leadId }) })
  return useQuery({
    ...read<Activity[]>(`/api/companies/${companyId}/activities?${query}`, [
      'activities',
      { companyId, leadId, limit }
    ]),
    enabled: companyId !== ''
  })
}
