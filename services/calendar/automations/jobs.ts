import { Type } from '@sinclair/typebox'
import { defineJob } from '../../core/jobs.ts'
import { Id } from '../../core/schema.ts'

/** A person pressed a button. The database publishes it: presses.sql. */
export const buttonPressed = defineJob(
  'conversations',
  'button-pressed',
  Type.Object({ companyId: Id, messageId: Id }),
  { label: 'Atender um botão de mensagem automática' }
)
