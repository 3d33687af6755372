import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ChannelKind, channelRules } from '../../../../../services/messaging/channels/rules.ts'
import type { ChannelSettings, Check, DeliveryReport } from '../../../../../services/messaging/channels/schema.ts'
import { HttpError } from '../../../core/http.ts'
import { call, read, useWrite, type Written } from '../../../ui/data.ts'

export const settingsKey = (kind: ChannelKind) => ['channels', kind]

/** The settings of a channel; a kind may answer more than what all have. */
export const useChannel = <S extends ChannelSettings = ChannelSettings>(kind: ChannelKind) =>
  useQuery({ ...read<S>(channelRules[kind].calls.settings, settingsKey(kind)), staleTime: 60_000 })

/** Saves settings of a channel; a new token or account is tested by the server at once. */
export function useChannelSave(kind: ChannelKind, more: Written<ChannelSettings> & { done?: string } = {}) {
  const client = useQueryClient()
  const { calls, failures } = channelRules[kind]
  return useWrite({
    write: (body: Record<string, unknown>) =>
      call<ChannelSettings>('POST', calls.change, body).catch(error => {
        // The server explains its refusals.
        const explained = error instanceof HttpError && error.status >= 400 && error.status < 500
        throw explained || !failures ? error : new Error(failures.save, { cause: error })
      }),
    done: more.done ?? 'Configuração salva',
    onDone: settings => {
      client.setQueryData(settingsKey(kind), settings)
      more.onDone?.(settings)
    },
    ...(more.onFailure && { onFailure: more.onFailure }),
    refreshes: [['inbox']]
  })
}

/** Connects the channel to the demonstration, where a customer writes at once. */
export function useDemoConnect(kind: ChannelKind, more: Pick<Written, 'onDone'> = {}) {
  return useWrite({
    write: () => call<{ phoneId: string }>('POST', '/api/demo/channels', { channel: kind }),
    done: `${channelRules[kind].name} conectado à demonstração`,
    ...more,
    refreshes: [settingsKey(kind), ['inbox'], ['phones']]
  })
}

export function useChannelTest(kind: ChannelKind) {
  const client = useQueryClient()
  return useWrite({
    write: () => call<ChannelSettings>('POST', channelRules[kind].calls.test),
    onDone: settings => client.setQueryData(settingsKey(kind), settings)
  })
}

export function useChannelSwitch(kind: ChannelKind) {
  const client = useQueryClient()
  const { status, change } = channelRules[kind].calls
  return useWrite({
    write: (active: boolean) =>
      status ? call<ChannelSettings>('PATCH', status, { active }) : call<ChannelSettings>('POST', change, { active }),
    done: (_answer, active) => (active ? 'Canal ligado' : 'Canal desligado'),
    onDone: settings => client.setQueryData(settingsKey(kind), settings),
    refreshes: [['channels']]
  })
}

/** Live checks of a channel, each with what mends it. */
export const useCheckup = (kind: ChannelKind, { enabled }: { enabled: boolean }) =>
  useQuery({ ...read<Check[]>(`/api/${kind}/checkup`, ['channels', kind, 'checkup']), enabled, staleTime: 30_000 })

/** How what the provider reported was processed. */
export const useDeliveries = (kind: ChannelKind) =>
  useQuery({ ...read<DeliveryReport>(`/api/${kind}/deliveries`, ['channels', kind, 'deliveries']), staleTime: 5000 })

/** Processes again what the provider reported. */
export const useReplay = (kind: ChannelKind) =>
  useWrite({
    write: () => call<{ deliveries: number }>('POST', `/api/${kind}/deliveries/replay`),
    done: ({ deliveries }) => (deliveries === 1 ? '1 aviso volta à fila' : `${deliveries} avisos voltam à fila`),
    refreshes: [['channels']]
  })
