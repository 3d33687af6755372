import type { Feature } from '../../shell/features.ts'
import { pageOnDemand } from '../../ui/pageOnDemand.tsx'

const needs = 'send_email'

export const mailTemplates: Feature = {
  name: 'mailTemplates',
  pages: [
    { path: '/email/templates/new', Page: pageOnDemand(() => import('./NewTemplatePage.tsx')), needs },
    { path: '/email/templates/:id', Page: pageOnDemand(() => import('./TemplatePage.tsx')), needs }
  ]
}
