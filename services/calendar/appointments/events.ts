import { Type } from '@sinclair/typebox'
import type { DataOf } from '../../core/events.ts'
import { Id } from '../../core/schema.ts'

export const events = {
  'appointment-changed': Type.Object({ appointmentId: Id, leadId: Type.Union([Id, Type.Null()]) }),
  'calendar-changed': Type.Object({})
}

declare module '../../core/events.ts' {
  interface LiveEvents extends DataOf<typeof events> {}
}
