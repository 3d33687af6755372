import { Type } from '@sinclair/typebox'
import { defineJob } from '../../core/jobs.ts'
import { Id } from '../../core/schema.ts'

export const campaignToPrepare = defineJob(
  'campaigns',
  'campaign-to-prepare',
  Type.Object({ companyId: Id, campaignId: Id }),
  { label: 'Preparar uma campanha' }
)

/**
 * Somebody answered a mail, and the company's address is to get it. With the mails to persons, which wait for no
 * campaign.
 */
export const answerToPass = defineJob(
  'email',
  'answer-to-pass',
  Type.Object({ companyId: Id, mailId: Id, recipientId: Id }),
  { label: 'Encaminhar uma resposta por e-mail' }
)

/** Recipients of a company are due by a carrier. */
export const campaignsDue = defineJob(
  'campaigns',
  'campaigns-due',
  Type.Object({ companyId: Id, carrier: Type.String() }),
  { label: 'Enviar campanhas' }
)

/** The message of a recipient was refused, as their row says already. */
export const messageRefused = defineJob(
  'campaigns',
  'message-refused',
  Type.Object({ companyId: Id, campaignId: Id, recipientId: Id, code: Type.Union([Type.Integer(), Type.Null()]) }),
  { label: 'Guardar por que uma mensagem de campanha não foi entregue' }
)
