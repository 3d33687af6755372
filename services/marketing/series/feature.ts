import type { Feature } from '../../core/features.ts'
import { audited } from './audit.ts'

export const series: Feature = {
  name: 'series',
  audited,
  routes: [() => import('./routes.ts')],
  pages: ['/email/series/new', '/email/series/:id'],
  worker: () => import('./worker.ts'),
  tables: { mail_series: 'sequências automáticas' },
  fieldNames: { stopStatuses: 'Situações que encerram', waitHours: 'Espera', steps: 'Etapas' }
}
