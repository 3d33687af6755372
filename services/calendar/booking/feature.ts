import type { Feature } from '../../core/features.ts'

export const booking: Feature = {
  name: 'booking',
  routes: [() => import('./routes.ts')],
  tables: { booking_pages: 'página de agendamento' },
  fieldNames: {
    confirms: 'Confirmação automática',
    welcome: 'Texto de boas-vindas'
  }
}
