import type { Feature } from '../../core/features.ts'
import { events } from './events.ts'

export const tags: Feature = {
  name: 'tags',
  routes: [() => import('./routes.ts')],
  events,
  places: [{ table: 'lead_tags', columns: ['lead_id'], label: 'etiquetas no lead' }],
  tables: {
    tags: 'nomes de etiquetas'
  },
  fieldNames: {
    tagIds: 'Etiquetas',
    color: 'Cor'
  }
}
