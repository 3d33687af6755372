import PrivacyIcon from '@mui/icons-material/GppGoodOutlined'
import type { Feature } from '../../shell/features.ts'
import { pageOnDemand } from '../../ui/pageOnDemand.tsx'

const needs = 'manage_privacy'

export const privacy: Feature = {
  name: 'privacy',
  pages: [
    { path: '/privacy-requests', Page: pageOnDemand(() => import('./PrivacyPage.tsx')), needs },
    {
      path: '/privacy-requests/certificates/:number',
      Page: pageOnDemand(() => import('./CertificatePage.tsx')),
      needs
    },
    { path: '/privacy-requests/:id', Page: pageOnDemand(() => import('./RequestPage.tsx')), needs }
  ],
  menu: [{ under: 'Empresa', to: '/privacy-requests', label: 'Privacidade', icon: <PrivacyIcon />, needs }]
}
