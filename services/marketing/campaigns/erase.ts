import { sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import { type About, foundIn, holds } from '../../core/erasure.ts'

/**
 * Takes the people out of campaigns and keeps the counts. A filter that names one of them would find others without it,
 * so that it then finds nobody.
 */
export async function emptyRecipients(trx: Trx, { companyId, ids, emails, mentions }: About): Promise<number> {
  await sql`
    update campaigns set audience = jsonb_set(audience, '{filter}', '{"id":[]}'), version = version + 1
    where company_id = ${companyId} and ${foundIn('campaigns', mentions)}
      and ${holds(sql`audience::text`, mentions.terms)}`.execute(trx)
  const { numAffectedRows = 0n } = await sql`
    update campaign_recipients set lead_id = null, address = null, answer = null, entrant = null,
      reason = case when state in ('pending', 'deferred') then 'erased' else reason end,
      state = case when state in ('pending', 'deferred') then 'skipped' else state end
    where company_id = ${companyId} and (lead_id = any (${[...ids]}::text[]) or address = any (${[...emails]}::text[])
      or ${foundIn('campaign_recipients', mentions)} and ${holds(sql`answer`, mentions.terms)})`.execute(trx)
  return Number(numAffectedRows)
}
