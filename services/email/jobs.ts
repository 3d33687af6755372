import { Type } from '@sinclair/typebox'
import { defineJob } from '../core/jobs.ts'
import { Id } from '../core/schema.ts'

export const mailQueued = defineJob('email', 'mail-queued', Type.Object({ companyId: Id, mailId: Id }))
