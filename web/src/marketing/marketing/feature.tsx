import MailIcon from '@mui/icons-material/MailOutlined'
import type { Feature } from '../../shell/features.ts'
import { pageOnDemand } from '../../ui/pageOnDemand.tsx'

export const marketing: Feature = {
  name: 'marketing',
  pages: [
    {
      path: '/email',
      Page: pageOnDemand(() => import('./EmailPage.tsx')),
      needs: ['send_email', 'manage_channels']
    }
  ],
  menu: [{ under: 'Atendimento', to: '/email', label: 'E-mail', icon: <MailIcon />, needs: 'send_email' }],
  refreshes: [{ key: 'sender', on: ['sender-changed'] }]
}
