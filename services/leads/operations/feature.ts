import type { Feature } from '../../core/features.ts'
import { audited } from './audit.ts'
import { events } from './events.ts'
import { operationQueued, undoQueued } from './jobs.ts'
import { waits } from './waits.ts'

export const operations: Feature = {
  name: 'operations',
  audited,
  routes: [() => import('./routes.ts')],
  worker: () => import('./worker.ts'),
  waits,
  jobs: [operationQueued, undoQueued],
  queues: { operations: 'Ações em massa' },
  events,
  places: [
    {
      table: 'operation_rows',
      columns: ['lead_id'],
      label: 'linhas de ações em massa',
      empty: () => import('./erase.ts').then(({ deleteOperationRows }) => deleteOperationRows)
    }
  ],
  tables: {
    operations: 'ações em massa'
  }
}
