import type { Feature } from '../../core/features.ts'
import { audited } from './audit.ts'

export const integrations: Feature = {
  name: 'integrations',
  audited,
  routes: [() => import('./routes.ts')],
  pages: ['/admin/integrations'],
  worker: () => import('./worker.ts'),
  permissions: ['manage_integrations'],
  fieldNames: {
    apiKey: 'Chave de API',
    baseUrl: 'URL base',
    model: 'Modelo',
    monthlyTokenCap: 'Limite mensal de tokens'
  }
}
