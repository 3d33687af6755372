import type {} from '../../core/audit.ts'

/** What the audit log records of this feature, and what staff read of it. */
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
