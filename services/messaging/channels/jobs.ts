import { Type } from '@sinclair/typebox'
import { defineJob } from '../../core/jobs.ts'

/** Deliveries of providers were stored and are to be processed. */
export const deliveriesReceived = defineJob(
  'deliveries',
  'deliveries-received',
  Type.Object({ deliveryIds: Type.Array(Type.Integer()) }),
  { label: 'Ler o que a Meta avisou', joins: 'deliveryIds' }
)
