import type { Feature } from '../../core/features.ts'
import { events } from './events.ts'

export const activities: Feature = {
  name: 'activities',
  routes: [() => import('./routes.ts'), () => import('./live.ts')],
  worker: () => import('./worker.ts'),
  events,
  places: [{ table: 'activities', columns: ['lead_id'], label: 'atividades' }],
  tables: {
    events: 'eventos'
  }
}
