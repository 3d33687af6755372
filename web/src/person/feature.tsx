import ProfileIcon from '@mui/icons-material/PersonOutlined'
import type { Feature } from '../shell/features.ts'
import { EmailBanner } from './EmailBanner.tsx'
import { ProfilePage } from './ProfilePage.tsx'

export const profile: Feature = {
  name: 'profile',
  pages: [{ path: '/profile', Page: ProfilePage }],
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
