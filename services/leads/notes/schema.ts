import { type Static, Type } from '@sinclair/typebox'
import { Id, Nullable, Time } from '../../core/schema.ts'

export const Note = Type.Object({
  id: Id,
  leadId: Id,
  authorId: Nullable(Id),
  authorName: Nullable(Type.String()),
  text: Type.String(),
  mentions: Type.Array(Id, { description: 'Employees who are notified' }),
  pinnedAt: Nullable(Time),
  createdAt: Time,
  updatedAt: Nullable(Time)
})
export type Note = Static<typeof Note>

const Fields = {
  text: Type.String({ minLength: 1, maxLength: 5000 }),
  mentions: Type.Optional(Type.Array(Id, { maxItems: 20, description: 'Active employees' }))
}

export const NewNote = Type.Object(Fields, { additionalProperties: false })
export type NewNote = Static<typeof NewNote>

export const NoteChange = Type.Object(
  {
    text: Type.Optional(Fields.text),
    mentions: Fields.mentions,
    pinned: Type.Optional(Type.Boolean()),
    expected: Type.Optional(
      Type.String({ maxLength: 5000, description: 'The text that was read: where it is another one now, 409' })
    )
  },
  { additionalProperties: false, minProperties: 1 }
)
export type NoteChange = Static<typeof NoteChange>
