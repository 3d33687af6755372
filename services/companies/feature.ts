import type { Feature } from '../core/features.ts'

export const companies: Feature = {
  name: 'companies',
  routes: [() => import('./routes.ts')],
  permissions: ['edit_company'],
  tables: {
    companies: 'dados da empresa'
  }
}
