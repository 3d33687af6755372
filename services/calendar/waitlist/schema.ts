import { type Static, Type } from '@sinclair/typebox'
import { Day, Id, Nullable, Time } from '../../core/schema.ts'

export const NewWait = Type.Object(
  {
    serviceId: Id,
    employeeId: Type.Optional(Nullable(Id)),
    from: Day,
    to: Day,
    name: Type.String({ minLength: 1, maxLength: 200 }),
    email: Type.String({ minLength: 1, maxLength: 254 }),
    phone: Type.String({ minLength: 1, maxLength: 40 }),
    consentGiven: Type.Boolean(),
    website: Type.Optional(Type.String({ maxLength: 200, description: 'Hidden; filled in by robots' }))
  },
  { additionalProperties: false }
)
export type NewWait = Static<typeof NewWait>

export const WaitAdded = Type.Object({
  success: Type.Boolean(),
  // null for what a robot sent
  data: Nullable(Type.Object({ token: Type.String({ description: 'Leaves the list' }) }))
})
export type WaitAdded = Static<typeof WaitAdded>

export const Wait = Type.Object({
  id: Id,
  leadId: Id,
  leadName: Type.String(),
  leadPhone: Nullable(Type.String()),
  serviceId: Id,
  serviceName: Type.String(),
  employeeId: Nullable(Id),
  employeeName: Nullable(Type.String()),
  from: Day,
  to: Day,
  createdAt: Time,
  notifiedAt: Nullable(Time)
})
export type Wait = Static<typeof Wait>
export const WaitList = Type.Object({ data: Type.Array(Wait) })

export const WaitParams = Type.Object(
  { token: Type.String({ minLength: 1, maxLength: 200 }) },
  { additionalProperties: false }
)
