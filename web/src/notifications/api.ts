import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNotify } from 'react-admin'
import type { NotificationSettings, Notifications } from '../../../services/notifications/schema.ts'
import { request } from '../core/http.ts'

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

const settingsKey = ['notifications', 'settings']

export const useNotificationSettings = () =>
  useQuery({
    queryKey: settingsKey,
    queryFn: async ({ signal }) => (await request<NotificationSettings>('/api/notifications/settings', { signal })).json
  })

/** Each choice is saved as it is made. */
export function useChangeSettings() {
  const queryClient = useQueryClient()
  const notify = useNotify()
  return useMutation({
    mutationFn: async (settings: NotificationSettings) =>
      (await request<NotificationSettings>('/api/notifications/settings', { method: 'PUT', body: settings })).json,
    onMutate: settings => {
      const before = queryClient.getQueryData<NotificationSettings>(settingsKey)
      queryClient.setQueryData(settingsKey, settings)
      return before
    },
    onError: (error, _settings, before) => {
      queryClient.setQueryData(settingsKey, before)
      notify(error.message, { type: 'error' })
    }
  })
}
