import DashboardIcon from '@mui/icons-material/SpaceDashboardOutlined'
import { Navigate } from 'react-router-dom'
import type { Feature } from '../../shell/features.ts'
import { Dashboard } from './Dashboard.tsx'
import { ownBlocks } from './ownBlocks.tsx'

export const dashboard: Feature = {
  name: 'dashboard',
  pages: [
    { path: '/', Page: () => <Navigate to="/dashboard" replace /> },
    { path: '/dashboard', Page: Dashboard }
  ],
  menu: [{ under: 'Início', to: '/dashboard', label: 'Painel', frequent: true, letter: 'p', icon: <DashboardIcon /> }],
  blocks: ownBlocks
}
