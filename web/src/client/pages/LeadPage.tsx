import { LeadLoading } from '../../leads/LeadLoading.tsx'
import { loadLeadPage } from '../../leads/lazily.ts'
import { onDemand } from '../onDemand.tsx'

/** The page of one lead, which the list does without until somebody is about to open one. */
export const LeadPage = onDemand(async () => (await loadLeadPage()).LeadPage, <LeadLoading />)
