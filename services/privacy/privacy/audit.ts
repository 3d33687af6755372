import type {} from '../../core/audit.ts'

/** The entries of this feature in the audit log, by the Portuguese names that staff read. */
export const audited = {
  actions: {
    'lead.erased': 'Dados de lead excluídos definitivamente',
    'privacy.settings_changed': 'Configurações de privacidade alteradas',
    'privacy.request_typed': 'Pedido de privacidade registrado',
    'privacy.request_answered': 'Pedido de privacidade atendido',
    'privacy.request_refused': 'Pedido de privacidade recusado',
    'privacy.correction_applied': 'Correção pedida pela pessoa aplicada',
    'privacy.link_copied': 'Link de Meus dados copiado',
    'privacy.retention_run': 'Leads antigos excluídos pelo prazo de guarda'
  },
  fields: {
    smallAgent: 'Agente de pequeno porte',
    retentionMonths: 'Apagar leads parados',
    field: 'Campo',
    refusal: 'Motivo da recusa'
  }
}

declare module '../../core/audit.ts' {
  interface AuditActions extends Record<keyof typeof audited.actions, string> {}
  interface AuditedFields extends Record<keyof typeof audited.fields, string> {}
}
