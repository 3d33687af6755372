import { Type } from '@sinclair/typebox'
import type { DataOf } from '../../core/events.ts'
import { Id } from '../../core/schema.ts'

export const events = { notification: Type.Object({ employeeId: Id }) }

declare module '../../core/events.ts' {
  interface LiveEvents extends DataOf<typeof events> {}
}
