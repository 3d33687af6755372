import type { Feature } from '../../core/features.ts'
import { audited } from './audit.ts'

export const admin: Feature = {
  name: 'admin',
  audited,
  routes: [() => import('./routes.ts')],
  pages: [
    '/admin',
    '/admin/companies',
    '/admin/companies/new',
    '/admin/companies/:id',
    '/admin/employees',
    '/admin/settings',
    '/admin/logs',
    '/admin/account-mails',
    '/admin/account-mails/:id'
  ],
  worker: () => import('./worker.ts'),
  permissions: ['manage_employees', 'manage_companies', 'view_logs', 'edit_system_settings', 'read_account_mails'],
  tables: {
    company_notes: 'observações sobre a empresa',
    support_accesses: 'acessos do suporte'
  },
  fieldNames: {
    adminEmail: 'E-mail do administrador',
    adminName: 'Nome do administrador',
    leadsLimit: 'Limite de leads',
    limitsReason: 'Motivo dos limites',
    limitsUntil: 'Limites até',
    usersLimit: 'Limite de usuários',
    trialDays: 'Dias de teste',
    trialEndsAt: 'Fim do teste',
    logRetentionDays: 'Dias de retenção dos registros',
    maintenanceNotice: 'Aviso',
    productName: 'Nome do produto',
    privacyEmail: 'E-mail de privacidade',
    privacyName: 'Responsável pelos dados pessoais',
    sessionClientDays: 'Dias de sessão de clientes',
    sessionIdleMinutes: 'Minutos até expirar por inatividade',
    sessionStaffHours: 'Horas de sessão da equipe',
    contactAddress: 'Endereço de contato',
    contactEmail: 'E-mail de contato',
    contactHours: 'Horário de atendimento',
    contactWhatsapp: 'WhatsApp de contato'
  }
}
