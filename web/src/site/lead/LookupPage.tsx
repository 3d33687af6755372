import type { PageProps } from '../page.ts'
import { CompanyLookup } from './CompanyLookup.tsx'
import { LeadPage } from './LeadPage.tsx'

/** The public form where the address names no company: it is asked for first. */
export const LookupPage = ({ page }: PageProps) => <LeadPage page={page} Lookup={CompanyLookup} />
