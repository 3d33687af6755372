import type {} from '../../core/audit.ts'

/** The entries of this feature in the audit log, by the Portuguese names that staff read. */
export const audited = {
  actions: {
    'campaign.created': 'Campanha criada',
    'campaign.changed': 'Campanha alterada',
    'campaign.prepared': 'Destinatários da campanha fixados',
    'campaign.sent': 'Campanha enviada',
    'campaign.paused': 'Campanha pausada',
    'campaign.resumed': 'Campanha retomada',
    'campaign.cancelled': 'Campanha cancelada',
    'campaign.deleted': 'Campanha excluída',
    'campaign.exported': 'Destinatários da campanha exportados'
  }
}

declare module '../../core/audit.ts' {
  interface AuditActions extends Record<keyof typeof audited.actions, string> {}
}
