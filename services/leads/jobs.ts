import { Type } from '@sinclair/typebox'
import { defineJob } from '../core/jobs.ts'
import { Id } from '../core/schema.ts'

export const leadCreated = defineJob('leads', 'lead-created', Type.Object({ companyId: Id, leadId: Id }))

/** Somebody whom the company has sent its form again. */
export const leadReturned = defineJob('leads', 'lead-returned', Type.Object({ companyId: Id, leadId: Id }))

/** A lead came that the plan does not show this month. */
export const leadHeld = defineJob('leads', 'lead-held', Type.Object({ companyId: Id, leadId: Id }))

/** A lead that did not come by the form is there for the team and has no owner: typed in, or released by the plan. */
export const leadUnowned = defineJob('leads', 'lead-unowned', Type.Object({ companyId: Id, leadId: Id }))

/** The company's plan or limits are others than before. */
export const limitsChanged = defineJob('leads', 'limits-changed', Type.Object({ companyId: Id }))

/** Answers that leads gave before they were options of a field are to be counted. */
export const optionsAdded = defineJob('leads', 'options-added', Type.Object({ companyId: Id }))
