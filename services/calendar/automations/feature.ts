import type { Feature } from '../../core/features.ts'
import { audited } from './audit.ts'
import { buttonPressed } from './jobs.ts'

/**
 * The automatic messages by WhatsApp. They stand in the calendar, since two of the four are about appointments and
 * their buttons act on these; the others need nothing that comes later.
 */
export const automations: Feature = {
  name: 'automations',
  audited,
  routes: [() => import('./routes.ts')],
  worker: () => import('./worker.ts'),
  jobs: [buttonPressed],
  places: [{ table: 'automation_runs', columns: ['lead_id'], label: 'mensagens automáticas' }],
  tables: { automations: 'configuração de mensagens automáticas' },
  fieldNames: { minutes: 'Minutos' }
}
