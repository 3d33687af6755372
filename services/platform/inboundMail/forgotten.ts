import { sql } from 'kysely'

/** The assignments that leave of a row of `inbound_mails` the arrival of a mail, and nothing of its content. */
export const forgotten = sql`raw = null, sender = null, sender_name = null, subject = null, recipients = '{}',
  envelope_from = null, peer = null, decided_at = coalesce(decided_at, now())`
