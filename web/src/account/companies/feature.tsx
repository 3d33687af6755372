import CompanyIcon from '@mui/icons-material/BusinessOutlined'
import type { Feature } from '../../shell/features.ts'
import { pageOnDemand } from '../../ui/pageOnDemand.tsx'
import { UsagePanel } from './UsagePanel.tsx'

export const company: Feature = {
  name: 'company',
  pages: [{ path: '/company', Page: pageOnDemand(() => import('./CompanyPage.tsx')) }],
  commands: () => ({
    pages: [{ key: '/company', to: '/company', label: 'Empresa', icon: <CompanyIcon />, words: 'plano uso dados cnpj' }]
  }),
  blocks: [{ name: 'usage', label: 'Uso do plano', Block: UsagePanel, after: 'charts', beforeLeads: true }],
  refreshes: [{ key: 'usage', on: ['lead-created', 'leads-released', 'team-changed'] }]
}
