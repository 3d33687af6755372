import type { Feature } from '../core/features.ts'
import { mediaReceived, messagesQueued, messagesReceived } from './jobs.ts'

export const conversations: Feature = {
  name: 'conversations',
  routes: [() => import('./routes.ts')],
  worker: () => import('./worker.ts'),
  jobs: [messagesQueued, messagesReceived, mediaReceived],
  events: ['conversation-changed', 'conversation-presence'],
  places: [
    { table: 'messages', columns: ['lead_id'], label: 'mensagens', fate: 'gone' },
    { table: 'conversations', columns: ['lead_id'], label: 'conversas', fate: 'gone' },
    { table: 'contact_identities', columns: ['lead_id'], label: 'endereços em canais', fate: 'gone' }
  ],
  tables: { message_statuses: 'estados de mensagens', message_reactions: 'reações a mensagens' },
  fieldNames: { assigneeId: 'Responsável', snoozedUntil: 'Adiada até', labels: 'Etiquetas' }
}
