import { Type } from '@sinclair/typebox'
import { defineJob } from '../../core/jobs.ts'
import { Id } from '../../core/schema.ts'

/** The guests of an appointment may have to be notified of a change. The database publishes it: guests.sql. */
export const guestsDue = defineJob('email', 'guests-due', Type.Object({ companyId: Id, appointmentId: Id }), {
  label: 'Avisar convidados de um agendamento'
})
