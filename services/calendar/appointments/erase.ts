import { sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import { type About, foundIn, holds } from '../../core/erasure.ts'
import type {} from './tables.ts'

/** Deletes the appointments of the leads, and removes the people from those that others booked for them. */
export async function deleteAppointments(trx: Trx, { companyId, ids, mentions }: About): Promise<number> {
  const words = sql`concat_ws(' ', guest_email, guest_phone, message, answers::text, refused_by, proposed_by)`
  const { rows } = await sql<{ id: string }>`
    update appointments set guest_name = null, guest_email = null, guest_phone = null, message = null, answers = '[]',
      refused_by = null, proposed_by = null
    where company_id = ${companyId} and ${foundIn('appointments', mentions)} and ${holds(words, mentions.terms)}
    returning id`.execute(trx)
  const booked = rows.map(({ id }) => id)
  if (booked.length > 0) {
    // The history and the notices of such an appointment name its guest.
    await sql`
      update activities set description = regexp_replace(description, '[.] Quem vem: .*$', '')
      where company_id = ${companyId} and appointment_id = any (${booked}::text[])`.execute(trx)
    await sql`
      delete from notifications where company_id = ${companyId}
        and substring(link from 'compromisso=([0-9a-f]{24})') = any (${booked}::text[])`.execute(trx)
  }
  const { numAffectedRows = 0n } = await sql`
    delete from appointments where company_id = ${companyId} and lead_id = any (${[...ids]}::text[])`.execute(trx)
  return Number(numAffectedRows)
}
