import { Type } from '@sinclair/typebox'
import type { DataOf } from '../../core/events.ts'
import { Id } from '../../core/schema.ts'

export const events = { 'activity-created': Type.Object({ activityId: Id, leadId: Type.Union([Id, Type.Null()]) }) }

declare module '../../core/events.ts' {
  interface LiveEvents extends DataOf<typeof events> {}
}
