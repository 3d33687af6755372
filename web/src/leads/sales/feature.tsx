import SalesIcon from '@mui/icons-material/PaidOutlined'
import type { Feature } from '../../shell/features.ts'
import { pageOnDemand } from '../../ui/pageOnDemand.tsx'
import { SalesPanel } from './SalesPanel.tsx'

export const sales: Feature = {
  name: 'sales',
  pages: [{ path: '/sales', Page: pageOnDemand(() => import('./SalesPage.tsx')) }],
  menu: [{ under: 'Atendimento', to: '/sales', label: 'Vendas', icon: <SalesIcon /> }],
  blocks: [{ name: 'sales', label: 'Vendidos', Block: SalesPanel, after: 'figures', onPaper: true }]
}
