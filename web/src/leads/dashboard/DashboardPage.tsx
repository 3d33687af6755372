import { RecentActivities } from '../../account/activities/RecentActivities.tsx'
import { UsagePanel } from '../../account/companies/UsagePanel.tsx'
import { Dashboard } from './Dashboard.tsx'
import { Theme } from './Theme.tsx'

/** The dashboard with the blocks that other features bring to it. */
export const DashboardPage = () => (
  <Dashboard
    usage={<UsagePanel />}
    activities={
      <Theme name="activities" title="Atividades recentes">
        <RecentActivities />
      </Theme>
    }
  />
)
