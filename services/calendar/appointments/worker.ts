import type { Schedule } from '../../core/features.ts'
import { on } from '../../core/handlers.ts'
import { resealAddresses } from './external.ts'
import { readExternalCalendars } from './externalReading.ts'
import { notifyDueGuests, notifyGuests } from './guests.ts'
import { guestsDue } from './jobs.ts'
import { guestAnswers } from './mailAnswers.ts'

export const handlers = [
  on(guestsDue, ({ companyId, appointmentId }, context) => notifyGuests(context, companyId, appointmentId))
]

export const schedules: readonly Schedule[] = [
  { name: 'guest-mails', label: 'Avisar e lembrar convidados', every: 20_000, run: notifyDueGuests },
  {
    name: 'external-calendars',
    label: 'Ler agendas externas',
    every: 60_000,
    run: context => readExternalCalendars(context)
  }
]

export const mailClaims = [guestAnswers]

export const reseal = resealAddresses
