import { createContext, useContext } from 'react'
import type { LeadDetail } from '../../../../../services/leads/leads/pageSchema.ts'

const LeadContext = createContext<LeadDetail | null>(null)

/** Gives the lead of the page to its parts. */
export const LeadProvider = LeadContext.Provider

/** The lead of the page; null outside of one. */
export const useLeadOfPage = (): LeadDetail | null => useContext(LeadContext)

/** The lead of the page that the component is a part of. */
export function useShownLead(): LeadDetail {
  const lead = useLeadOfPage()
  if (!lead) throw new Error('useShownLead outside of the page of a lead')
  return lead
}
