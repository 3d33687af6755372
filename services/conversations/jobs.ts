import { Type } from '@sinclair/typebox'
import { defineJob } from '../core/jobs.ts'
import { Id } from '../core/schema.ts'

/** Messages of a channel wait to be sent. */
export const messagesQueued = defineJob('sending', 'messages-queued', Type.Object({ companyId: Id, channelId: Id }))

/** People wrote in these conversations. */
export const messagesReceived = defineJob(
  'conversations',
  'messages-received',
  Type.Object({ companyId: Id, conversationIds: Type.Array(Id) }),
  { joins: 'conversationIds' }
)

/** The file of a message is still at the provider. */
export const mediaReceived = defineJob('media', 'media-received', Type.Object({ companyId: Id, messageId: Id }))
