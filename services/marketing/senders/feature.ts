import type { Feature } from '../../core/features.ts'
import { audited } from './audit.ts'
import { events } from './events.ts'

export const senders: Feature = {
  name: 'senders',
  audited,
  routes: [() => import('./routes.ts')],
  worker: () => import('./worker.ts'),
  events,
  tables: { email_senders: 'remetente de e-mails', email_sender_keys: 'chaves do remetente de e-mails' },
  fieldNames: {
    replyTo: 'Responder para',
    host: 'Servidor',
    port: 'Porta',
    tls: 'Segurança',
    user: 'Usuário',
    spfInclude: 'Domínio do SPF',
    perSecond: 'E-mails por segundo',
    perHour: 'E-mails por hora',
    perDay: 'E-mails por dia',
    tracking: 'Contar cliques e aberturas',
    to: 'Enviar para'
  }
}
