import type { Feature } from '../../core/features.ts'
import { audited } from './audit.ts'

export const distribution: Feature = {
  name: 'distribution',
  audited,
  routes: [() => import('./routes.ts')],
  worker: () => import('./worker.ts'),
  places: [{ table: 'distribution_log', columns: ['lead_id'], label: 'distribuições' }],
  tables: {
    distributions: 'regras de distribuição'
  },
  fieldNames: {
    maxOpen: 'Máximo de leads abertos',
    mode: 'Distribuição'
  }
}
