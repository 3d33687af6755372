import type { Feature } from '../../shell/features.ts'

export const templates: Feature = {
  name: 'templates',
  refreshes: [{ key: 'templates', on: ['templates-changed', 'channel-changed'] }]
}
