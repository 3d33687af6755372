import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNotify } from 'react-admin'
import type { IntegrationStatus } from '../../../../services/assistant/integrations/rules.ts'
import type { ConnectionResult, Integration } from '../../../../services/assistant/integrations/schema.ts'
import type { ChannelOverview } from '../../../../services/messaging/channels/schema.ts'
import { call, everything, read, useWrite, type Written } from '../../ui/data.ts'

const path = '/api/admin/integrations'

export const useIntegrations = () => useQuery(read<Integration[]>(path, ['integrations']))

export const useChannelOverview = () =>
  useQuery({ ...read<ChannelOverview[]>('/api/admin/channels', ['integrations', 'channels']), refetchInterval: 30_000 })

/** Reads them again, after the key of one was set elsewhere. */
export function useRereading(): () => void {
  const queryClient = useQueryClient()
  return () => void queryClient.invalidateQueries()
}

export const useStatusSwitch = (id: string, name: string) =>
  useWrite({
    write: (status: IntegrationStatus) => call<Integration>('PATCH', `${path}/${id}/status`, { status }),
    done: ({ status }) => (status === 'active' ? `${name} ativada` : `${name} desativada`),
    refreshes: everything
  })

/** Tries whether a service answers, and says what came of it. */
export function useConnectionTest(id: string) {
  const notify = useNotify()
  return useWrite({
    write: () => call<ConnectionResult>('POST', `${path}/${id}/test`),
    onDone: ({ success, message }) => notify(message, { type: success ? 'success' : 'error' }),
    refreshes: everything
  })
}

type Limits = { baseUrl: string | null; model: string | null; monthlyTokenCap: number | null }

export const useLimitsChange = (id: string, more: Written) =>
  useWrite({
    write: (config: Limits) => call('PUT', `${path}/${id}`, { config }),
    done: 'Integração alterada',
    refreshes: everything,
    ...more
  })
