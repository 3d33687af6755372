import type { Feature } from '../../core/features.ts'

export const caldav: Feature = {
  name: 'caldav',
  routes: [() => import('./routes.ts')],
  worker: () => import('./worker.ts'),
  tables: { caldav_accounts: 'contas de agendas (CalDAV)', caldav_entries: 'compromissos escritos em outras agendas' }
}
