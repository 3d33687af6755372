import { user } from '../../core/session.ts'
import type { Feature } from '../../shell/features.ts'
import { Bell } from './Bell.tsx'

export const notifications: Feature = {
  name: 'notifications',
  refreshes: [
    {
      key: 'notifications',
      on: ['notification'],
      concerns: event => event.kind === 'notification' && event.employeeId === user()?.companyEmployee?.id
    }
  ],
  Tool: Bell
}
