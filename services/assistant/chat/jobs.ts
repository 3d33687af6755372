import { Type } from '@sinclair/typebox'
import { defineJob } from '../../core/jobs.ts'
import { Id } from '../../core/schema.ts'

/**
 * A question was stored; `leadId` is the lead whose page is open. In a queue of its own, since a provider may take a
 * minute.
 */
export const questionAsked = defineJob(
  'chat',
  'question-asked',
  Type.Object({ messageId: Id, leadId: Type.Optional(Id) }),
  { label: 'Responder uma pergunta' }
)
