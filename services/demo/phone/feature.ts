import type { Feature } from '../../core/features.ts'

/** The phones of the demonstration's customers, whom a new user plays. */
export const phone: Feature = {
  name: 'phone',
  wanted: ({ demoProviderUrl }) => demoProviderUrl !== undefined,
  routes: [() => import('./routes.ts')],
  pages: ['/demo/telefone']
}
