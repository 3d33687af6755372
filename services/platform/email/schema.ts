import { type Static, Type } from '@sinclair/typebox'
import { Id, Nullable, oneOf, Time } from '../../core/schema.ts'

/** `kept`: without a mail server, mails stay on the outbox page. */
export const mailStatuses = ['kept', 'queued', 'sent', 'failed', 'bounced'] as const

export const Mail = Type.Object({
  id: Id,
  from: Nullable(
    Type.String({
      description: 'As its reader sees it: name and address; null for mails to many, which were only kept'
    })
  ),
  to: Type.String(),
  subject: Type.String(),
  text: Type.String(),
  html: Type.Optional(Type.String({ description: 'As its reader sees it; only where one mail is read' })),
  status: oneOf(mailStatuses),
  error: Nullable(Type.String()),
  leadId: Nullable(Id),
  createdAt: Time,
  sentAt: Nullable(Time)
})
export type Mail = Static<typeof Mail>
