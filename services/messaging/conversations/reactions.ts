import { sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import { AppError, invalid } from '../../core/errors.ts'
import type { Context } from '../../core/handlers.ts'
import { publish } from '../../core/jobs.ts'
import { adapters } from '../channels/adapters.ts'
import { isProviderError, passes, RefusedError } from '../channels/errors.ts'
import type { Channel } from '../channels/queries.ts'
import { type ChannelKind, channelNames, channelRules } from '../channels/rules.ts'
import type { IdentityKind } from '../channels/updates.ts'
import { refuseClosed } from './closed.ts'
import { reactionChanged } from './jobs.ts'
import { findMessage } from './messages.ts'
import { announceConversation, findConversation } from './queries.ts'
import { windowOf } from './rules.ts'
import type { Message } from './schema.ts'
import { stop } from './sending.ts'
import type {} from './tables.ts'

/**
 * Puts the company's reaction to a message of the person, or takes it back with null, and returns the message. Throws
 * 404 for a message that the caller does not see, 400 for a sign that the channel does not take, and 409 where the
 * channel sends nothing now.
 */
export async function react(
  trx: Trx,
  companyId: string,
  conversationId: string,
  messageId: string,
  emoji: string | null
): Promise<Message> {
  const conversation = await findConversation(trx, conversationId)
  const { channel } = conversation
  const target = await trx
    .selectFrom('messages')
    .select(['external_id', 'channel_id'])
    .where('conversation_id', '=', conversationId)
    .where('id', '=', messageId)
    .where('direction', '=', 'in')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!target?.external_id) throw new AppError('notFound', 'A mensagem não está mais aqui.')
  if (emoji !== null) refuseSign(channel, emoji)
  await refuseClosed(trx, conversation)
  await trx
    .insertInto('message_reactions')
    .values({
      company_id: companyId,
      channel_id: target.channel_id,
      external_id: target.external_id,
      direction: 'out',
      emoji,
      at: sql<string>`clock_timestamp()`
    })
    .onConflict(conflict =>
      conflict
        .columns(['company_id', 'channel_id', 'external_id', 'direction'])
        .doUpdateSet({ emoji, at: sql<string>`clock_timestamp()`, failure: null })
    )
    .execute()
  await publish(trx, reactionChanged, { companyId, messageId })
  await announceConversation(trx, companyId, conversation)
  const message = await findMessage(trx, conversationId, messageId)
  if (!message) throw new AppError('notFound', 'A mensagem não está mais aqui.')
  return message
}

/** One emoji and nothing else. */
const emojiAlone = /^\p{RGI_Emoji}$/v

function refuseSign(channel: ChannelKind, emoji: string): void {
  const { reactions } = channelRules[channel]
  if (reactions === 'any' ? !emojiAlone.test(emoji) : !reactions.includes(emoji))
    throw invalid({
      emoji:
        reactions === 'any'
          ? 'Escolha um emoji.'
          : reactions.length > 0
            ? `O ${channelNames[channel]} só aceita a reação ${reactions.join(' ')}.`
            : `O ${channelNames[channel]} não aceita reações.`
    })
}

type Wanted = {
  emoji: string | null
  conversationId: string
  leadId: string
  contact: string
  contactKind: IdentityKind
  windowEndsAt: string | null
  externalId: string
  channel: Channel
}

/**
 * Sends the company's current reaction to a message. It is idempotent, so an uncertain call is retried; the provider's
 * refusal stays with the reaction, in a sentence.
 */
export async function sendReaction({ db, config, log, last }: Context, companyId: string, messageId: string) {
  const scope = { id: companyId, held: true, deleted: true }
  let wanted = await db.company(scope, trx => findWanted(trx, messageId))
  // Somebody may have chosen another sign meanwhile, whose own job may have overtaken this one.
  for (let sent: string | null | undefined; wanted && wanted.emoji !== sent; ) {
    const { channel, emoji, externalId, contact, contactKind, windowEndsAt } = wanted
    const { window } = windowOf(channel.kind, windowEndsAt, new Date())
    try {
      await adapters[channel.kind].react?.({ config, channel }, { emoji, externalId, contact, contactKind, window })
    } catch (error) {
      if (!isProviderError(error)) throw error
      const refused = error instanceof RefusedError && !passes(error.remedy)
      if (!refused && !last) throw error
      log.info({ err: error, messageId }, 'reaction not taken')
      const failed = wanted
      const problem = error instanceof RefusedError ? error.problem : null
      await db.company(scope, async trx => {
        await noteFailure(trx, failed, error.text)
        if (problem) await stop(trx, channel, problem, error.text)
        await announceConversation(trx, companyId, { id: failed.conversationId, leadId: failed.leadId })
      })
      return
    }
    sent = emoji
    wanted = await db.company(scope, trx => findWanted(trx, messageId))
  }
}

const noteFailure = (trx: Trx, { channel, externalId, emoji }: Wanted, failure: string) =>
  trx
    .updateTable('message_reactions')
    .set({ failure })
    .where('channel_id', '=', channel.id)
    .where('external_id', '=', externalId)
    .where('direction', '=', 'out')
    .where(sql<boolean>`emoji is not distinct from ${emoji}`)
    .execute()

async function findWanted(trx: Trx, messageId: string): Promise<Wanted | undefined> {
  const row = await trx
    .selectFrom('messages as m')
    .innerJoin('conversations as c', join =>
      join.onRef('c.company_id', '=', 'm.company_id').onRef('c.id', '=', 'm.conversation_id')
    )
    .innerJoin('message_reactions as r', join =>
      join
        .onRef('r.company_id', '=', 'm.company_id')
        .onRef('r.channel_id', '=', 'm.channel_id')
        .onRef('r.external_id', '=', 'm.external_id')
        .on('r.direction', '=', 'out')
    )
    .select(['m.external_id as externalId', 'm.channel_id', 'r.emoji', 'c.id as conversationId', 'c.lead_id as leadId'])
    .select(['c.contact', 'c.contact_kind as contactKind', 'c.window_ends_at as windowEndsAt'])
    .where('m.id', '=', messageId)
    .executeTakeFirst()
  if (!row?.externalId) return undefined
  const { externalId, channel_id, ...found } = row
  const channel = await trx
    .selectFrom('channels')
    .selectAll()
    .where('id', '=', channel_id)
    .where('active', '=', true)
    .where('problem', 'is', null)
    .executeTakeFirst()
  return channel && { ...found, externalId, channel }
}
