import type {} from '../../core/audit.ts'

/** The entries of this feature in the audit log, by the Portuguese names that staff read. */
export const audited = {
  actions: {
    'sender.changed': 'Remetente de e-mails alterado',
    'sender.key_renewed': 'Nova chave do remetente de e-mails'
  },
  fields: {
    replyTo: 'Responder para',
    mailServer: 'Servidor de envio',
    mailPace: 'E-mails por segundo, hora e dia',
    spfInclude: 'Domínio do SPF',
    mailTracking: 'Contar cliques e aberturas',
    mailAnswers: 'Registrar respostas no lead'
  }
}

declare module '../../core/audit.ts' {
  interface AuditActions extends Record<keyof typeof audited.actions, string> {}
  interface AuditedFields extends Record<keyof typeof audited.fields, string> {}
}
