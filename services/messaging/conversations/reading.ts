import type { Trx } from '../../core/db.ts'
import type { Context } from '../../core/handlers.ts'
import { adapters, kindsWith } from '../channels/adapters.ts'
import { isProviderError, RefusedError } from '../channels/errors.ts'
import type { Channel } from '../channels/queries.ts'
import type { ChannelKind } from '../channels/rules.ts'
import type {} from './tables.ts'

/**
 * Whether a company shows on a channel that it read something. Asked when somebody reads: what was read while it did
 * not is not shown once it does.
 */
export async function showsReading(trx: Trx, kind: ChannelKind): Promise<boolean> {
  const channel = await trx
    .selectFrom('channels')
    .select('id')
    .where('kind', '=', kind)
    .where('kind', 'in', kindsWith('confirmReading'))
    .where('confirms_reading', '=', true)
    .limit(1)
    .executeTakeFirst()
  return channel !== undefined
}

/**
 * Shows a person that what they wrote was read, up to the last message, where the company wants that. Once for each
 * message, and again only where the provider did not answer.
 */
export async function confirmReading(
  { db, config, log, last }: Context,
  companyId: string,
  conversationId: string
): Promise<void> {
  const scope = { id: companyId, held: true, deleted: true }
  const newest = await db.company(scope, trx => takeNewest(trx, conversationId))
  if (!newest) return
  const { channel, externalId } = newest
  try {
    await adapters[channel.kind].confirmReading?.({ config, channel }, externalId)
  } catch (error) {
    if (!isProviderError(error)) throw error
    // A refused receipt, such as of a message that is too old, would be refused again.
    if (error instanceof RefusedError || last) return log.info({ err: error, conversationId }, 'reading not confirmed')
    await db.company(scope, trx =>
      trx
        .updateTable('conversations')
        .set({ confirmed_id: null })
        .where('id', '=', conversationId)
        .where('confirmed_id', '=', externalId)
        .execute()
    )
    throw error
  }
}

/** The last message of the person and its channel, noted as confirmed; undefined where nothing is to be confirmed. */
async function takeNewest(
  trx: Trx,
  conversationId: string
): Promise<{ externalId: string; channel: Channel } | undefined> {
  const message = await trx
    .selectFrom('messages')
    .select(['external_id', 'channel_id'])
    .where('conversation_id', '=', conversationId)
    .where('direction', '=', 'in')
    .where('external_id', 'is not', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!message?.external_id) return undefined
  const channel = await trx
    .selectFrom('channels')
    .selectAll()
    .where('id', '=', message.channel_id)
    .where('kind', 'in', kindsWith('confirmReading'))
    .where('confirms_reading', '=', true)
    .where('active', '=', true)
    .where('problem', 'is', null)
    .executeTakeFirst()
  if (!channel) return undefined
  const { numUpdatedRows } = await trx
    .updateTable('conversations')
    .set({ confirmed_id: message.external_id })
    .where('id', '=', conversationId)
    .where('confirmed_id', 'is distinct from', message.external_id)
    .executeTakeFirst()
  return numUpdatedRows > 0n ? { externalId: message.external_id, channel } : undefined
}
