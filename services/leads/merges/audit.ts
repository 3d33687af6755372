import type {} from '../../core/audit.ts'

/** The entries of this feature in the audit log, by the Portuguese names that staff read. */
export const audited = {
  actions: {
    'lead.merged': 'Leads mesclados',
    'lead.merge_undone': 'Mesclagem de leads desfeita'
  },
  fields: {
    other: 'O outro lead'
  }
}

declare module '../../core/audit.ts' {
  interface AuditActions extends Record<keyof typeof audited.actions, string> {}
  interface AuditedFields extends Record<keyof typeof audited.fields, string> {}
}
