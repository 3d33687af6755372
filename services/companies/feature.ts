import type { Feature } from '../core/features.ts'

export const companies: Feature = {
  name: 'companies',
  routes: [() => import('./routes.ts')],
  pages: ['/company'],
  permissions: ['edit_company'],
  tables: {
    companies: 'dados da empresa'
  }
}
