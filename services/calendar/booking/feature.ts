import type { Feature } from '../../core/features.ts'

export const booking: Feature = {
  name: 'booking',
  routes: [() => import('./routes.ts')],
  tables: { booking_pages: 'página de agendamento', booking_old_slugs: 'endereços antigos da página de agendamento' },
  fieldNames: {
    slug: 'Endereço da página',
    confirms: 'Confirmação automática',
    welcome: 'Texto de boas-vindas'
  }
}
