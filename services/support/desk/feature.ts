import type { Feature } from '../../core/features.ts'
import { audited } from './audit.ts'
import { events } from './events.ts'

export const desk: Feature = {
  name: 'desk',
  audited,
  routes: [
    () => import('./routes.ts'),
    () => import('./answerRoutes.ts'),
    () => import('./toolRoutes.ts'),
    () => import('./spamRoutes.ts')
  ],
  worker: () => import('./worker.ts'),
  pages: ['/admin/tickets', '/admin/tickets/:id'],
  events,
  fieldNames: {
    mentions: 'Menções'
  }
}
