import { Type } from '@sinclair/typebox'
import { defineJob } from '../core/jobs.ts'
import { Id } from '../core/schema.ts'

/**
 * A question was stored; `leadId` is the lead whose page is open. Its queue is its own: a provider that takes a minute
 * holds up nothing else.
 */
export const chatAsked = defineJob('chat', 'chat-asked', Type.Object({ messageId: Id, leadId: Type.Optional(Id) }))
