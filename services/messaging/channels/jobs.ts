import { Type } from '@sinclair/typebox'
import { defineJob } from '../../core/jobs.ts'
import { Id } from '../../core/schema.ts'

/** Deliveries of providers were stored and are to be processed. */
export const deliveriesReceived = defineJob(
  'deliveries',
  'deliveries-received',
  Type.Object({ deliveryIds: Type.Array(Type.Integer()) }),
  { label: 'Ler o que a Meta avisou', joins: 'deliveryIds' }
)

/** A channel was switched on, or it is time to read again what its provider has of it. */
export const channelConnected = defineJob(
  'templates',
  'channel-connected',
  Type.Object({ companyId: Id, channelId: Id }),
  { label: 'Ler os modelos de mensagem do canal' }
)
