import { Type } from '@sinclair/typebox'
import type { DataOf } from '../../core/events.ts'
import { Id } from '../../core/schema.ts'

const arrival = Type.Object({
  leadId: Id,
  activityId: Id,
  actorId: Type.Optional(Type.String({ description: 'The employee who typed it, where one did' }))
})

export const events = {
  'lead-created': arrival,
  'lead-returned': arrival,
  'lead-changed': Type.Object({ leadId: Id }),
  'leads-changed': Type.Object({}),
  'leads-released': Type.Object({}),
  viewing: Type.Object({ leadId: Id, employeeId: Id })
}

declare module '../../core/events.ts' {
  interface LiveEvents extends DataOf<typeof events> {}
}
