import BackupIcon from '@mui/icons-material/SaveOutlined'
import type { Feature } from '../../shell/features.ts'
import { pageOnDemand } from '../../ui/pageOnDemand.tsx'

const needs = 'manage_backups'

export const backups: Feature = {
  name: 'backups',
  pages: [{ path: '/backups', Page: pageOnDemand(() => import('./BackupsPage.tsx')), needs }],
  menu: [{ under: 'Sistema', to: '/admin/backups', label: 'Backups', letter: 'k', icon: <BackupIcon />, needs }]
}
