import type { Feature } from '../../core/features.ts'

export const consents: Feature = {
  name: 'consents',
  routes: [() => import('./routes.ts')],
  places: [{ table: 'consents', columns: ['lead_id'], label: 'consentimentos' }],
  fieldNames: {
    evidence: 'Comprovação'
  }
}
