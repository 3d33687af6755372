import type { Schedule } from '../../core/features.ts'
import { resealAccounts } from './accounts.ts'
import { syncCaldav } from './sync.ts'

export const schedules: readonly Schedule[] = [
  { name: 'caldav', label: 'Agendas conectadas por CalDAV', every: 60_000, run: services => syncCaldav(services) }
]

export const reseal = resealAccounts
