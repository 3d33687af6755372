import { Type } from '@sinclair/typebox'
import { defineJob } from '../../core/jobs.ts'
import { Id } from '../../core/schema.ts'

const OfLeads = Type.Object({ companyId: Id, leadIds: Type.Array(Id, { minItems: 1 }) })

export const leadsCreated = defineJob('leads', 'leads-created', OfLeads, {
  label: 'Avisar de novos leads',
  joins: 'leadIds'
})

/** People whom the company already had sent its form again. */
export const leadsReturned = defineJob(
  'leads',
  'leads-returned',
  Type.Object({ companyId: Id, submissionIds: Type.Array(Id, { minItems: 1 }) }),
  { label: 'Avisar de leads que voltaram', joins: 'submissionIds' }
)

/** Leads arrived beyond the plan's limit. */
export const leadsHeld = defineJob('leads', 'leads-held', OfLeads, {
  label: 'Avisar de leads retidos',
  joins: 'leadIds'
})

/** Leads without an owner became visible otherwise than by the form: typed in, or released by the plan. */
export const leadsUnowned = defineJob('leads', 'leads-unowned', OfLeads, {
  label: 'Dar responsável a leads',
  joins: 'leadIds'
})

/** The company's plan or limits changed. */
export const limitsChanged = defineJob('leads', 'limits-changed', Type.Object({ companyId: Id }), {
  label: 'Aplicar novos limites'
})
