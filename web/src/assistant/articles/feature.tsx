import AddIcon from '@mui/icons-material/Add'
import ArticlesIcon from '@mui/icons-material/MenuBookOutlined'
import type { Feature } from '../../shell/features.ts'
import { pageOnDemand } from '../../ui/pageOnDemand.tsx'

const ArticlePage = pageOnDemand(() => import('./ArticlePage.tsx'))
const needs = 'edit_system_settings'

export const articles: Feature = {
  name: 'articles',
  pages: [{ path: '/articles/new', Page: ArticlePage, needs }],
  resources: [{ name: 'articles', list: pageOnDemand(() => import('./ArticleList.tsx')), edit: ArticlePage, needs }],
  menu: [
    {
      under: 'Sistema',
      to: '/admin/articles',
      label: 'Base de conhecimento',
      shortLabel: 'Artigos',
      letter: 'b',
      icon: <ArticlesIcon />,
      needs
    }
  ],
  commands: ({ may }) => ({
    actions: may(needs)
      ? [{ key: 'new article', to: '/admin/articles/new', label: 'Novo artigo', icon: <AddIcon /> }]
      : []
  })
}
