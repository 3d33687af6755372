import type { Feature } from '../core/features.ts'

export const plans: Feature = {
  name: 'plans',
  routes: [() => import('./routes.ts')],
  permissions: ['manage_billing']
}
