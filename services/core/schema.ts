import { FormatRegistry, type Static, type TSchema, Type } from '@sinclair/typebox'
import { emailKeyword } from './refusals/rules.ts'
import { emailLength, idPattern, isDay } from './rules.ts'

export const Id = Type.String({ pattern: idPattern, description: '24 hexadecimal characters' })
export const IdParams = Type.Object({ id: Id }, { additionalProperties: false })
export const CompanyParams = Type.Object({ companyId: Id }, { additionalProperties: false })
/** RFC 3339, in UTC. Input is limited to the years of `isDay`: see compilers.ts. */
export const Time = Type.String({ format: 'date-time' })
// TypeBox's own checker has no formats; the routes' validators get theirs in compilers.ts.
FormatRegistry.Set('date', isDay)

/** A time of business hours: see `openMinutes`. */
export const Clock = Type.String({
  pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
  description: 'HH:mm; hours that end at 23:59 go on to midnight'
})

/** yyyy-MM-dd, without a time zone. */
export const Day = Type.String({ format: 'date' })

/**
 * Exactly one e-mail address. A route's input is normalised to its canonical spelling during validation (`readEmail`).
 */
export const Email = Type.String({ minLength: 3, maxLength: emailLength, [emailKeyword]: true })

/** The same for an address that people read and nothing compares: its local part keeps its case. */
export const TypedEmail = Type.String({ minLength: 3, maxLength: emailLength, [emailKeyword]: 'typed' })

/** With `nullable`, since the serialiser would check each branch of a union for every value. */
export const Nullable = <T extends TSchema>(schema: T) => Type.Unsafe<Static<T> | null>({ ...schema, nullable: true })

/** Any JSON object. */
export const JsonObject = (options = {}) =>
  Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true, ...options })

export const oneOf = <const T extends readonly string[]>(values: T, options = {}) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: values, ...options })

/** A request with a key that came before is a repetition of that one. */
export const KeyHeader = Type.Object({
  'idempotency-key': Type.Optional(Type.String({ minLength: 8, maxLength: 200, pattern: '^[\\x21-\\x7e]+$' }))
})

/** The query string of a list, as ra-data-simple-rest writes it: each value is JSON. */
export const ListQuery = Type.Object(
  {
    sort: Type.Optional(Type.String({ maxLength: 200, description: '["field","ASC"]' })),
    range: Type.Optional(Type.String({ maxLength: 60, description: '[0,24]' })),
    filter: Type.Optional(Type.String({ maxLength: 4000, description: '{"field":value}' }))
  },
  { additionalProperties: false }
)
export type ListQuery = Static<typeof ListQuery>

/** The body of every answer with status 400 or above. */
export const Failure = Type.Object({
  code: Type.String(),
  message: Type.String({ description: 'In Portuguese, fit to be shown' }),
  errors: Type.Optional(Type.Record(Type.String(), Type.String(), { description: 'Field name to message' })),
  requestId: Type.String()
})
export type Failure = Static<typeof Failure>
