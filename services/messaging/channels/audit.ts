import type {} from '../../core/audit.ts'

/** The entries of this feature in the audit log, by the Portuguese names that staff read. */
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
