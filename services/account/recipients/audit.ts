import type {} from '../../core/audit.ts'

/** The entries of this feature in the audit log, by the Portuguese names that staff read. */
export const audited = {
  actions: {
    'recipient.confirmed': 'Destinatário confirmou os avisos',
    'recipient.declined': 'Destinatário recusou os avisos',
    'recipient.revoked': 'Destinatário removido'
  }
}

declare module '../../core/audit.ts' {
  interface AuditActions extends Record<keyof typeof audited.actions, string> {}
}
