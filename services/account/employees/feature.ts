import type { Feature } from '../../core/features.ts'
import { audited } from './audit.ts'
import { events } from './events.ts'

export const employees: Feature = {
  name: 'employees',
  audited,
  routes: [() => import('./routes.ts'), () => import('./acceptance.ts')],
  pages: ['/employees'],
  events,
  permissions: ['manage_team'],
  tables: {
    employees: 'equipe'
  },
  fieldNames: {
    leadAccess: 'Acesso aos leads',
    permissions: 'Permissões',
    role: 'Papel',
    team: 'Equipe'
  }
}
