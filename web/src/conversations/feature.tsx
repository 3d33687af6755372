import ConversationsIcon from '@mui/icons-material/ForumOutlined'
import type { Feature } from '../shell/features.ts'
import { pageOnDemand } from '../ui/pageOnDemand.tsx'

export const conversations: Feature = {
  name: 'conversations',
  resources: [
    {
      name: 'conversations',
      list: pageOnDemand(() => import('./ConversationList.tsx')),
      edit: pageOnDemand(() => import('./ConversationPage.tsx'))
    }
  ],
  menu: [
    { under: 'Clientes', to: '/admin/conversations', label: 'Conversas', letter: 'v', icon: <ConversationsIcon /> }
  ]
}
