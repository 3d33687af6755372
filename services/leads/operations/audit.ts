import type {} from '../../core/audit.ts'

/** The entries of this feature in the audit log, by the Portuguese names that staff read. */
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
