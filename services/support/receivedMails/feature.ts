import type { Feature } from '../../core/features.ts'
import { audited } from './audit.ts'

export const receivedMails: Feature = {
  name: 'receivedMails',
  audited,
  routes: [() => import('./routes.ts')],
  pages: ['/admin/mails-in', '/admin/mails-in/:id']
}
