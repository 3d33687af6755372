import type {} from '../../core/audit.ts'

/** What the audit log records of this feature, and what staff read of it. */
export const audited = {
  actions: {
    'channel.changed': 'Canal alterado',
    'channel.on': 'Canal ligado',
    'channel.off': 'Canal desligado'
  },
  fields: {
    account: 'Número ou conta',
    wabaId: 'Conta do WhatsApp Business',
    awayMessage: 'Mensagem fora do horário',
    confirmsReading: 'Confirmar leitura',
    businessHours: 'Horário de atendimento'
  }
}

declare module '../../core/audit.ts' {
  interface AuditActions extends Record<keyof typeof audited.actions, string> {}
  interface AuditedFields extends Record<keyof typeof audited.fields, string> {}
}
