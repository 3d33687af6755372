import type {} from '../../core/audit.ts'

/** The entries of this feature in the audit log, by the Portuguese names that staff read. */
export const audited = { actions: { 'automation.changed': 'Mensagem automática alterada' } }

declare module '../../core/audit.ts' {
  interface AuditActions extends Record<keyof typeof audited.actions, string> {}
}
