import TaskIcon from '@mui/icons-material/TaskAltOutlined'
import type { Feature } from '../../shell/features.ts'
import { pageOnDemand } from '../../ui/pageOnDemand.tsx'

export const tasks: Feature = {
  name: 'tasks',
  pages: [{ path: '/tasks', Page: pageOnDemand(() => import('./TasksPage.tsx')) }],
  menu: [{ under: 'Atendimento', to: '/tasks', label: 'Tarefas', frequent: true, letter: 't', icon: <TaskIcon /> }]
}
