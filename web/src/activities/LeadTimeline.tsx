import { Panel } from '../client/parts/Panel.tsx'
import { ActivityList } from './ActivityList.tsx'
import { useActivities } from './api.ts'

const limit = 50

/** What happened with one lead. */
export function LeadTimeline({ leadId }: { leadId: string }) {
  const activities = useActivities(leadId, limit)
  return (
    <Panel title="Atividades">
      <ActivityList activities={activities} />
    </Panel>
  )
}
