import { sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import type { Context } from '../../core/handlers.ts'
import { publish } from '../../core/jobs.ts'
import { adapters, kindsWith } from '../channels/adapters.ts'
import { isProviderError } from '../channels/errors.ts'
import type { Channel } from '../channels/queries.ts'
import { answerBegun } from './jobs.ts'

/** Channels show for some 25 seconds that somebody is writing. */
const shownSeconds = 25
const everySeconds = 20

/**
 * Shows the person that somebody is answering, at most every so many seconds. Only where the company sends read
 * receipts: the channel's call does both.
 */
export async function noteTyping(trx: Trx, companyId: string, conversationId: string): Promise<void> {
  const { rows } = await sql`
    update conversations c set typing_told_at = now() from channels ch
    where c.id = ${conversationId} and c.channel = any (${kindsWith('showTyping')}::text[]) and c.window_ends_at > now()
      and coalesce(c.typing_told_at < now() - ${everySeconds} * interval '1 second', true)
      and ch.company_id = c.company_id and ch.id = c.channel_id
      and ch.confirms_reading and ch.active and ch.problem is null
    returning c.id`.execute(trx)
  if (rows.length > 0) await publish(trx, answerBegun, { companyId, conversationId })
}

/** Shows it, if it is still true. A failure is not retried: it is of the moment, and no message waits for it. */
export async function showTyping(
  { db, config, log }: Context,
  companyId: string,
  conversationId: string
): Promise<void> {
  const scope = { id: companyId, held: true, deleted: true }
  const last = await db.company(scope, trx => findUnanswered(trx, conversationId))
  if (!last) return
  const { externalId, channel } = last
  try {
    await adapters[channel.kind].showTyping?.({ config, channel }, externalId)
  } catch (error) {
    if (!isProviderError(error)) throw error
    log.info({ err: error, conversationId }, 'typing not shown')
  }
}

/** The person's last message, unless it was answered since somebody began to write, or that is too long ago. */
async function findUnanswered(
  trx: Trx,
  conversationId: string
): Promise<{ externalId: string; channel: Channel } | undefined> {
  const { rows } = await sql<{ externalId: string; channelId: string }>`
    select m.external_id as "externalId", c.channel_id as "channelId" from conversations c
    cross join lateral (select external_id from messages where company_id = c.company_id and conversation_id = c.id
      and direction = 'in' and external_id is not null order by created_at desc, id desc limit 1) as m
    where c.id = ${conversationId} and c.typing_told_at > now() - ${shownSeconds} * interval '1 second'
      and not exists (select from messages a where a.company_id = c.company_id and a.conversation_id = c.id
        and a.direction = 'out' and a.kind not in ('note', 'system') and a.created_at > c.typing_told_at)`.execute(trx)
  const [found] = rows
  if (!found) return undefined
  const channel = await trx
    .selectFrom('channels')
    .selectAll()
    .where('id', '=', found.channelId)
    .where('confirms_reading', '=', true)
    .where('active', '=', true)
    .where('problem', 'is', null)
    .executeTakeFirst()
  return channel && { externalId: found.externalId, channel }
}
