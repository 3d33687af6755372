import type { Feature } from '../../core/features.ts'
import { events } from './events.ts'

export const notes: Feature = {
  name: 'notes',
  routes: [() => import('./routes.ts')],
  events,
  places: [{ table: 'notes', columns: ['lead_id'], label: 'notas' }]
}
