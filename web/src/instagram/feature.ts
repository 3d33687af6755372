import type { Feature } from '../shell/features.ts'
import { InstagramPage } from './InstagramPage.tsx'

export const instagram: Feature = {
  name: 'instagram',
  pages: [{ path: '/instagram-messages', Page: InstagramPage }]
}
