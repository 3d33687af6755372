import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { defaultActivityLimit } from '../../../services/activities/rules.ts'
import type { Activity, NewActivity } from '../../../services/activities/schema.ts'
import { request } from '../core/http.ts'
import { user } from '../core/session.ts'

/** The company's latest activities, or those of one lead, newest first. */
export function useActivities(leadId?: string, limit = defaultActivityLimit): UseQueryResult<Activity[]> {
  const companyId = user()?.companyId ?? ''
  const query = new URLSearchParams({ limit: String(limit), ...(leadId && { leadId }) })
  return useQuery({
    queryKey: ['activities', { companyId, leadId, limit }],
    queryFn: async ({ signal }) =>
      (await request<Activity[]>(`/api/companies/${companyId}/activities?${query}`, { signal })).json,
    enabled: companyId !== ''
  })
}

/** Adds an activity and tells the page of it with the browser event newActivityAdded. */
export async function recordActivity(activity: NewActivity): Promise<Activity> {
  const { json } = await request<Activity>('/api/companies/activities', { method: 'POST', body: activity })
  dispatchEvent(new CustomEvent('newActivityAdded', { detail: json }))
  return json
}
