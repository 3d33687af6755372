import type {} from '../../core/audit.ts'

/** What the audit log records of this feature, and what staff read of it. */
export const audited = {
  actions: {
    'suppression.added': 'E-mail bloqueado para campanhas',
    'suppression.lifted': 'Bloqueio de e-mail retirado',
    'suppression.unsubscribed': 'Pessoa se descadastrou dos e-mails',
    'suppression.left_promotions': 'Pessoa deixou de receber promoções por e-mail',
    'suppression.resubscribed': 'Pessoa voltou a receber os e-mails'
  }
}

declare module '../../core/audit.ts' {
  interface AuditActions extends Record<keyof typeof audited.actions, string> {}
}
