import { type ChannelKind, type ChannelState, channelRules } from '../../../../services/messaging/channels/rules.ts'
import type { Tab } from '../../ui/Tabs.tsx'

/** The address of a channel's settings. */
export const settingsOf = (kind: ChannelKind): string => `${channelRules[kind].page}?aba=configuracao`

export const tabs: readonly Tab[] = [
  { key: 'conversas', label: 'Conversas' },
  { key: 'configuracao', label: 'Configuração' }
]

export type Trouble = { text: string; mend: string }

/** Why a channel sends nothing now, and what to do; undefined for those that send. */
export function troubleOf(kind: ChannelKind, state: ChannelState): Trouble | undefined {
  const { The } = channelRules[kind].provider
  const troubles: Partial<Record<ChannelState, Trouble>> = {
    missing: {
      text: 'O canal ainda não está configurado.',
      mend: 'Siga os passos da configuração para responder por aqui.'
    },
    inactive: {
      text: 'O canal está desligado.',
      mend: 'As mensagens continuam chegando. Ligue o canal para responder.'
    },
    reauthorize: {
      text: `${The} não aceita mais o token do canal.`,
      mend: 'Gere um novo token e salve-o na configuração.'
    },
    permission: { text: 'O canal está sem permissão para enviar.', mend: 'Veja na configuração o que falta.' },
    blocked: { text: `${The} bloqueou o canal.`, mend: 'Veja na configuração o motivo e o que fazer.' }
  }
  return troubles[state]
}
