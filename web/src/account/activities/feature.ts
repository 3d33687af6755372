import type { Feature } from '../../shell/features.ts'
import { RecentActivities } from './RecentActivities.tsx'

export const activities: Feature = {
  name: 'activities',
  blocks: [
    { name: 'activities', label: 'Atividades recentes', Block: RecentActivities, after: 'usage', beforeLeads: true }
  ],
  refreshes: [{ key: 'activities', on: ['newActivityAdded'] }],
  announces: [
    { of: 'activity-created', as: 'newActivityAdded' },
    { of: 'lead-created', as: 'newActivityAdded' },
    { of: 'lead-returned', as: 'newActivityAdded' }
  ]
}
