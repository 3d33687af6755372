import type { Feature } from '../../core/features.ts'
import { audited } from './audit.ts'
import { requestAnswered } from './jobs.ts'

export const privacy: Feature = {
  name: 'privacy',
  audited,
  routes: [() => import('./routes.ts')],
  pages: ['/privacy-requests', '/privacy-requests/:id', '/privacy-requests/certificates/:number'],
  worker: () => import('./worker.ts'),
  jobs: [requestAnswered],
  permissions: ['manage_privacy'],
  places: [
    {
      table: 'privacy_requests',
      columns: ['id', 'lead_ids'],
      label: 'pedidos de privacidade',
      empty: () => import('./forget.ts').then(({ emptyRequests }) => emptyRequests)
    }
  ],
  tables: {
    erasure_certificates: 'certificados de exclusão',
    privacy_settings: 'configurações de privacidade'
  },
  fieldNames: {
    refusal: 'Motivo da recusa',
    retentionMonths: 'Prazo de guarda'
  }
}
