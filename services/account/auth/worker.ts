import { sql } from 'kysely'
import { deleteWhere, inPortions, past } from '../../core/tidy.ts'
import { deleteOldLogs } from '../settings/logs.ts'
import { resealSecondFactors } from './secondFactor.ts'
import type {} from './tables.ts'

export const reseal = resealSecondFactors

export const tidy = {
  throttles: inPortions(deleteWhere('throttles', sql`resets_at < now()`)),
  sessions: inPortions(deleteWhere('sessions', sql`coalesce(ended_at, expires_at) < ${past(90)}`)),
  signIns: deleteOldLogs('sign_ins', 'at'),
  emailChanges: inPortions(deleteWhere('email_changes', sql`expires_at < now()`)),
  // Expired invitations are kept, since their senders still see them.
  links: inPortions(deleteWhere('account_links', sql`expires_at < ${past(30)} and kind <> 'invitation'`))
}
