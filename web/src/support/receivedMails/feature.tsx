import MailIcon from '@mui/icons-material/MarkunreadMailboxOutlined'
import type { Feature } from '../../shell/features.ts'
import { pageOnDemand } from '../../ui/pageOnDemand.tsx'
import { OpenMails } from './OpenMails.tsx'

export const receivedMails: Feature = {
  name: 'receivedMails',
  pages: [
    { path: '/mails-in', Page: pageOnDemand(() => import('./ReceivedMailsPage.tsx')) },
    { path: '/mails-in/:id', Page: pageOnDemand(() => import('./ReceivedMailPage.tsx')) }
  ],
  menu: [
    {
      under: 'Clientes',
      to: '/admin/mails-in',
      label: 'E-mails',
      letter: 'm',
      icon: <MailIcon />,
      count: <OpenMails />
    }
  ],
  refreshes: [{ key: 'received-mails', on: ['inbound-mails-changed'] }]
}
