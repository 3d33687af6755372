import { Type } from '@sinclair/typebox'
import type { DataOf } from '../../core/events.ts'
import { Id } from '../../core/schema.ts'

export const events = {
  // For staff, as is `desk-changed`; both are announced as of the provider.
  'desk-presence': Type.Object({ ticketId: Id, userId: Id, name: Type.String(), typing: Type.Boolean() })
}

declare module '../../core/events.ts' {
  interface LiveEvents extends DataOf<typeof events> {}
}
