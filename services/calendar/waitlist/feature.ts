import type { Feature } from '../../core/features.ts'

export const waitlist: Feature = {
  name: 'waitlist',
  routes: [() => import('./routes.ts')],
  worker: () => import('./worker.ts'),
  places: [{ table: 'appointment_waits', columns: ['lead_id'], label: 'lista de espera de horários' }]
}
