import { type Static, Type } from '@sinclair/typebox'
import type { LiveEvents } from '../../core/events.ts'
import { Id, JsonObject, Nullable, oneOf, Time } from '../../core/schema.ts'
import { activityTypes, contactChannels, contactOutcomes, type eventsOfColleagues, recordedTypes } from './rules.ts'

export const Activity = Type.Object({
  id: Id,
  _id: Id,
  companyId: Id,
  type: oneOf(activityTypes),
  description: Type.String(),
  leadId: Nullable(Id),
  leadName: Nullable(Type.String()),
  appointmentId: Nullable(Id),
  data: JsonObject(),
  createdAt: Time
})
export type Activity = Static<typeof Activity>

/** The part of an activity that a client sends; its author comes from the session. */
const ActivityDetails = Type.Object(
  { channel: Type.Optional(oneOf(contactChannels)), outcome: Type.Optional(oneOf(contactOutcomes)) },
  { additionalProperties: false }
)

export const NewActivity = Type.Object(
  {
    companyId: Id,
    type: oneOf(recordedTypes),
    description: Type.String({ minLength: 1, maxLength: 1000 }),
    leadId: Type.Optional(Nullable(Id)),
    leadName: Type.Optional(Nullable(Type.String({ maxLength: 200 }))),
    appointmentId: Type.Optional(Nullable(Id)),
    data: Type.Optional(ActivityDetails)
  },
  { additionalProperties: false }
)
export type NewActivity = Static<typeof NewActivity>

/**
 * An event of `GET /api/events`, or of `GET /api/admin/events` for staff: ids only, so that data is always read through
 * an authorised call. Somebody who does not see the lead is notified without its ids.
 */
export type LiveEvent = { [Kind in keyof LiveEvents]: { kind: Kind } & Shown<Kind> }[keyof LiveEvents]

/** As `shownTo` in view.ts leaves it. */
type Shown<Kind extends keyof LiveEvents> = Kind extends (typeof eventsOfColleagues)[number]
  ? LiveEvents[Kind]
  : LiveEvents[Kind] extends { leadId: unknown } | { conversationId: unknown }
    ? Partial<LiveEvents[Kind]>
    : LiveEvents[Kind]
