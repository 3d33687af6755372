import { sql } from 'kysely'

/** The assignments by which a row of `inbound_mails` keeps that a mail came, and nothing of what it said. */
export const forgotten = sql`raw = null, sender = null, sender_name = null, subject = null, recipients = '{}',
  envelope_from = null, peer = null, decided_at = coalesce(decided_at, now())`
