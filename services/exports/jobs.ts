import { Type } from '@sinclair/typebox'
import { defineJob } from '../core/jobs.ts'
import { Id } from '../core/schema.ts'

export const exportAsked = defineJob('imports', 'export-asked', Type.Object({ companyId: Id, operationId: Id }))
