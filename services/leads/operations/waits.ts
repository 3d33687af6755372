import { tooLong, type Wait } from '../../core/waits.ts'
import { operationQueued, undoQueued } from './jobs.ts'
import { bulkKinds } from './rules.ts'

const kinds = bulkKinds.map(kind => `'${kind}'`).join(', ')
const data = `jsonb_build_object('companyId', company_id, 'operationId', id) as data`

export const waits: readonly Wait[] = [
  {
    name: 'operations',
    label: 'ações em massa',
    states: { 'operations.state': ['queued', 'running'] },
    overdue: `select ${data} from operations
      where state in ('queued', 'running') and kind in (${kinds}) and created_at < now() - ${tooLong}`,
    job: operationQueued
  },
  {
    name: 'undos',
    label: 'ações em massa que são desfeitas',
    states: { 'operations.state': ['undoing'] },
    overdue: `select ${data} from operations
      where state = 'undoing' and kind in (${kinds}) and created_at < now() - ${tooLong}`,
    job: undoQueued
  }
]
