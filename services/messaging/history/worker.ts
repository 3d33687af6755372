import { sql } from 'kysely'
import { type Handler, on } from '../../core/handlers.ts'
import { deleteWhere, inPortions, past } from '../../core/tidy.ts'
import { bringPast, moveKnown } from './bring.ts'
import { pastBrought, pastKnown } from './jobs.ts'
import { keptDays } from './rules.ts'
import type {} from './tables.ts'

export const handlers: readonly Handler[] = [
  on(pastKnown, ({ companyId, channelId, contacts }, { db }) => moveKnown(db, { companyId, channelId }, contacts)),
  on(pastBrought, (job, { db }) => bringPast(db, job))
]

export const tidy = {
  pastMessages: inPortions(deleteWhere('past_messages', sql`received_at < ${past(keptDays)}`)),
  pastNames: inPortions(deleteWhere('past_names', sql`received_at < ${past(keptDays)}`))
}
