import { useQuery, useQueryClient } from '@tanstack/react-query'
import type {
  InstagramAdminConfig,
  InstagramSettings
} from '../../../../../../services/messaging/channels/instagram/schema.ts'
import { call, read, useWrite } from '../../../../ui/data.ts'
import { settingsKey } from '../../settings/api.ts'

/** Goes to Instagram, where the account's owner lets the product in. */
export const useInstagramLogin = () =>
  useWrite({
    write: () => call<{ url: string }>('POST', '/api/instagram/login'),
    onDone: ({ url }) => location.assign(url)
  })

/** Connects the account with what Instagram sent the person back with, which it takes once. */
export function useInstagramReturn(onFailure: (error: Error) => boolean) {
  const client = useQueryClient()
  return useWrite({
    write: (answer: { code: string; state: string }) =>
      call<InstagramSettings>('POST', '/api/instagram/login/finish', answer),
    done: 'Instagram conectado',
    onDone: settings => client.setQueryData(settingsKey('instagram'), settings),
    onFailure,
    refreshes: [['inbox'], ['channels']]
  })
}

/** The installation's app at Instagram, for staff. */
export const useAdminConfig = () =>
  useQuery(read<InstagramAdminConfig>('/api/instagram/admin/config', ['instagram-admin']))
