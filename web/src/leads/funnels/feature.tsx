import FunnelIcon from '@mui/icons-material/FilterAltOutlined'
import type { Feature } from '../../shell/features.ts'
import { pageOnDemand } from '../../ui/pageOnDemand.tsx'
import { FunnelsHost } from './FunnelsHost.tsx'

const needs = 'manage_funnels'

export const funnels: Feature = {
  name: 'funnels',
  pages: [{ path: '/funnels', Page: pageOnDemand(() => import('./FunnelsPage.tsx')), needs }],
  menu: [{ under: 'Empresa', to: '/funnels', label: 'Funis', icon: <FunnelIcon />, needs }],
  refreshes: [{ key: 'funnels', on: ['funnels-changed'] }],
  Companion: FunnelsHost
}
