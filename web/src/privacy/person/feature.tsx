import ProfileIcon from '@mui/icons-material/PersonOutlined'
import type { Feature } from '../../shell/features.ts'
import { pageOnDemand } from '../../ui/pageOnDemand.tsx'
import { EmailBanner } from './EmailBanner.tsx'

export const profile: Feature = {
  name: 'profile',
  pages: [{ path: '/profile', Page: pageOnDemand(() => import('./ProfilePage.tsx')) }],
  commands: () => ({
    pages: [
      {
        key: '/profile',
        to: '/profile',
        label: 'Perfil',
        icon: <ProfileIcon />,
        words: 'conta senha sessões segurança'
      }
    ]
  }),
  Banner: EmailBanner
}
