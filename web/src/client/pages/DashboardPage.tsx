import { RecentActivities } from '../../activities/RecentActivities.tsx'
import { UsagePanel } from '../../company/UsagePanel.tsx'
import { Dashboard } from '../../dashboard/Dashboard.tsx'
import { FirstLead } from '../../leads/FirstLead.tsx'
import { LeadCountTiles } from '../../leads/LeadCountTiles.tsx'

/** Which blocks the dashboard shows, and in which order. */
export function DashboardPage() {
  return (
    <Dashboard>
      <FirstLead />
      <LeadCountTiles />
      <UsagePanel />
      <RecentActivities />
    </Dashboard>
  )
}
