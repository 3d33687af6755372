import { lazy, Suspense } from 'react'
import { LeadLoading } from '../../leads/LeadLoading.tsx'

const Page = lazy(async () => ({ default: (await import('../../lead/LeadPage.tsx')).LeadPage }))

/** The page of one lead, which the list does without until somebody opens it. */
export const LeadPage = () => (
  <Suspense fallback={<LeadLoading />}>
    <Page />
  </Suspense>
)
