import type { Feature } from '../../core/features.ts'
import { audited } from './audit.ts'
import { events } from './events.ts'

export const templates: Feature = {
  name: 'templates',
  audited,
  events,
  routes: [() => import('./routes.ts')],
  worker: () => import('./worker.ts'),
  queues: { templates: 'Modelos de mensagem' },
  tables: { message_templates: 'modelos de mensagem' },
  fieldNames: {
    language: 'Idioma',
    category: 'Categoria',
    header: 'Cabeçalho',
    footer: 'Rodapé',
    buttons: 'Botões',
    examples: 'Exemplos'
  }
}
