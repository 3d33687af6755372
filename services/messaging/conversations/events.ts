import { Type } from '@sinclair/typebox'
import type { DataOf } from '../../core/events.ts'
import { Id } from '../../core/schema.ts'

export const events = {
  'conversation-changed': Type.Object({ conversationId: Id, leadId: Id }),
  'conversation-presence': Type.Object({
    conversationId: Id,
    employeeId: Type.Union([Id, Type.Null()]),
    typing: Type.Boolean()
  })
}

declare module '../../core/events.ts' {
  interface LiveEvents extends DataOf<typeof events> {}
}
