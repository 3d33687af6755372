import type {} from '../../core/audit.ts'

/** The entries of this feature in the audit log, by the Portuguese names that staff read. */
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
