import { Type } from '@sinclair/typebox'
import type { DataOf } from '../../core/events.ts'

export const events = { 'funnels-changed': Type.Object({}) }

declare module '../../core/events.ts' {
  interface LiveEvents extends DataOf<typeof events> {}
}
