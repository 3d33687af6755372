import type { Feature } from '../../core/features.ts'
import { audited } from './audit.ts'
import { events } from './events.ts'
import { answerToPass, campaignsDue, campaignToPrepare, messageRefused } from './jobs.ts'
import { waits } from './waits.ts'

export const campaigns: Feature = {
  name: 'campaigns',
  audited,
  events,
  routes: [() => import('./routes.ts'), () => import('./clickRoutes.ts'), () => import('./messageRoutes.ts')],
  pages: ['/email/campaigns/new', '/email/campaigns/:id', '/whatsapp/campaigns/new', '/whatsapp/campaigns/:id'],
  worker: () => import('./worker.ts'),
  waits,
  jobs: [answerToPass, campaignsDue, campaignToPrepare, messageRefused],
  queues: { campaigns: 'Campanhas' },
  places: [
    {
      table: 'campaign_recipients',
      columns: ['lead_id'],
      label: 'destinatários de campanhas',
      empty: () => import('./erase.ts').then(({ emptyRecipients }) => emptyRecipients)
    }
  ],
  tables: { campaigns: 'campanhas', campaign_lanes: 'envio de campanhas', campaign_clicks: 'cliques em campanhas' },
  fieldNames: {
    templateId: 'Modelo',
    scheduledAt: 'Horário',
    quietHours: 'Horário de silêncio',
    values: 'Campos do modelo'
  }
}
