import type { ComponentType } from 'react'
import { type Feature, useFeatures } from '../../shell/features.ts'
import { onDemand } from '../../ui/onDemand.tsx'
import { LeadLoading } from './LeadLoading.tsx'
import { LeadPartsProvider } from './leadParts.ts'

/** The page with what the features bring to it, all at once. */
const load = (features: readonly Feature[]) =>
  Promise.all([
    import('./page/LeadPage.tsx'),
    ...features.flatMap(({ name, leadParts }) => leadParts?.().then(parts => ({ ...parts, of: name })) ?? [])
  ])

/** Prefetches the page of a lead for a person who seems about to open one; a failure is harmless. */
export const expectLead = (features: readonly Feature[]): void => {
  if (navigator.onLine) load(features).catch(() => {})
}

/** By the features whose parts it shows. */
const pages = new WeakMap<readonly Feature[], ComponentType>()

function pageWith(features: readonly Feature[]): ComponentType {
  const page = onDemand(
    async () => {
      const [{ LeadPage }, ...parts] = await load(features)
      return () => (
        <LeadPartsProvider value={parts}>
          <LeadPage />
        </LeadPartsProvider>
      )
    },
    <LeadLoading />
  )
  pages.set(features, page)
  return page
}

/** The page of one lead, loaded only when somebody is about to open one. */
export function LeadPage() {
  const features = useFeatures()
  const Page = pages.get(features) ?? pageWith(features)
  return <Page />
}
