import type {} from '../../core/audit.ts'

/** What the audit log records of this feature, and what staff read of it. */
export const audited = {
  actions: {
    'lead.deleted': 'Lead excluído',
    'lead.restored': 'Exclusão de lead desfeita',
    'lead.typed_again': 'Lead cadastrado depois de exclusão'
  },
  fields: {
    lostReason: 'Motivo da perda',
    ownerId: 'Responsável'
  }
}

declare module '../../core/audit.ts' {
  interface AuditActions extends Record<keyof typeof audited.actions, string> {}
  interface AuditedFields extends Record<keyof typeof audited.fields, string> {}
}
