import Card from '@mui/material/Card'
import { useLeadCounts } from './counts.ts'
import { NoLeads } from './NoLeads.tsx'

/** The first thing to do in a company without leads; nothing in the others. */
export function FirstLead() {
  const { data: counts } = useLeadCounts()
  if (counts?.total !== 0) return null
  return (
    <Card component="section">
      <NoLeads />
    </Card>
  )
}
