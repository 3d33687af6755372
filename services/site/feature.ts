import type { Feature } from '../core/features.ts'

export const pages: Feature = {
  name: 'pages',
  routes: [() => import('./routes.ts')]
}
