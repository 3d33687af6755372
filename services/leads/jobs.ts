import { Type } from '@sinclair/typebox'
import { defineJob } from '../core/jobs.ts'
import { Id } from '../core/schema.ts'

const OfLeads = Type.Object({ companyId: Id, leadIds: Type.Array(Id, { minItems: 1 }) })

export const leadsCreated = defineJob('leads', 'leads-created', OfLeads, { joins: 'leadIds' })

/** Somebody whom the company has sent its form again. */
export const leadsReturned = defineJob(
  'leads',
  'leads-returned',
  Type.Object({ companyId: Id, submissionIds: Type.Array(Id, { minItems: 1 }) }),
  { joins: 'submissionIds' }
)

/** Leads came that the plan does not show this month. */
export const leadsHeld = defineJob('leads', 'leads-held', OfLeads, { joins: 'leadIds' })

/** Leads that did not come by the form are there for the team and have no owner: typed in, or released by the plan. */
export const leadsUnowned = defineJob('leads', 'leads-unowned', OfLeads, { joins: 'leadIds' })

/** The company's plan or limits are others than before. */
export const limitsChanged = defineJob('leads', 'limits-changed', Type.Object({ companyId: Id }))

/** Answers that leads gave before they were options of a field are to be counted. */
export const optionsAdded = defineJob('leads', 'options-added', Type.Object({ companyId: Id }))
