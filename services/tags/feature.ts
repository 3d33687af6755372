import type { Feature } from '../core/features.ts'

export const tags: Feature = {
  name: 'tags',
  routes: [() => import('./routes.ts')],
  events: ['tags-changed'],
  places: [{ table: 'lead_tags', columns: ['lead_id'], label: 'etiquetas no lead', fate: 'gone' }],
  tables: {
    tags: 'nomes de etiquetas'
  },
  fieldNames: {
    tagIds: 'Etiquetas',
    color: 'Cor'
  }
}
