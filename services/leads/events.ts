import { Type } from '@sinclair/typebox'
import type { DataOf } from '../core/events.ts'
import { Id } from '../core/schema.ts'

export const events = {
  'lead-created': Type.Object({ leadId: Id, activityId: Id }),
  'lead-returned': Type.Object({ leadId: Id, activityId: Id }),
  'lead-changed': Type.Object({ leadId: Id }),
  'leads-changed': Type.Object({}),
  'leads-released': Type.Object({}),
  viewing: Type.Object({ leadId: Id, employeeId: Id })
}

declare module '../core/events.ts' {
  interface LiveEvents extends DataOf<typeof events> {}
}
