import type {} from '../../core/audit.ts'

/** The entries of this feature in the audit log, by the Portuguese names that staff read. */
export const audited = {
  actions: {
    'sales.month_closed': 'Mês de vendas fechado',
    'sales.month_reopened': 'Mês de vendas reaberto'
  },
  fields: {}
}

declare module '../../core/audit.ts' {
  interface AuditActions extends Record<keyof typeof audited.actions, string> {}
}
