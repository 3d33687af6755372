import { Type } from '@sinclair/typebox'
import { defineJob } from '../../core/jobs.ts'
import { Id } from '../../core/schema.ts'

/** A mail to a person about their account. */
export const accountMailQueued = defineJob('email', 'account-mail-queued', Type.Object({ mailId: Id }), {
  label: 'Enviar um e-mail de conta'
})

export const mailQueued = defineJob('email', 'mail-queued', Type.Object({ companyId: Id, mailId: Id }), {
  label: 'Enviar um e-mail'
})
