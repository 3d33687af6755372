import type { Feature } from '../../shell/features.ts'

export const activities: Feature = {
  name: 'activities',
  refreshes: [{ key: 'activities', on: ['newActivityAdded'] }],
  announces: [
    { of: 'activity-created', as: 'newActivityAdded' },
    { of: 'lead-created', as: 'newActivityAdded' },
    { of: 'lead-returned', as: 'newActivityAdded' }
  ]
}
