import type {} from '../../core/audit.ts'

/** The entries of this feature in the audit log, by the Portuguese names that staff read. */
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
