import { Panel } from '../ui/Panel.tsx'
import { ActivityList } from './ActivityList.tsx'
import { useActivities } from './api.ts'

/** What happened last in the company. */
export function RecentActivities() {
  const activities = useActivities()
  return (
    <Panel title="Atividades recentes">
      <ActivityList activities={activities} linked />
    </Panel>
  )
}
