import type { Feature } from '../../core/features.ts'
import { audited } from './audit.ts'
import { events } from './events.ts'
import { leadFields } from './fields.ts'
import { leadsCreated, leadsHeld, leadsReturned, leadsUnowned, limitsChanged } from './jobs.ts'

export const leads: Feature = {
  name: 'leads',
  audited,
  routes: [() => import('./routes.ts'), () => import('./pageRoutes.ts'), () => import('./trialRoutes.ts')],
  pages: ['/leads', '/leads/:id'],
  worker: () => import('./worker.ts'),
  jobs: [leadsCreated, leadsHeld, leadsReturned, leadsUnowned, limitsChanged],
  queues: { leads: 'Leads' },
  moments: {
    employeeLeaves: () => import('./owners.ts').then(({ handOver }) => handOver),
    usageCounted: () => import('./usage.ts').then(({ countLeadUsage }) => countLeadUsage)
  },
  events,
  permissions: ['edit_leads', 'assign_leads', 'delete_leads'],
  places: [
    { table: 'submissions', columns: ['lead_id'], label: 'envios de formulário' },
    { table: 'lead_addresses', columns: ['lead_id'], label: 'outros telefones e e-mails' },
    { table: 'lead_changes', columns: ['lead_id'], label: 'alterações de campos' },
    { table: 'leads', columns: ['id', 'merged_into'], label: 'leads' }
  ],
  tables: {
    lead_counts: 'contagens de leads',
    lead_facets: 'contagens por filtro',
    lead_usage: 'uso do plano'
  },
  fieldNames: {
    ...Object.fromEntries(Object.entries(leadFields).map(([name, { label }]) => [name, label])),
    consentGiven: 'Consentimento',
    leadIds: 'Leads',
    outcome: 'Resultado',
    owner: 'Responsável'
  }
}
