import { Type } from '@sinclair/typebox'
import type { DataOf } from '../../core/events.ts'

export const events = {
  // For staff, as of the provider: a mail came that nothing took, or somebody decided on one.
  'inbound-mails-changed': Type.Object({})
}

declare module '../../core/events.ts' {
  interface LiveEvents extends DataOf<typeof events> {}
}
