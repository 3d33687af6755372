import type { Feature } from '../core/features.ts'

export const employees: Feature = {
  name: 'employees',
  routes: [() => import('./routes.ts'), () => import('./acceptance.ts')],
  events: ['team-changed'],
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
