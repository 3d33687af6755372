import type {} from '../../core/audit.ts'

/** The entries of this feature in the audit log, by the Portuguese names that staff read. */
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
