import type {} from '../../core/audit.ts'

/** The entries of this feature in the audit log, by the Portuguese names that staff read. */
export const audited = {
  actions: {
    'integration.created': 'Integração criada',
    'integration.changed': 'Integração alterada'
  },
  fields: {
    key: 'Chave',
    baseUrl: 'Endereço do serviço',
    model: 'Modelo',
    monthlyTokenCap: 'Limite mensal de tokens'
  }
}

declare module '../../core/audit.ts' {
  interface AuditActions extends Record<keyof typeof audited.actions, string> {}
  interface AuditedFields extends Record<keyof typeof audited.fields, string> {}
}
