import type {} from '../../core/audit.ts'

/** What the audit log records of this feature, and what staff read of it. */
export const audited = {
  actions: {
    'company.distribution_changed': 'Distribuição de leads alterada'
  },
  fields: {
    mode: 'Distribuição',
    members: 'Quem recebe',
    fallbackId: 'Quem recebe se ninguém puder'
  }
}

declare module '../../core/audit.ts' {
  interface AuditActions extends Record<keyof typeof audited.actions, string> {}
  interface AuditedFields extends Record<keyof typeof audited.fields, string> {}
}
