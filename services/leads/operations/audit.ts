import type {} from '../../core/audit.ts'

/** What the audit log records of this feature, and what staff read of it. */
export const audited = {
  actions: {
    'lead.many_changed': 'Ação em massa em leads',
    'lead.many_undone': 'Ação em massa em leads desfeita'
  },
  fields: {
    leadCount: 'Leads',
    employeeIds: 'Pessoas',
    tagIds: 'Etiquetas',
    taskKind: 'Tipo de tarefa',
    dueAt: 'Prazo'
  }
}

declare module '../../core/audit.ts' {
  interface AuditActions extends Record<keyof typeof audited.actions, string> {}
  interface AuditedFields extends Record<keyof typeof audited.fields, string> {}
}
