import { Type } from '@sinclair/typebox'
import { defineJob } from '../core/jobs.ts'
import { Id } from '../core/schema.ts'

/** A published form names an address outside the team for the first time. */
export const recipientNamed = defineJob('leads', 'recipient-named', Type.Object({ companyId: Id, recipientId: Id }))
