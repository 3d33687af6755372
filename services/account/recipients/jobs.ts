import { Type } from '@sinclair/typebox'
import { defineJob } from '../../core/jobs.ts'
import { Id } from '../../core/schema.ts'

/** A published form names a new address outside the team. */
export const recipientNamed = defineJob('leads', 'recipient-named', Type.Object({ companyId: Id, recipientId: Id }), {
  label: 'Pedir confirmação a um destinatário'
})
