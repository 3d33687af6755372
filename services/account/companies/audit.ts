import type {} from '../../core/audit.ts'

/** What the audit log records of this feature, and what staff read of it. */
export const audited = {
  actions: {
    'session.company_changed': 'Troca de empresa'
  },
  fields: {
    cnpj: 'CNPJ',
    industry: 'Ramo',
    address: 'Endereço'
  }
}

declare module '../../core/audit.ts' {
  interface AuditActions extends Record<keyof typeof audited.actions, string> {}
  interface AuditedFields extends Record<keyof typeof audited.fields, string> {}
}
