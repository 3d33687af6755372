import type {} from '../../core/audit.ts'

/** The entries of this feature in the audit log, by the Portuguese names that staff read. */
export const audited = {
  actions: {
    'message_template.created': 'Modelo de mensagem criado',
    'message_template.changed': 'Modelo de mensagem alterado',
    'message_template.submitted': 'Modelo de mensagem enviado para análise',
    'message_template.deleted': 'Modelo de mensagem excluído'
  }
}

declare module '../../core/audit.ts' {
  interface AuditActions extends Record<keyof typeof audited.actions, string> {}
}
