import InstagramIcon from '@mui/icons-material/Instagram'
import WhatsAppIcon from '@mui/icons-material/WhatsApp'
import type { Feature } from '../shell/features.ts'
import { pageOnDemand } from '../ui/pageOnDemand.tsx'
import { UnreadMark } from './UnreadMark.tsx'

const InboxPage = pageOnDemand(() => import('./InboxPage.tsx'))

export const inbox: Feature = {
  name: 'inbox',
  // The list stays as it is while one conversation after another is opened.
  pages: [
    { path: '/whatsapp', Page: InboxPage, stays: true },
    { path: '/whatsapp/:id', Page: InboxPage, stays: true },
    { path: '/instagram-messages', Page: InboxPage, stays: true },
    { path: '/instagram-messages/:id', Page: InboxPage, stays: true }
  ],
  menu: [
    {
      under: 'Atendimento',
      to: '/whatsapp',
      label: 'WhatsApp',
      frequent: true,
      letter: 'w',
      icon: (
        <UnreadMark channel="whatsapp">
          <WhatsAppIcon />
        </UnreadMark>
      )
    },
    {
      under: 'Atendimento',
      to: '/instagram-messages',
      label: 'Instagram',
      letter: 'i',
      icon: (
        <UnreadMark channel="instagram">
          <InstagramIcon />
        </UnreadMark>
      )
    }
  ],
  refreshes: [
    { key: 'inbox', on: ['conversation-changed', 'lead-changed', 'leads-changed'] },
    { key: 'channels', on: ['channel-changed'] }
  ]
}
