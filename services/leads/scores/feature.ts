import type { Feature } from '../../core/features.ts'
import { audited } from './audit.ts'

export const scores: Feature = {
  name: 'scores',
  audited,
  routes: [() => import('./routes.ts')],
  worker: () => import('./worker.ts'),
  tables: {
    score_models: 'modelo de pontuação'
  }
}
