import type { Feature } from '../shell/features.ts'
import { pageOnDemand } from '../ui/pageOnDemand.tsx'

/** Has no entry in the menu: the inbox of a demonstration leads to it. */
export const phone: Feature = {
  name: 'phone',
  pages: [{ path: '/demo/telefone', Page: pageOnDemand(() => import('./PhonePage.tsx')) }]
}
