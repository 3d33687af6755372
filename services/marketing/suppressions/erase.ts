import { sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import { type About, foundIn, holds } from '../../core/erasure.ts'

/** Keeps the hash alone, so that a person who was erased is not written to when the company gets the address again. */
export async function emptySuppressions(trx: Trx, { companyId, ids, emails, mentions }: About): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update suppressions set contact = null, lead_id = null, note = '', lifted_reason = null
    where company_id = ${companyId} and (lead_id = any (${[...ids]}::text[]) or contact = any (${[...emails]}::text[])
      or ${foundIn('suppressions', mentions)}
        and ${holds(sql`concat_ws(' ', note, lifted_reason)`, mentions.terms)})`.execute(trx)
  return Number(numAffectedRows)
}
