import type {} from '../../core/audit.ts'

/** What the audit log records of this feature, and what staff read of it. */
export const audited = {
  actions: {
    'employee.joined': 'Entrada na equipe',
    'employee.changed': 'Direitos de uma pessoa alterados',
    'employee.deactivated': 'Pessoa desativada',
    'employee.reactivated': 'Pessoa reativada',
    'invitation.created': 'Convite criado',
    'invitation.resent': 'Convite reenviado',
    'invitation.canceled': 'Convite cancelado',
    'staff.joined': 'Funcionário entrou na equipe'
  },
  fields: {
    role: 'Papel',
    permissions: 'Permissões',
    team: 'Equipe',
    leadAccess: 'Acesso aos leads',
    leads: 'Leads de'
  }
}

declare module '../../core/audit.ts' {
  interface AuditActions extends Record<keyof typeof audited.actions, string> {}
  interface AuditedFields extends Record<keyof typeof audited.fields, string> {}
}
