import type { Feature } from '../../core/features.ts'

export const health: Feature = {
  name: 'health',
  routes: [() => import('./routes.ts')]
}
