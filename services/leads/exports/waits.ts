import { tooLong, type Wait } from '../../core/waits.ts'
import { exportRequested } from './jobs.ts'

export const waits: readonly Wait[] = [
  {
    name: 'exports',
    label: 'exportações',
    states: { 'operations.state': ['queued', 'running'] },
    overdue: `select jsonb_build_object('companyId', company_id, 'operationId', id) as data from operations
      where state in ('queued', 'running') and kind = 'export' and created_at < now() - ${tooLong}`,
    job: exportRequested
  }
]
