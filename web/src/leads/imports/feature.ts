import type { Feature } from '../../shell/features.ts'
import { pageOnDemand } from '../../ui/pageOnDemand.tsx'

const ImportPage = pageOnDemand(() => import('./ImportPage.tsx'))

export const imports: Feature = {
  name: 'imports',
  pages: ['/leads/import', '/leads/import/:id'].map(path => ({ path, Page: ImportPage, needs: 'import_leads' }))
}
