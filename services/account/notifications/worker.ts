import { sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import type { Schedule } from '../../core/features.ts'
import { inPortions, portionSize } from '../../core/tidy.ts'
import { sendDigests } from './digest.ts'
import { mailNotifications } from './gathered.ts'
import { notifyOfMailLimits } from './mailLimits.ts'

const every = 20_000

export const schedules: readonly Schedule[] = [
  {
    name: 'notification-mails',
    label: 'Enviar avisos por e-mail',
    every,
    run: ({ db, config }) => mailNotifications(db, config)
  },
  { name: 'digests', label: 'Enviar resumos do dia', every, run: ({ db, config }) => sendDigests(db, config) },
  { name: 'mail-limits', label: 'Avisar de limites de e-mail', every, run: ({ db }) => notifyOfMailLimits(db) }
]

/** Days for which notifications are kept, read and unread. */
const notificationDays = { read: 90, unread: 180 }

async function deleteNotifications(trx: Trx): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from notifications where (company_id, id) in (
      select company_id, id from notifications
      where created_at < now() - ${notificationDays.read} * interval '1 day'
        and (read_at is not null or created_at < now() - ${notificationDays.unread} * interval '1 day')
      limit ${portionSize})`.execute(trx)
  return Number(numAffectedRows)
}

export const tidy = { notifications: inPortions(deleteNotifications) }
