import { type Static, Type } from '@sinclair/typebox'
import { Id, JsonObject, Nullable, oneOf, Time } from '../core/schema.ts'
import { contactChannels, contactOutcomes } from '../leads/rules.ts'
import { activityTypes, recordedTypes } from './rules.ts'

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

/** What a client sends of an activity; its author comes from the session. */
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
 * Events of `GET /api/events`: ids only, so that data is always read through an authorised call. The optional ones are left
 * out for somebody who does not see the lead.
 */
export type LiveEvent =
  /** With the employee who typed it, where one did. */
  | { kind: 'lead-created'; leadId?: string; activityId?: string; actorId?: string }
  | { kind: 'lead-returned'; leadId?: string; activityId?: string; actorId?: string }
  | { kind: 'lead-changed'; leadId?: string }
  | { kind: 'mention'; leadId: string; noteId: string; employeeIds: string[] }
  | { kind: 'viewing'; leadId: string; employeeId: string }
  | { kind: 'leads-released' }
  | { kind: 'leads-changed' }
  | { kind: 'tags-changed' }
  | { kind: 'notification'; employeeId: string }
  | { kind: 'operation'; operationId: string }
  | { kind: 'conversation-changed'; conversationId?: string; leadId?: string }
  | { kind: 'conversation-presence'; conversationId: string; employeeId: string; typing: boolean }
  | { kind: 'appointment-changed'; appointmentId?: string; leadId?: string | null }
  | { kind: 'calendar-changed' }
  | { kind: 'channel-changed' }
  | { kind: 'sender-changed' }
  | { kind: 'team-changed' }
  | { kind: 'ticket-changed'; ticketId: string }
  | { kind: 'activity-created'; activityId?: string; leadId?: string | null }

/** Events of `GET /api/admin/events`, for staff. */
export type StaffEvent =
  | { kind: 'desk-changed'; ticketId: string }
  | { kind: 'desk-presence'; ticketId: string; userId: string; name: string; typing: boolean }
