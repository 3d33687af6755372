import { carrierPages } from '../../../../services/marketing/campaigns/rules.ts'
import type { Feature } from '../../shell/features.ts'
import { pageOnDemand } from '../../ui/pageOnDemand.tsx'
import { useMailings } from './api.ts'

const needs = 'send_email'
const NewPage = pageOnDemand(() => import('./NewCampaignPage.tsx'))
const Page = pageOnDemand(() => import('./CampaignPage.tsx'))

export const campaigns: Feature = {
  name: 'campaigns',
  pages: Object.values(carrierPages).flatMap(({ page }) => [
    { path: `${page}/new`, Page: NewPage, needs },
    { path: `${page}/:id`, Page, needs }
  ]),
  useMailings,
  leadParts: async () => (await import('./leadParts.tsx')).leadParts,
  refreshes: [
    { key: 'campaigns', on: ['campaign-changed'] },
    { key: 'suppressions', on: ['suppressions-changed'] }
  ]
}
