import type { Feature } from '../../core/features.ts'
import { audited } from './audit.ts'

export const auth: Feature = {
  name: 'auth',
  audited,
  routes: [
    () => import('./routes.ts'),
    () => import('./accessRequests.ts'),
    () => import('./passwordRoutes.ts'),
    () => import('./profileRoutes.ts'),
    () => import('./emailRoutes.ts'),
    () => import('./secondFactorRoutes.ts')
  ],
  pages: ['/profile'],
  worker: () => import('./worker.ts'),
  tables: {
    account_links: 'convites',
    sessions: 'sessões'
  },
  fieldNames: {
    current: 'Senha atual',
    password: 'Senha',
    code: 'Código'
  }
}
