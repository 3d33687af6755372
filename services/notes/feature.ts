import type { Feature } from '../core/features.ts'

export const notes: Feature = {
  name: 'notes',
  routes: [() => import('./routes.ts')],
  events: ['mention'],
  places: [{ table: 'notes', columns: ['lead_id'], label: 'notas', fate: 'gone' }]
}
