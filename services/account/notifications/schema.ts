import { type Static, Type } from '@sinclair/typebox'
import { Id, Nullable, oneOf, Time } from '../../core/schema.ts'
import { notificationKinds } from './rules.ts'

export const Notification = Type.Object({
  id: Id,
  kind: oneOf(notificationKinds),
  leadId: Nullable(Id),
  title: Type.String(),
  body: Type.String(),
  link: Type.String(),
  createdAt: Time,
  readAt: Nullable(Time)
})
export type Notification = Static<typeof Notification>

export const Notifications = Type.Object({
  items: Type.Array(Notification),
  unread: Type.Integer({ description: 'At most 100 are counted' })
})
export type Notifications = Static<typeof Notifications>

const MediaChoice = Type.Object(
  { app: Type.Boolean(), mail: Type.Boolean(), digest: Type.Boolean() },
  { additionalProperties: false }
)
const Hour = Nullable(Type.Integer({ minimum: 0, maximum: 23 }))

export const NotificationSettings = Type.Object(
  {
    media: Type.Object(
      Object.fromEntries(notificationKinds.map(kind => [kind, MediaChoice])) as Record<
        (typeof notificationKinds)[number],
        typeof MediaChoice
      >,
      { additionalProperties: false }
    ),
    quietFrom: Hour,
    quietTo: Hour,
    digestHour: Hour,
    weekDay: Nullable(
      Type.Integer({ minimum: 0, maximum: 6, description: 'Of the mail with the numbers of the week; Sunday is 0' })
    )
  },
  { additionalProperties: false }
)
export type NotificationSettings = Static<typeof NotificationSettings>
