import type { Feature } from '../core/features.ts'

export const scores: Feature = {
  name: 'scores',
  routes: [() => import('./routes.ts')],
  worker: () => import('./worker.ts'),
  tables: {
    score_models: 'modelo de pontuação'
  }
}
