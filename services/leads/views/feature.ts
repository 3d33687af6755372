import type { Feature } from '../../core/features.ts'

export const views: Feature = {
  name: 'views',
  routes: [() => import('./routes.ts')],
  worker: () => import('./worker.ts'),
  tables: {
    lead_views: 'visões salvas'
  }
}
