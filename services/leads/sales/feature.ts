import type { Feature } from '../../core/features.ts'
import { audited } from './audit.ts'

export const sales: Feature = {
  name: 'sales',
  routes: [() => import('./routes.ts')],
  pages: ['/sales'],
  audited,
  places: [
    {
      table: 'sales',
      columns: ['lead_id'],
      label: 'vendas, sem o nome',
      empty: () => import('./erase.ts').then(({ forgetBuyers }) => forgetBuyers)
    }
  ],
  tables: {
    sales_months: 'meses de vendas',
    sales_settings: 'fechamento das vendas',
    sales_targets: 'metas de vendas'
  },
  fieldNames: {
    soldOn: 'Data da venda',
    expectedOn: 'Previsão de fechamento',
    closingDay: 'Dia do fechamento',
    cents: 'Valor',
    owners: 'Metas por pessoa'
  }
}
