import type { Feature } from '../../core/features.ts'
import { audited } from './audit.ts'

/** The prices of the provider, and the costs of what companies send. */
export const prices: Feature = {
  name: 'prices',
  audited,
  routes: [() => import('./routes.ts')],
  worker: () => import('./worker.ts'),
  pages: ['/admin/whatsapp-prices'],
  tables: { message_costs: 'custos de mensagens', whatsapp_spending: 'limite de gastos do WhatsApp' },
  fieldNames: {
    market: 'Mercado',
    currency: 'Moeda',
    from: 'Vale desde',
    source: 'Fonte',
    prices: 'Preços',
    csv: 'Tabela',
    micros: 'Limite'
  }
}
