import { sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import { publish } from '../../core/jobs.ts'
import { messagesQueued } from './jobs.ts'
import { advertising } from './link.ts'
import { announceConversation } from './queries.ts'
import { automaticAuthor } from './rules.ts'
import type {} from './tables.ts'

/**
 * Confirms once to people who asked in these conversations for no more advertising (`note_wish` in wishes.sql) that
 * they get none, and returns the ids of the conversations that are answered so. A refusal that came more than an hour
 * late gets no answer.
 */
export async function confirmStops(trx: Trx, companyId: string, conversationIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string; leadId: string; channelId: string }>`
    insert into messages (company_id, conversation_id, channel_id, lead_id, direction, kind, text, data, client_key,
      status, author_name, due_at)
    select distinct on (c.id) c.company_id, c.id, c.channel_id, c.lead_id, 'out', 'text',
      'Pronto: ' || co.name || ' não vai mais enviar ofertas por aqui. Se precisar de algo, é só escrever.',
      '{"automatic": true}', 'stop ' || w.id, 'queued', ${automaticAuthor}, now()
    from conversations c
    join channels ch on ch.company_id = c.company_id and ch.id = c.channel_id
    join companies co on co.id = c.company_id
    join consents w on w.company_id = c.company_id and w.lead_id = c.lead_id
    where c.company_id = ${companyId} and c.id = any (${[...conversationIds]}::text[]) and c.channel = any (${advertising}::text[])
      and ch.active and ch.problem is null and c.window_ends_at > now()
      and w.purpose = 'advertising' and not w.granted and w.decided_at > now() - interval '1 hour'
      and w.evidence like 'Respondeu %'
    order by c.id, w.decided_at desc
    on conflict (company_id, conversation_id, client_key) where client_key is not null do nothing
    returning conversation_id as id, lead_id as "leadId", channel_id as "channelId"`.execute(trx)
  for (const conversation of rows) await announceConversation(trx, companyId, conversation)
  for (const channelId of new Set(rows.map(row => row.channelId)))
    await publish(trx, messagesQueued, { companyId, channelId })
  return rows.map(({ id }) => id)
}
