import { sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import { type About, foundIn, holds } from '../../core/erasure.ts'

/**
 * Deletes the team's conversations with the assistant in which the person is mentioned: free text may describe them in
 * words that no search finds. Returns how many.
 */
export async function deleteTalks(trx: Trx, { companyId, ids, mentions }: About): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from chat_sessions s where s.company_id = ${companyId} and (
      exists (select from chat_proposals p where p.company_id = ${companyId} and p.session_id = s.id and (
        p.lead_id = any (${[...ids]}::text[]) or ${foundIn('chat_proposals', mentions, 'p')} and exists (
          select from unnest(${[...ids]}::text[]) as id where strpos(p.options::text, id) > 0)))
      or exists (select from chat_messages m where m.session_id = s.id and ${foundIn('chat_messages', mentions, 'm')}
        and ${holds(sql`concat_ws(' ', m.message, m.response)`, mentions.terms)}))`.execute(trx)
  return Number(numAffectedRows)
}

/** A visitor's conversation belongs to no company, only its lead does. */
export async function deleteVisitorTalks(trx: Trx, { ids }: About): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from chat_sessions where lead_id = any (${[...ids]}::text[])`.execute(trx)
  return Number(numAffectedRows)
}
