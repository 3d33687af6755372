import type { Feature } from '../core/features.ts'

export const audit: Feature = {
  name: 'audit',
  tables: {
    audit_checks: 'conferências da auditoria',
    audit_log: 'registro de auditoria'
  }
}
