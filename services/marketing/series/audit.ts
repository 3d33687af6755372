import type {} from '../../core/audit.ts'

/** What the audit log records of this feature, and what staff read of it. */
export const audited = {
  actions: {
    'mail_series.created': 'Sequência automática criada',
    'mail_series.changed': 'Sequência automática alterada',
    'mail_series.on': 'Sequência automática ligada',
    'mail_series.paused': 'Sequência automática pausada',
    'mail_series.off': 'Sequência automática desligada',
    'mail_series.deleted': 'Sequência automática excluída'
  }
}

declare module '../../core/audit.ts' {
  interface AuditActions extends Record<keyof typeof audited.actions, string> {}
}
