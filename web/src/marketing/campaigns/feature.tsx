import type { Feature } from '../../shell/features.ts'
import { pageOnDemand } from '../../ui/pageOnDemand.tsx'
import { useMailings } from './api.ts'

const needs = 'send_email'

export const campaigns: Feature = {
  name: 'campaigns',
  pages: [
    { path: '/email/campaigns/new', Page: pageOnDemand(() => import('./NewCampaignPage.tsx')), needs },
    { path: '/email/campaigns/:id', Page: pageOnDemand(() => import('./CampaignPage.tsx')), needs }
  ],
  useMailings,
  leadParts: async () => (await import('./leadParts.tsx')).leadParts,
  refreshes: [
    { key: 'campaigns', on: ['campaign-changed'] },
    { key: 'suppressions', on: ['suppressions-changed'] }
  ]
}
