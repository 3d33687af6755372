import { type Static, Type } from '@sinclair/typebox'
import { Id, Nullable, Time } from '../../core/schema.ts'

const closed = { additionalProperties: false } as const

export const NewCaldavAccount = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 60 }),
    url: Type.String({ minLength: 1, maxLength: 2000 }),
    username: Type.String({ minLength: 1, maxLength: 200 }),
    password: Type.String({ minLength: 1, maxLength: 500 })
  },
  closed
)
export type NewCaldavAccount = Static<typeof NewCaldavAccount>

export const CaldavAccount = Type.Object({
  id: Id,
  name: Type.String(),
  host: Type.String(),
  username: Type.String(),
  calendars: Type.Array(
    Type.Object({
      href: Type.String(),
      name: Type.String(),
      blocks: Type.Boolean({ description: 'Its times are not offered' }),
      error: Nullable(Type.String({ description: 'Why its times could not be read' }))
    })
  ),
  receives: Nullable(Type.String({ description: 'The calendar that gets the person’s appointments' })),
  goodAt: Nullable(Time),
  error: Nullable(Type.String())
})
export type CaldavAccount = Static<typeof CaldavAccount>

export const CaldavChoice = Type.Object(
  {
    blocks: Type.Array(Type.String({ maxLength: 2000 }), { maxItems: 50 }),
    receives: Nullable(Type.String({ maxLength: 2000 }))
  },
  closed
)
export type CaldavChoice = Static<typeof CaldavChoice>
