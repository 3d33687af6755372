import type { Feature } from '../../core/features.ts'

export const dashboard: Feature = {
  name: 'dashboard',
  routes: [() => import('./routes.ts')],
  pages: ['/dashboard'],
  worker: () => import('./worker.ts'),
  tables: {
    dashboard_settings: 'preferências do painel',
    lead_day_totals: 'totais por dia',
    lead_days: 'contagens por dia',
    lead_months: 'contagens por mês'
  }
}
