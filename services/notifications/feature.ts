import type { Feature } from '../core/features.ts'

export const notifications: Feature = {
  name: 'notifications',
  routes: [() => import('./routes.ts')],
  worker: () => import('./worker.ts'),
  events: ['notification'],
  places: [{ table: 'notifications', columns: ['lead_id'], label: 'notificações', fate: 'gone' }],
  tables: {
    notification_settings: 'preferências de notificação'
  }
}
