import { tooLong, type Wait } from '../../core/waits.ts'
import { accountMailQueued, mailQueued } from './jobs.ts'

/** Guests get theirs by the schedule that knows what each was notified of. */
export const waits: readonly Wait[] = [
  {
    name: 'mails',
    label: 'e-mails',
    states: { 'mails.status': ['queued'] },
    overdue: `select jsonb_build_object('companyId', company_id, 'mailId', id) as data from mails
      where status = 'queued' and created_at < now() - ${tooLong} and job_id not like 'appointment %'`,
    job: mailQueued,
    wanted: ({ smtpUrl }) => smtpUrl !== undefined
  },
  {
    name: 'accountMails',
    label: 'e-mails de conta',
    states: { 'account_mails.status': ['queued'] },
    overdue: `select jsonb_build_object('mailId', id) as data from account_mails
      where status = 'queued' and created_at < now() - ${tooLong}`,
    job: accountMailQueued,
    wanted: ({ smtpUrl }) => smtpUrl !== undefined
  }
]
