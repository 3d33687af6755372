import { sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import { AppError } from '../../core/errors.ts'
import { channelKinds, channelRules } from '../channels/rules.ts'
import type {} from './tables.ts'

/** The channels that carry advertising, which people refuse there. */
export const advertising = channelKinds.filter(kind => channelRules[kind].advertising !== null)

/**
 * Gives a conversation to another lead, with all that was said and the addresses that it came from, so that what the
 * person writes next comes there too; giving it back undoes that. Returns the lead's name. Throws 404 for a lead that
 * the caller does not see.
 */
export async function linkConversation(trx: Trx, id: string, leadId: string): Promise<string> {
  const lead = await trx.selectFrom('leads').select('name').where('id', '=', leadId).executeTakeFirst()
  if (!lead) throw new AppError('notFound', 'Lead não encontrado')
  await sql`
    select carry_wish(c.company_id, c.lead_id, ${leadId}) from conversations c
    where c.id = ${id} and c.channel = any (${advertising}::text[])`.execute(trx)
  await sql`
    update contact_identities i set lead_id = ${leadId} from conversations c
    where c.id = ${id} and i.company_id = c.company_id and i.lead_id = c.lead_id
      and (i.conversation_id = c.id or (i.kind = c.contact_kind and i.value = c.contact))`.execute(trx)
  await trx.updateTable('messages').set({ lead_id: leadId }).where('conversation_id', '=', id).execute()
  await trx.updateTable('conversations').set({ lead_id: leadId }).where('id', '=', id).execute()
  return lead.name
}
