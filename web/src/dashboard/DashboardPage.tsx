import { RecentActivities } from '../activities/RecentActivities.tsx'
import { UsagePanel } from '../companies/UsagePanel.tsx'
import { Dashboard } from './Dashboard.tsx'

/** The dashboard with the blocks that other features bring to it. */
export const DashboardPage = () => <Dashboard usage={<UsagePanel />} activities={<RecentActivities />} />
