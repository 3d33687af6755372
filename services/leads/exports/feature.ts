import type { Feature } from '../../core/features.ts'
import { audited } from './audit.ts'
import { exportRequested } from './jobs.ts'
import { waits } from './waits.ts'

export const exports: Feature = {
  name: 'exports',
  audited,
  routes: [() => import('./routes.ts')],
  worker: () => import('./worker.ts'),
  waits,
  jobs: [exportRequested],
  permissions: ['export_leads']
}
