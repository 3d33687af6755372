import { tooLong, type Wait } from '../../core/waits.ts'
import { mailsReceived } from './jobs.ts'

export const waits: readonly Wait[] = [
  {
    name: 'inboundMails',
    label: 'e-mails recebidos',
    states: { 'inbound_mails.state': ['waiting'] },
    overdue: `select jsonb_build_object('mailIds', jsonb_build_array(id)) as data from inbound_mails
      where state = 'waiting' and received_at < now() - ${tooLong}`,
    job: mailsReceived
  }
]
