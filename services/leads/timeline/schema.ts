import { type Static, Type } from '@sinclair/typebox'
import { JsonObject, Nullable, oneOf, Time } from '../../core/schema.ts'
import { Note } from '../notes/schema.ts'
import { timelineKinds } from './rules.ts'

export const TimelineItem = Type.Object({
  id: Type.String({ description: 'The kind and the id of its row' }),
  kind: oneOf(timelineKinds),
  at: Time,
  actorName: Nullable(Type.String()),
  data: JsonObject({ description: 'Its shape depends on the kind' })
})
export type TimelineItem = Static<typeof TimelineItem>

export const Timeline = Type.Object({
  pinned: Type.Array(Note, { description: 'Notes that stay on top; on the first page only' }),
  items: Type.Array(TimelineItem),
  next: Nullable(Type.String({ description: 'Where the next page begins; null at the end' }))
})
export type Timeline = Static<typeof Timeline>
