import type { Feature } from '../../core/features.ts'
import { events } from './events.ts'

export const notifications: Feature = {
  name: 'notifications',
  routes: [() => import('./routes.ts')],
  worker: () => import('./worker.ts'),
  events,
  places: [{ table: 'notifications', columns: ['lead_id'], label: 'notificações' }],
  tables: {
    notification_settings: 'preferências de notificação'
  }
}
