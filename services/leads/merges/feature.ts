import type { Feature } from '../../core/features.ts'
import { audited } from './audit.ts'

export const merges: Feature = {
  name: 'merges',
  audited,
  routes: [() => import('./routes.ts')],
  places: [
    { table: 'merges', columns: ['lead_id', 'other_id'], label: 'mesclagens' },
    { table: 'distinct_leads', columns: ['lead_id', 'other_id'], label: 'comparações com outros leads' }
  ]
}
