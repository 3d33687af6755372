import { sql } from 'kysely'
import type { Config } from '../../core/config.ts'
import type { Db, Trx } from '../../core/db.ts'
import type { Context } from '../../core/handlers.ts'
import { publish } from '../../core/jobs.ts'
import { bytesOf } from '../../platform/files/source.ts'
import { openFile } from '../../platform/files/store.ts'
import { adapters } from '../channels/adapters.ts'
import { isProviderError, passes, RefusedError, UnreachableError } from '../channels/errors.ts'
import type { Channel } from '../channels/queries.ts'
import type { Media } from '../channels/updates.ts'
import { messagesQueued } from './jobs.ts'
import { announceConversation } from './queries.ts'
import { fileNotUploaded } from './rules.ts'
import { stop } from './sending.ts'

type Waiting = { id: string; conversationId: string; leadId: string; fileId: string; media: Media; channel: Channel }

/**
 * Hands the file of a message over to the provider, after which the message is due. An uncertain upload is retried: a
 * file that was uploaded twice is still sent once.
 */
export async function uploadFile(
  { db, config, log, last }: Context,
  companyId: string,
  messageId: string
): Promise<void> {
  const scope = { id: companyId, held: true, deleted: true }
  const waiting = await db.company(scope, trx => findWaiting(trx, messageId))
  if (!waiting) return // it was handed over, or given up
  const { channel, media } = waiting
  try {
    const id = await upload(db, config, companyId, waiting)
    await db.company(scope, async trx => {
      const data = JSON.stringify({ media: { ...media, id } })
      await queued(trx, messageId)
        .set({ data: sql<string>`data || ${data}::jsonb`, due_at: sql<string>`now()` })
        .execute()
      await publish(trx, messagesQueued, { companyId, channelId: channel.id })
    })
  } catch (error) {
    if (!isProviderError(error)) throw error
    const refused = error instanceof RefusedError && !passes(error.remedy)
    if (!refused && !last) throw error
    log.info({ err: error, messageId }, 'file of a message not taken')
    const problem = error instanceof RefusedError ? error.problem : null
    await db.company(scope, async trx => {
      await queued(trx, messageId)
        .set({ status: 'failed', failure: refused ? error.text : fileNotUploaded(channel.kind), due_at: null })
        .execute()
      if (problem) await stop(trx, channel, problem, error.text)
      await announceConversation(trx, companyId, { id: waiting.conversationId, leadId: waiting.leadId })
      await publish(trx, messagesQueued, { companyId, channelId: channel.id }) // what came behind it may go
    })
  }
}

const queued = (trx: Trx, id: string) => trx.updateTable('messages').where('id', '=', id).where('status', '=', 'queued')

async function findWaiting(trx: Trx, messageId: string): Promise<Waiting | undefined> {
  const message = await trx
    .selectFrom('messages')
    .select(['id', 'conversation_id', 'channel_id', 'lead_id', 'file_id', 'data'])
    .where('id', '=', messageId)
    .where('status', '=', 'queued')
    .where(sql<boolean>`data -> 'media' ->> 'id' is null`)
    .executeTakeFirst()
  if (!message?.file_id) return undefined
  const channel = await trx
    .selectFrom('channels')
    .selectAll()
    .where('id', '=', message.channel_id)
    .executeTakeFirstOrThrow()
  return {
    id: message.id,
    conversationId: message.conversation_id,
    leadId: message.lead_id,
    fileId: message.file_id,
    media: (message.data as { media?: Media }).media ?? {},
    channel
  }
}

async function upload(db: Db, config: Config, companyId: string, { fileId, media, channel }: Waiting): Promise<string> {
  const source = await openFile(db, companyId, fileId)
  const { upload } = adapters[channel.kind].media
  if (!source || !upload)
    throw new UnreachableError('The file is not kept any longer', { sent: false, text: fileNotUploaded(channel.kind) })
  const file = { name: source.name, type: media.type ?? '', size: Number(source.size), bytes: bytesOf(source) }
  return upload({ config, channel }, file)
}
