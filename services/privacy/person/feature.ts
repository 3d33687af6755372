import type { Feature } from '../../core/features.ts'

export const person: Feature = {
  name: 'person',
  routes: [() => import('./routes.ts')],
  worker: () => import('./worker.ts'),
  places: [{ table: 'person_accesses', columns: ['lead_id'], label: 'acessos à página Meus dados' }]
}
