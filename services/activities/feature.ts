import type { Feature } from '../core/features.ts'

export const activities: Feature = {
  name: 'activities',
  routes: [() => import('./routes.ts'), () => import('./live.ts')],
  worker: () => import('./worker.ts'),
  events: ['activity-created'],
  places: [{ table: 'activities', columns: ['lead_id'], label: 'atividades', fate: 'gone' }],
  tables: {
    events: 'eventos'
  }
}
