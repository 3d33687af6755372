import type { Feature } from '../../shell/features.ts'
import { pageOnDemand } from '../../ui/pageOnDemand.tsx'

const needs = 'send_email'

export const series: Feature = {
  name: 'series',
  pages: [
    { path: '/email/series/new', Page: pageOnDemand(() => import('./NewSeriesPage.tsx')), needs },
    { path: '/email/series/:id', Page: pageOnDemand(() => import('./SeriesPage.tsx')), needs }
  ],
  refreshes: [{ key: 'series', on: ['campaign-changed'] }]
}
