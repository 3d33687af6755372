import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { NotificationSettings, Notifications } from '../../../services/notifications/schema.ts'
import { request } from '../core/http.ts'
import { useSettings } from '../ui/settings.ts'

const key = ['notifications']

/** What the person was told of. Live events refresh it; `wanted` once the page has done what it was opened for. */
export const useNotifications = (wanted: boolean) =>
  useQuery({
    enabled: wanted,
    queryKey: key,
    queryFn: async ({ signal }) => (await request<Notifications>('/api/notifications', { signal })).json
  })

export function useMarkRead() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (ids?: string[]) =>
      (await request<Notifications>('/api/notifications/read', { method: 'POST', body: ids ? { ids } : {} })).json,
    onSuccess: left => queryClient.setQueryData(key, left)
  })
}

export const useNotificationSettings = () => useSettings<NotificationSettings>('/api/notifications/settings')
