import type { Feature } from '../core/features.ts'
import { exportAsked } from './jobs.ts'

export const exports: Feature = {
  name: 'exports',
  routes: [() => import('./routes.ts')],
  worker: () => import('./worker.ts'),
  jobs: [exportAsked],
  permissions: ['export_leads']
}
