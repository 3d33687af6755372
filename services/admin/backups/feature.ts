import type { Feature } from '../../core/features.ts'
import { audited } from './audit.ts'
import { backupRequested } from './jobs.ts'

export const backups: Feature = {
  name: 'backups',
  audited,
  routes: [() => import('./routes.ts')],
  pages: ['/admin/backups'],
  worker: () => import('./worker.ts'),
  jobs: [backupRequested],
  permissions: ['manage_backups']
}
