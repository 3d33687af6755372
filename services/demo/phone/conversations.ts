import { sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import type { ChannelKind } from '../../messaging/channels/rules.ts'

/** The conversations with people who have one of these addresses, the latest first. */
export async function findConversations(
  trx: Trx,
  contacts: readonly string[]
): Promise<{ id: string; channel: ChannelKind; value: string }[]> {
  const { rows } = await sql<{ id: string; channel: ChannelKind; value: string }>`
    select c.id, c.channel, i.value from contact_identities i
    join conversations c on c.company_id = i.company_id and c.lead_id = i.lead_id
    join leads l on l.company_id = c.company_id and l.id = c.lead_id
    where i.value = any (${[...contacts]}::text[]) and i.given_up_at is null
    order by c.last_message_at desc limit 500`.execute(trx)
  return rows
}
