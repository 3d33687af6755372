import InstagramIcon from '@mui/icons-material/Instagram'
import WhatsAppIcon from '@mui/icons-material/WhatsApp'
import type { ReactNode } from 'react'
import { type ChannelKind, type ChannelState, channelNames } from '../../../services/channels/rules.ts'
import type { Tab } from '../ui/Tabs.tsx'

export const pathOf: Record<ChannelKind, string> = { whatsapp: '/whatsapp', instagram: '/instagram-messages' }

export const settingsOf = (kind: ChannelKind): string => `${pathOf[kind]}?aba=configuracao`

export const tabs: readonly Tab[] = [
  { key: 'conversas', label: 'Conversas' },
  { key: 'configuracao', label: 'Configuração' }
]

type Words = { name: string; title: string; icon: ReactNode; missing: string }

export const channelWords: Record<ChannelKind, Words> = {
  whatsapp: {
    name: channelNames.whatsapp,
    title: 'WhatsApp',
    icon: <WhatsAppIcon />,
    missing: 'Conecte o número da sua empresa, e as mensagens dos clientes aparecem aqui para toda a equipe.'
  },
  instagram: {
    name: channelNames.instagram,
    title: 'Mensagens do Instagram',
    icon: <InstagramIcon />,
    missing: 'Quando o canal da sua empresa for conectado, as mensagens diretas aparecem aqui.'
  }
}

type Trouble = { text: string; mend: string }

/** Why a channel sends nothing now, and what to do; nothing is said of those that send. */
export const troubles: Partial<Record<ChannelState, Trouble>> = {
  missing: {
    text: 'O canal ainda não está configurado.',
    mend: 'Siga os passos da configuração para responder por aqui.'
  },
  inactive: { text: 'O canal está desligado.', mend: 'As mensagens continuam chegando. Ligue o canal para responder.' },
  reauthorize: {
    text: 'A Meta não aceita mais o token do canal.',
    mend: 'Gere um novo token e salve-o na configuração.'
  },
  permission: { text: 'O canal está sem permissão para enviar.', mend: 'Veja na configuração o que falta.' },
  blocked: { text: 'A Meta bloqueou o canal.', mend: 'Veja na configuração o motivo e o que fazer.' }
}
