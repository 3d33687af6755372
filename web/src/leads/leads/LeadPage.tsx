import { onDemand } from '../../ui/onDemand.tsx'
import { LeadLoading } from './LeadLoading.tsx'
import { loadLeadPage } from './lazily.ts'

/** The page of one lead, which the list does without until somebody is about to open one. */
export const LeadPage = onDemand(async () => (await loadLeadPage()).LeadPage, <LeadLoading />)
