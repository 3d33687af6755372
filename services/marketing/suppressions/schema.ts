import { type Static, Type } from '@sinclair/typebox'
import { Email, Id, Nullable, oneOf, Time } from '../../core/schema.ts'
import { type Refusal, suppressionReasons } from './rules.ts'

const closed = { additionalProperties: false }

export const Suppression = Type.Object({
  id: Id,
  email: Nullable(Type.String({ description: 'Null once the person is erased: only a hash of it is kept' })),
  leadId: Nullable(Id),
  leadName: Nullable(Type.String()),
  reason: oneOf(suppressionReasons),
  note: Type.String(),
  actorName: Nullable(Type.String()),
  createdAt: Time,
  until: Nullable(Type.Unsafe<string>({ ...Time, description: 'When it ends on its own' }))
})
export type Suppression = Static<typeof Suppression>

export const NewSuppression = Type.Object({ email: Email, note: Type.String({ maxLength: 300 }) }, closed)
export type NewSuppression = Static<typeof NewSuppression>

export const LiftReason = Type.Object({ reason: Type.String({ minLength: 3, maxLength: 300, pattern: '\\S' }) }, closed)

/**
 * The page of a link for unsubscribing. `own`: the refusal is the person's wish, which they may change here, and not
 * the verdict of a server or of the company's people.
 */
export type Unsubscription = {
  company: string
  /** That of its first form with one. */
  logo: string | null
  email: string | null
  refuses: Refusal
  own: boolean
  trial: boolean
}
