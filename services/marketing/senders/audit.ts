import type {} from '../../core/audit.ts'

/** What the audit log records of this feature, and what staff read of it. */
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
