import type { Feature } from '../../core/features.ts'
import { audited } from './audit.ts'
import { recipientNamed } from './jobs.ts'

export const recipients: Feature = {
  name: 'recipients',
  audited,
  routes: [() => import('./routes.ts')],
  worker: () => import('./worker.ts'),
  jobs: [recipientNamed],
  tables: {
    mail_recipients: 'endereços que recebem leads'
  }
}
