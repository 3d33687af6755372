import { Type } from '@sinclair/typebox'
import { defineJob } from '../../core/jobs.ts'
import { Id } from '../../core/schema.ts'

const ticketCauses = ['opened', 'answered', 'resolved', 'reopened', 'rated'] as const
export type TicketCause = (typeof ticketCauses)[number]

/** A company, or a mail, did something to a ticket, of which staff are notified. */
export const ticketMoved = defineJob(
  'tickets',
  'ticket-moved',
  Type.Object({
    companyId: Id,
    ticketId: Id,
    cause: Type.Union(ticketCauses.map(cause => Type.Literal(cause)))
  }),
  { label: 'Avisar de um chamado' }
)

/** The hours or the targets have changed: open tickets get new deadlines. */
export const rulesChanged = defineJob('tickets', 'ticket-rules-changed', Type.Object({ version: Type.Integer() }), {
  label: 'Aplicar novos prazos a chamados'
})
