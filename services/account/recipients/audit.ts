import type {} from '../../core/audit.ts'

/** What the audit log records of this feature, and what staff read of it. */
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
