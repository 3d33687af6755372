import type {} from '../../core/audit.ts'

/** The entries of this feature in the audit log, by the Portuguese names that staff read. */
export const audited = {
  actions: {
    'email_template.created': 'Modelo de e-mail criado',
    'email_template.changed': 'Modelo de e-mail alterado',
    'email_template.deleted': 'Modelo de e-mail excluído'
  }
}

declare module '../../core/audit.ts' {
  interface AuditActions extends Record<keyof typeof audited.actions, string> {}
}
