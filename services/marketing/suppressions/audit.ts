import type {} from '../../core/audit.ts'

/** The entries of this feature in the audit log, by the Portuguese names that staff read. */
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
