import type { Feature } from '../../core/features.ts'
import { events } from './events.ts'
import { mailsReceived } from './jobs.ts'
import { waits } from './waits.ts'

export const inboundMail: Feature = {
  name: 'inboundMail',
  worker: () => import('./worker.ts'),
  waits,
  events,
  jobs: [mailsReceived],
  queues: { inboundMail: 'E-mails recebidos' },
  places: [{ table: 'mail_placements', columns: ['lead_id'], label: 'e-mails recebidos' }]
}
