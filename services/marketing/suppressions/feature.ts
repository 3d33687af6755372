import type { Feature } from '../../core/features.ts'
import { audited } from './audit.ts'
import { events } from './events.ts'

export const suppressions: Feature = {
  name: 'suppressions',
  audited,
  events,
  routes: [() => import('./routes.ts')],
  worker: () => import('./worker.ts'),
  places: [
    {
      table: 'suppressions',
      columns: ['lead_id'],
      label: 'descadastros',
      empty: () => import('./erase.ts').then(({ emptySuppressions }) => emptySuppressions)
    }
  ],
  fieldNames: { note: 'Observação' }
}
