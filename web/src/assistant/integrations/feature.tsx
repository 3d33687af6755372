import IntegrationsIcon from '@mui/icons-material/ExtensionOutlined'
import type { Feature } from '../../shell/features.ts'
import { pageOnDemand } from '../../ui/pageOnDemand.tsx'

const needs = 'manage_integrations'

export const integrations: Feature = {
  name: 'integrations',
  pages: [{ path: '/integrations', Page: pageOnDemand(() => import('./IntegrationsPage.tsx')), needs }],
  menu: [
    {
      under: 'Sistema',
      to: '/admin/integrations',
      label: 'Integrações',
      letter: 'i',
      icon: <IntegrationsIcon />,
      needs
    }
  ]
}
