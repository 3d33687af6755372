import type { Feature } from '../../core/features.ts'
import { audited } from './audit.ts'
import { events } from './events.ts'

export const funnels: Feature = {
  name: 'funnels',
  routes: [() => import('./routes.ts')],
  pages: ['/funnels'],
  audited,
  events,
  permissions: ['manage_funnels'],
  tables: {
    funnels: 'funis',
    funnel_steps: 'etapas dos funis'
  },
  fieldNames: {
    steps: 'Etapas',
    moves: 'Para onde vão os leads',
    chance: 'Chance',
    staleDays: 'Dias até ficar parado',
    required: 'Campos obrigatórios',
    funnelId: 'Funil'
  }
}
