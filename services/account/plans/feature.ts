import type { Feature } from '../../core/features.ts'
import { audited } from './audit.ts'

export const plans: Feature = {
  name: 'plans',
  audited,
  routes: [() => import('./routes.ts')],
  permissions: ['manage_billing'],
  fieldNames: {
    highlights: 'Destaques',
    limitations: 'Limitações',
    priceCents: 'Preço',
    leadsPerMonth: 'Leads por mês',
    users: 'Usuários'
  }
}
