import type {} from '../../core/audit.ts'

/** The entries of this feature in the audit log, by the Portuguese names that staff read. */
export const audited = {
  actions: {
    'funnel.created': 'Funil criado',
    'funnel.changed': 'Funil alterado',
    'funnel.deleted': 'Funil excluído'
  },
  fields: { steps: 'Etapas' }
}

declare module '../../core/audit.ts' {
  interface AuditActions extends Record<keyof typeof audited.actions, string> {}
  interface AuditedFields extends Record<keyof typeof audited.fields, string> {}
}
