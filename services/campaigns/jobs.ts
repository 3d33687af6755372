import { Type } from '@sinclair/typebox'
import { defineJob } from '../core/jobs.ts'
import { Id } from '../core/schema.ts'

export const campaignToPrepare = defineJob(
  'campaigns',
  'campaign-to-prepare',
  Type.Object({ companyId: Id, campaignId: Id }),
  { label: 'Preparar uma campanha' }
)

/** Recipients of a company are due by a carrier. */
export const campaignsDue = defineJob(
  'campaigns',
  'campaigns-due',
  Type.Object({ companyId: Id, carrier: Type.String() }),
  { label: 'Enviar campanhas' }
)
