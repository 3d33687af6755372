import { Type } from '@sinclair/typebox'
import { defineJob } from '../../core/jobs.ts'
import { Id } from '../../core/schema.ts'

const Which = Type.Object({ companyId: Id, operationId: Id })

export const operationQueued = defineJob('operations', 'operation-queued', Which, { label: 'Fazer uma ação em massa' })
export const undoQueued = defineJob('operations', 'undo-queued', Which, { label: 'Desfazer uma ação em massa' })
