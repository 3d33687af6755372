import { Type } from '@sinclair/typebox'
import { defineJob } from '../../core/jobs.ts'
import { Id } from '../../core/schema.ts'

export const exportRequested = defineJob(
  'imports',
  'export-requested',
  Type.Object({ companyId: Id, operationId: Id }),
  { label: 'Exportar leads' }
)
