import { type Static, Type } from '@sinclair/typebox'
import { Id, oneOf } from '../../core/schema.ts'
import { tagColors } from './rules.ts'

export const Tag = Type.Object({ id: Id, name: Type.String(), color: oneOf(tagColors) })
export type Tag = Static<typeof Tag>

export const NewTag = Type.Object(
  { name: Type.String({ minLength: 1, maxLength: 40 }), color: Type.Optional(oneOf(tagColors)) },
  { additionalProperties: false }
)
export type NewTag = Static<typeof NewTag>

export const TagChange = Type.Partial(NewTag, { minProperties: 1, additionalProperties: false })
export type TagChange = Static<typeof TagChange>
