import type { Feature } from '../../core/features.ts'
import { audited } from './audit.ts'
import { importChecked, importConfirmed, importUndone } from './jobs.ts'
import { waits } from './waits.ts'

export const imports: Feature = {
  name: 'imports',
  audited,
  routes: [() => import('./routes.ts'), () => import('./columnFieldRoutes.ts')],
  pages: ['/leads/import/:id'],
  worker: () => import('./worker.ts'),
  waits,
  jobs: [importChecked, importConfirmed, importUndone],
  queues: { imports: 'Importações e exportações' },
  permissions: ['import_leads'],
  places: [
    {
      table: 'import_rows',
      columns: ['lead_id', 'planned_lead'],
      label: 'linhas de importação',
      empty: () => import('./erase.ts').then(({ emptyImportRows }) => emptyImportRows)
    }
  ],
  tables: {
    column_fields: 'campos feitos de colunas',
    imports: 'importações'
  },
  fieldNames: {
    origin: 'Origem da lista',
    originNote: 'Sobre a origem'
  }
}
