import type { Feature } from '../../core/features.ts'
import { audited } from './audit.ts'

export const audit: Feature = {
  name: 'audit',
  audited,
  tables: {
    audit_checks: 'conferências da auditoria',
    audit_log: 'registro de auditoria'
  }
}
