import type { Feature } from '../../core/features.ts'

export const contact: Feature = {
  name: 'contact',
  routes: [() => import('./routes.ts')]
}
