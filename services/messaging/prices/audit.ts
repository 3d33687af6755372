import type {} from '../../core/audit.ts'

/** The entries of this feature in the audit log, by the Portuguese names that staff read. */
export const audited = {
  actions: {
    'whatsapp_prices.added': 'Tabela de preços do WhatsApp informada',
    'whatsapp_limit.changed': 'Limite de gastos do WhatsApp alterado'
  },
  fields: { prices: 'Preços', micros: 'Limite em milionésimos' }
}

declare module '../../core/audit.ts' {
  interface AuditActions extends Record<keyof typeof audited.actions, string> {}
  interface AuditedFields extends Record<keyof typeof audited.fields, string> {}
}
