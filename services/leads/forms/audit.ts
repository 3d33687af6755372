import type {} from '../../core/audit.ts'

/** What the audit log records of this feature, and what staff read of it. */
export const audited = {
  actions: {
    'form.created': 'Formulário criado',
    'form.published': 'Formulário publicado',
    'form.archived': 'Formulário arquivado'
  },
  fields: {
    version: 'Versão'
  }
}

declare module '../../core/audit.ts' {
  interface AuditActions extends Record<keyof typeof audited.actions, string> {}
  interface AuditedFields extends Record<keyof typeof audited.fields, string> {}
}
