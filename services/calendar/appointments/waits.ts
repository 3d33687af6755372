import { tooLong, type Wait } from '../../core/waits.ts'
import { guestsDue } from './jobs.ts'

export const waits: readonly Wait[] = [
  {
    name: 'guests',
    label: 'avisos a convidados',
    states: {},
    overdue: `select distinct jsonb_build_object('companyId', company_id, 'appointmentId', appointment_id) as data
      from appointment_guests
      where due_at < now() - ${tooLong} and coalesce(claimed_until < now() - ${tooLong}, true)`,
    job: guestsDue
  }
]
