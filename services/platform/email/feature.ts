import type { Feature } from '../../core/features.ts'
import { accountMailQueued, mailQueued } from './jobs.ts'
import { waits } from './waits.ts'

export const email: Feature = {
  name: 'email',
  routes: [() => import('./routes.ts')],
  pages: ['/mails', '/mails/:id'],
  worker: () => import('./worker.ts'),
  waits,
  jobs: [accountMailQueued, mailQueued],
  queues: { email: 'E-mail' },
  permissions: ['send_email'],
  places: [{ table: 'mails', columns: ['lead_id'], label: 'e-mails' }],
  tables: {
    account_mails: 'mensagens enviadas à pessoa',
    mail_days: 'contagens de e-mails'
  }
}
