import { FoldedPanel } from '../../ui/FoldedPanel.tsx'
import { ActivityList } from './ActivityList.tsx'
import { useActivities } from './api.ts'

/** The latest activities of the company. */
export const RecentActivities = () => (
  <FoldedPanel name="activities" title="Atividades recentes">
    <Latest />
  </FoldedPanel>
)

/** Asked for when its turn has come to be drawn. */
const Latest = () => <ActivityList activities={useActivities()} linked />
