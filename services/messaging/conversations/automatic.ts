import { sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import { publish } from '../../core/jobs.ts'
import { messagesQueued } from './jobs.ts'
import { announceConversation } from './queries.ts'
import type {} from './tables.ts'

type AutomaticText = { text: string; key: string; data: Record<string, unknown>; author: string; notBefore?: Date }

/**
 * Queues an automatic text within the open window, in the caller's transaction; once for a key. Returns false where the
 * window is closed, the channel is off, the person is blocked, or the key was used before.
 */
export async function queueText(
  trx: Trx,
  companyId: string,
  conversationId: string,
  { text, key, data, author, notBefore = new Date() }: AutomaticText
): Promise<boolean> {
  const { rows } = await sql<{ id: string; leadId: string; channelId: string }>`
    insert into messages (company_id, conversation_id, channel_id, lead_id, direction, kind, text, data, client_key, status,
      author_name, due_at, created_at)
    select c.company_id, c.id, c.channel_id, c.lead_id, 'out', 'text', ${text},
      ${JSON.stringify({ ...data, automatic: true })}::jsonb, ${key}, 'queued', ${author},
      greatest(now(), ${notBefore}::timestamptz), clock_timestamp()
    from conversations c join channels ch on ch.company_id = c.company_id and ch.id = c.channel_id
    where c.company_id = ${companyId} and c.id = ${conversationId} and c.blocked_at is null and ch.active
      and ch.problem is null and c.window_ends_at > greatest(now(), ${notBefore}::timestamptz)
    on conflict (company_id, conversation_id, client_key) where client_key is not null do nothing
    returning conversation_id as id, lead_id as "leadId", channel_id as "channelId"`.execute(trx)
  const [queued] = rows
  if (!queued) return false
  await announceConversation(trx, companyId, queued)
  await publish(trx, messagesQueued, { companyId, channelId: queued.channelId })
  return true
}
