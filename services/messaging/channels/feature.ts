import type { Feature } from '../../core/features.ts'
import { audited } from './audit.ts'
import { events } from './events.ts'
import { channelConnected, deliveriesReceived } from './jobs.ts'

export const channels: Feature = {
  name: 'channels',
  audited,
  // The way to connect an account at Instagram is of that kind alone.
  routes: [() => import('./routes.ts'), () => import('./instagram/routes.ts')],
  worker: () => import('./worker.ts'),
  jobs: [deliveriesReceived, channelConnected],
  queues: { deliveries: 'Avisos da Meta' },
  events,
  permissions: ['manage_channels', 'send_messages'],
  tables: {
    channels: 'canais',
    delivery_outcomes: 'contagens do que os canais contaram',
    portfolio_people: 'pessoas que contam no limite de envio'
  },
  fieldNames: {
    phoneNumberId: 'Número (phone number id)',
    wabaId: 'Conta do WhatsApp Business',
    accountId: 'Conta do Instagram',
    token: 'Token de acesso',
    appSecret: 'Chave secreta do aplicativo',
    verifyToken: 'Token de verificação',
    businessHours: 'Horário de atendimento',
    awayMessage: 'Mensagem fora do horário',
    confirmsReading: 'Confirmar leitura'
  }
}
