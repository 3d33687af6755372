import type { Feature } from '../../core/features.ts'

export const timeline: Feature = {
  name: 'timeline',
  routes: [() => import('./routes.ts')]
}
