import { sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import { readEmail } from '../../core/emails.ts'
import type {} from '../../leads/leads/tables.ts'
import type { Guest } from './guestFacts.ts'
import type { ReminderWay } from './rules.ts'
import type {} from './tables.ts'

export type Key = { companyId: string; appointmentId: string; leadId: string }

/** Minutes for which one worker has a guest: longer than a mail takes, however slow the server. */
const claimed = 10

/**
 * Takes a guest who is due; undefined where there is none, or another worker has one of the same appointment. Rows
 * with the same address are joined into one first, so another row may be returned.
 */
export async function claim(trx: Trx, { appointmentId, leadId }: Key): Promise<Guest | undefined> {
  const rows = await trx
    .selectFrom('appointment_guests')
    .selectAll()
    .select([sql<boolean>`due_at <= now()`.as('due'), sql<boolean>`claimed_until > now()`.as('taken')])
    .where('appointment_id', '=', appointmentId)
    .orderBy('lead_id')
    .forUpdate()
    .execute()
  const mine = rows.find(({ lead_id }) => lead_id === leadId)
  if (!mine?.due || rows.some(({ taken }) => taken)) return undefined
  return take(trx, rows.length > 1 ? await joined(trx, mine, rows) : mine)
}

/** Has this worker alone settle a guest for a while. */
export const take = (trx: Trx, { appointment_id, lead_id }: Guest): Promise<Guest> =>
  trx
    .updateTable('appointment_guests')
    .set({ claimed_until: sql<string>`now() + ${claimed} * interval '1 minute'` })
    .where('appointment_id', '=', appointment_id)
    .where('lead_id', '=', lead_id)
    .returningAll()
    .executeTakeFirstOrThrow()

/**
 * One row for all with the address of this guest, as two leads of one person have it: that of the appointment's own
 * guest, else the one that was notified last. An address would else hear of the same appointment that it is cancelled
 * and that it stands.
 */
async function joined(trx: Trx, mine: Guest, rows: readonly Guest[]): Promise<Guest> {
  const leads = await trx
    .selectFrom('leads')
    .select(['id', 'email'])
    .where(
      'id',
      'in',
      rows.map(({ lead_id }) => lead_id)
    )
    .execute()
  const addresses = new Map(leads.map(({ id, email }) => [id, email === null ? null : readEmail(email)]))
  const address = addresses.get(mine.lead_id)
  const same = address ? rows.filter(({ lead_id }) => addresses.get(lead_id) === address) : [mine]
  if (same.length === 1) return mine
  const { lead_id: current } = await trx
    .selectFrom('appointments')
    .select('lead_id')
    .where('id', '=', mine.appointment_id)
    .executeTakeFirstOrThrow()
  const toldAt = ({ told_at }: Guest) => (told_at === null ? 0 : Date.parse(told_at))
  const [newest = mine] = same.toSorted((a, b) => toldAt(b) - toldAt(a))
  const kept = same.find(({ lead_id }) => lead_id === current) ?? newest
  const others = same.filter(row => row !== kept)
  const mail = [kept, ...others].find(({ tries }) => tries > 0)
  await trx
    .deleteFrom('appointment_guests')
    .where('appointment_id', '=', mine.appointment_id)
    .where(
      'lead_id',
      'in',
      others.map(({ lead_id }) => lead_id)
    )
    .execute()
  return trx
    .updateTable('appointment_guests')
    .set({
      told: newest.told, // english: a column
      told_at: newest.told_at,
      reminded_for: newest.reminded_for,
      reminded_minutes: newest.reminded_minutes,
      invited: same.some(({ invited }) => invited),
      // A mail of the other row may have arrived.
      ...(mail && { mail_id: mail.mail_id, mail_says: mail.mail_says, tries: mail.tries }),
      changes: Math.max(...same.map(({ changes }) => changes)) + 1,
      due_at: mine.due_at
    })
    .where('appointment_id', '=', mine.appointment_id)
    .where('lead_id', '=', kept.lead_id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export type NewState = {
  told: string // english: a column
  told_at: Date | null
  reminded_for: string
  reminded_minutes: number
  reminded_by: ReminderWay
  reminder_note: string | null
  mail_id: string | null
  mail_says: string | null
  tries: number
  invited: boolean
}

/**
 * Ends a worker's turn with a guest. Changes meanwhile are due at once. After a mail nothing is noted where another
 * worker, believing this one dead, has settled it.
 */
export const release = (
  trx: Trx,
  guest: Guest,
  dueAt: Date | null,
  { mail, ...set }: Partial<NewState> & { mail?: string } = {}
) =>
  trx
    .updateTable('appointment_guests')
    .set({
      ...set,
      claimed_until: null,
      due_at: sql<string | null>`case when changes = ${guest.changes} then ${dueAt}::timestamptz else now() end`
    })
    .where('appointment_id', '=', guest.appointment_id)
    .where('lead_id', '=', guest.lead_id)
    .$if(mail !== undefined, query => query.where('mail_id', '=', mail ?? ''))
    .execute()
