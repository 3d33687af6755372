import { useQuery, useQueryClient } from '@tanstack/react-query'
import { instagramTexts } from '../../../../services/channels/instagram/rules.ts'
import type { InstagramConfig, InstagramSettings } from '../../../../services/channels/instagram/schema.ts'
import type { ChannelKind } from '../../../../services/channels/rules.ts'
import type { Check, DeliveryReport } from '../../../../services/channels/schema.ts'
import type { WhatsappConfig, WhatsappSettings } from '../../../../services/channels/whatsapp/schema.ts'
import { HttpError } from '../../core/http.ts'
import { call, read, useWrite, type Written } from '../../ui/data.ts'

export type Settings = { whatsapp: WhatsappSettings; instagram: InstagramSettings }
export type AnySettings = Settings[ChannelKind]
const settingsKey = (kind: ChannelKind) => ['channels', kind]

export const useChannel = <K extends ChannelKind>(kind: K) =>
  useQuery({ ...read<Settings[K]>(`/api/${kind}/settings`, settingsKey(kind)), staleTime: 60_000 })

/** Saves settings of a channel; a new token or account is tested by the server at once. */
export function useChannelSave<K extends ChannelKind>(kind: K, more: Written<Settings[K]> & { done?: string } = {}) {
  const client = useQueryClient()
  return useWrite({
    write: (body: WhatsappConfig | InstagramConfig) =>
      kind === 'whatsapp'
        ? call<Settings[K]>('POST', '/api/whatsapp/settings', body)
        : call<Settings[K]>('POST', '/api/instagram/config', body).catch(error => {
            // What the server refuses it explains.
            const refused = error instanceof HttpError && error.status >= 400 && error.status < 500
            throw refused ? error : new Error(instagramTexts.save, { cause: error })
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

export function useChannelTest<K extends ChannelKind>(kind: K) {
  const client = useQueryClient()
  return useWrite({
    write: () => call<Settings[K]>('POST', kind === 'whatsapp' ? '/api/whatsapp/settings/test' : '/api/instagram/test'),
    onDone: settings => client.setQueryData(settingsKey(kind), settings)
  })
}

export function useChannelSwitch<K extends ChannelKind>(kind: K) {
  const client = useQueryClient()
  return useWrite({
    write: (active: boolean) =>
      kind === 'whatsapp'
        ? call<Settings[K]>('PATCH', '/api/whatsapp/settings/status', { active })
        : call<Settings[K]>('POST', '/api/instagram/config', { active }),
    done: (_answer, active) => (active ? 'Canal ligado' : 'Canal desligado'),
    onDone: settings => client.setQueryData(settingsKey(kind), settings),
    refreshes: [['channels']]
  })
}

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
      call<Settings['instagram']>('POST', '/api/instagram/login/finish', answer),
    done: 'Instagram conectado',
    onDone: settings => client.setQueryData(settingsKey('instagram'), settings),
    onFailure,
    refreshes: [['inbox'], ['channels']]
  })
}

/** Live checks of a channel, each with what mends it. */
export const useCheckup = (kind: ChannelKind, { enabled }: { enabled: boolean }) =>
  useQuery({ ...read<Check[]>(`/api/${kind}/checkup`, ['channels', kind, 'checkup']), enabled, staleTime: 30_000 })

/** How what the provider told was worked off. */
export const useDeliveries = (kind: ChannelKind) =>
  useQuery({ ...read<DeliveryReport>(`/api/${kind}/deliveries`, ['channels', kind, 'deliveries']), staleTime: 5000 })

/** Works off again what the provider told. */
export const useReplay = (kind: ChannelKind) =>
  useWrite({
    write: () => call<{ deliveries: number }>('POST', `/api/${kind}/deliveries/replay`),
    done: ({ deliveries }) => (deliveries === 1 ? '1 aviso volta à fila' : `${deliveries} avisos voltam à fila`),
    refreshes: [['channels']]
  })
