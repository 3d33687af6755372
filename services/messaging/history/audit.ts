import type {} from '../../core/audit.ts'

/** The entries of this feature in the audit log, by the Portuguese names that staff read. */
export const audited = {
  actions: { 'past.brought': 'Conversas antigas trazidas como leads' },
  fields: { people: 'Pessoas', answered: 'Só quem foi respondido' }
}

declare module '../../core/audit.ts' {
  interface AuditActions extends Record<keyof typeof audited.actions, string> {}
  interface AuditedFields extends Record<keyof typeof audited.fields, string> {}
}
