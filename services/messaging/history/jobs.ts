import { Type } from '@sinclair/typebox'
import { defineJob } from '../../core/jobs.ts'
import { Id, Nullable } from '../../core/schema.ts'
import { PastChoice } from './schema.ts'

/** People of whom messages of the past were kept aside have a thread now. */
export const pastKnown = defineJob(
  'conversations',
  'past-known',
  Type.Object({ companyId: Id, channelId: Id, contacts: Type.Array(Type.String()) }),
  { label: 'Trazer conversas antigas de quem escreveu' }
)

/** People of the past are to become leads. */
export const pastBrought = defineJob(
  'conversations',
  'past-brought',
  Type.Object({ companyId: Id, channelId: Id, choice: PastChoice, employeeId: Nullable(Id) }),
  { label: 'Trazer conversas antigas como leads' }
)
