import type { Feature } from '../shell/features.ts'
import { pageOnDemand } from '../ui/pageOnDemand.tsx'

/** It has no entry in the menu while nothing can be sent from it. */
export const marketing: Feature = {
  name: 'marketing',
  pages: [
    {
      path: '/email',
      Page: pageOnDemand(() => import('./EmailPage.tsx')),
      needs: ['send_email', 'manage_channels']
    }
  ],
  refreshes: [{ key: 'sender', on: ['sender-changed'] }]
}
