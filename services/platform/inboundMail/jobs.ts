import { Type } from '@sinclair/typebox'
import { defineJob } from '../../core/jobs.ts'

/** Mails came in and are stored, and are to be read. */
export const mailsReceived = defineJob(
  'inboundMail',
  'mails-received',
  Type.Object({ mailIds: Type.Array(Type.String()) }),
  { label: 'Ler e-mails recebidos', joins: 'mailIds' }
)
