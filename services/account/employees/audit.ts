import type {} from '../../core/audit.ts'

/** The entries of this feature in the audit log, by the Portuguese names that staff read. */
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
