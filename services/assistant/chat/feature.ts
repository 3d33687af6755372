import type { Feature } from '../../core/features.ts'
import { audited } from './audit.ts'
import { questionAsked } from './jobs.ts'
import { waits } from './waits.ts'

export const chat: Feature = {
  name: 'chat',
  audited,
  routes: [() => import('./routes.ts'), () => import('./articleRoutes.ts'), () => import('./draftRoutes.ts')],
  pages: ['/admin/articles', '/admin/articles/new', '/admin/articles/:id'],
  worker: () => import('./worker.ts'),
  waits,
  jobs: [questionAsked],
  queues: { chat: 'Assistente' },
  places: [
    {
      table: 'chat_proposals',
      columns: ['lead_id'],
      label: 'conversas da equipe com a assistente',
      empty: () => import('./erase.ts').then(({ deleteTalks }) => deleteTalks)
    },
    {
      table: 'chat_sessions',
      columns: ['lead_id'],
      label: 'conversas com a assistente',
      empty: () => import('./erase.ts').then(({ deleteVisitorTalks }) => deleteVisitorTalks)
    }
  ],
  tables: {
    chat_messages: 'conversas com a assistente'
  },
  fieldNames: {
    assistantName: 'Nome da assistente',
    starterQuestions: 'Perguntas iniciais',
    audiences: 'Para quem',
    feedback: 'Avaliação',
    sessionId: 'Conversa'
  }
}
