import type {} from '../../core/audit.ts'

/** What the audit log records of this feature, and what staff read of it. */
export const audited = {
  actions: {
    'lead.exported': 'Leads exportados'
  },
  fields: {
    rows: 'Linhas',
    columns: 'Colunas',
    filter: 'Filtro',
    format: 'Formato'
  }
}

declare module '../../core/audit.ts' {
  interface AuditActions extends Record<keyof typeof audited.actions, string> {}
  interface AuditedFields extends Record<keyof typeof audited.fields, string> {}
}
