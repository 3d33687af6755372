import { Type } from '@sinclair/typebox'
import { defineJob } from '../../core/jobs.ts'
import { Id } from '../../core/schema.ts'

export const requestAnswered = defineJob(
  'email',
  'privacy-request-answered',
  Type.Object({ companyId: Id, requestId: Id }),
  { label: 'Avisar da resposta a um pedido' }
)
