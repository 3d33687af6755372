import { Type } from '@sinclair/typebox'
import { defineJob } from '../core/jobs.ts'
import { Id } from '../core/schema.ts'

export const leadCreated = defineJob('leads', 'lead-created', Type.Object({ companyId: Id, leadId: Id }))
