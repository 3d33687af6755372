import type {} from '../../core/audit.ts'

/** The entries of this feature in the audit log, by the Portuguese names that staff read. */
export const audited = {
  actions: {
    'inbound_mail.opened': 'E-mail recebido aberto',
    'inbound_mail.downloaded': 'E-mail recebido baixado',
    'inbound_mail.ticket_opened': 'E-mail recebido virou chamado',
    'inbound_mail.dismissed': 'E-mail recebido sem nada a fazer',
    'inbound_mail.blocked': 'Remetente de e-mail bloqueado',
    'inbound_mail.unblocked': 'Remetente de e-mail desbloqueado'
  }
}

declare module '../../core/audit.ts' {
  interface AuditActions extends Record<keyof typeof audited.actions, string> {}
}
