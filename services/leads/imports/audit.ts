import type {} from '../../core/audit.ts'

/** What the audit log records of this feature, and what staff read of it. */
export const audited = {
  actions: {
    'lead.imported': 'Leads importados',
    'lead.import_undone': 'Importação de leads desfeita'
  },
  fields: {
    origin: 'Origem da lista',
    originNote: 'Sobre a origem'
  }
}

declare module '../../core/audit.ts' {
  interface AuditActions extends Record<keyof typeof audited.actions, string> {}
  interface AuditedFields extends Record<keyof typeof audited.fields, string> {}
}
