import type { Feature } from '../../core/features.ts'
import { channelKinds, channelRules } from '../channels/rules.ts'
import { events } from './events.ts'
import {
  answerBegun,
  conversationRead,
  fileQueued,
  mediaReceived,
  messagesQueued,
  messagesReceived,
  profileMissing,
  reactionChanged
} from './jobs.ts'
import { waits } from './waits.ts'

export const conversations: Feature = {
  name: 'conversations',
  routes: [
    () => import('./routes.ts'),
    () => import('./messageRoutes.ts'),
    () => import('./fileRoutes.ts'),
    () => import('./quickReplyRoutes.ts')
  ],
  pages: channelKinds.flatMap(kind => [channelRules[kind].page, `${channelRules[kind].page}/:id`]),
  worker: () => import('./worker.ts'),
  waits,
  jobs: [
    messagesQueued,
    messagesReceived,
    mediaReceived,
    fileQueued,
    conversationRead,
    answerBegun,
    profileMissing,
    reactionChanged
  ],
  queues: {
    conversations: 'Conversas',
    sending: 'Envio de mensagens',
    media: 'Arquivos de mensagens',
    receipts: 'Confirmações de leitura, reações e perfis',
    uploads: 'Arquivos para enviar'
  },
  events,
  places: [
    { table: 'messages', columns: ['lead_id'], label: 'mensagens' },
    { table: 'conversations', columns: ['lead_id'], label: 'conversas' },
    { table: 'contact_identities', columns: ['lead_id'], label: 'endereços em canais' }
  ],
  tables: {
    attachments: 'arquivos ainda não enviados',
    quick_replies: 'respostas rápidas',
    message_statuses: 'estados de mensagens',
    message_reactions: 'reações a mensagens'
  },
  fieldNames: {
    assigneeId: 'Responsável',
    snoozedUntil: 'Adiada até',
    shortcut: 'Atalho',
    caption: 'Legenda'
  }
}
