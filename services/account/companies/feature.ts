import type { Feature } from '../../core/features.ts'
import { audited } from './audit.ts'

export const companies: Feature = {
  name: 'companies',
  audited,
  routes: [() => import('./routes.ts')],
  pages: ['/company'],
  permissions: ['edit_company'],
  tables: {
    companies: 'dados da empresa'
  }
}
