import type { Feature } from '../core/features.ts'

export const admin: Feature = {
  name: 'admin',
  routes: [() => import('./routes.ts')],
  worker: () => import('./worker.ts'),
  permissions: ['manage_employees', 'manage_companies', 'view_logs', 'edit_system_settings', 'read_account_mails'],
  tables: {
    company_notes: 'observações sobre a empresa',
    support_accesses: 'acessos do suporte'
  }
}
