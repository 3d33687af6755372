import { Type } from '@sinclair/typebox'
import { defineJob } from '../../core/jobs.ts'
import { Id } from '../../core/schema.ts'

const Which = Type.Object({ companyId: Id, importId: Id })

export const importChecked = defineJob('imports', 'import-check-asked', Which, { label: 'Conferir uma planilha' })
export const importConfirmed = defineJob('imports', 'import-confirmed', Which, { label: 'Importar uma planilha' })
export const importUndone = defineJob('imports', 'import-undo-asked', Which, { label: 'Desfazer uma importação' })
