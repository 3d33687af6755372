import type {} from '../../core/audit.ts'

/** The entries of this feature in the audit log, by the Portuguese names that staff read. */
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
