import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { NotificationSettings, Notifications } from '../../../../services/account/notifications/schema.ts'
import { call, read, useWrite } from '../../ui/data.ts'
import { useSettings } from '../../ui/settings.ts'

const path = '/api/notifications'
const key = ['notifications']

/** The person's notifications, refreshed by live events; `wanted` once the page's own content has loaded. */
export const useNotifications = (wanted: boolean) => useQuery({ ...read<Notifications>(path, key), enabled: wanted })

/** Nobody hears of a failure: what is still unread stays marked as such. */
export function useMarkRead() {
  const queryClient = useQueryClient()
  return useWrite({
    write: (ids: string[] | undefined) => call<Notifications>('POST', `${path}/read`, ids ? { ids } : {}),
    onDone: left => queryClient.setQueryData(key, left),
    onFailure: () => true
  })
}

export const useNotificationSettings = () => useSettings<NotificationSettings>(`${path}/settings`)
