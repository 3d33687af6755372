import { Type } from '@sinclair/typebox'
import type { DataOf } from '../../core/events.ts'
import { Id } from '../../core/schema.ts'

export const events = {
  'conversation-changed': Type.Object({ conversationId: Id, leadId: Id }),
  /** A person wrote; `employeeId` is whose conversation it is, null where nobody has it. */
  'message-received': Type.Object({
    conversationId: Id,
    leadId: Id,
    employeeId: Type.Union([Id, Type.Null()])
  }),
  'conversation-presence': Type.Object({
    conversationId: Id,
    employeeId: Type.Union([Id, Type.Null()]),
    typing: Type.Boolean()
  })
}

declare module '../../core/events.ts' {
  interface LiveEvents extends DataOf<typeof events> {}
}
