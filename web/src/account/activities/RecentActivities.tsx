import { ActivityList } from './ActivityList.tsx'
import { useActivities } from './api.ts'

/** What happened last in the company. */
export const RecentActivities = () => <ActivityList activities={useActivities()} linked />
