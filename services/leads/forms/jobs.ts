import { Type } from '@sinclair/typebox'
import { defineJob } from '../../core/jobs.ts'
import { Id } from '../../core/schema.ts'

/** Options were added whose earlier answers have to be counted. */
export const optionsAdded = defineJob('leads', 'options-added', Type.Object({ companyId: Id }), {
  label: 'Acrescentar opções ao formulário'
})
