import { fileTypeFromBuffer } from 'file-type'
import { callGraph, GraphError, graphTimeout } from '../channels/graph.ts'
import { tokenOf } from '../channels/queries.ts'
import type { ChannelKind } from '../channels/rules.ts'
import type { Config } from '../core/config.ts'
import type { Db } from '../core/db.ts'
import { AppError } from '../core/errors.ts'
import type { Context } from '../core/handlers.ts'
import { AnswerTooLongError, ForbiddenAddressError, safeFetch } from '../core/outside.ts'
import { storeFile } from '../files/store.ts'
import { announceConversation } from './queries.ts'
import { longestFile, mediaDays } from './rules.ts'
import type { Media } from './updates.ts'

/** A message whose file is still at the provider. */
type Waiting = {
  id: string
  conversationId: string
  leadId: string
  kind: string
  channel: ChannelKind
  media: Media | null
  channelId: string
  token: string | null
}

type State = 'kept' | 'refused' | 'gone'

/**
 * Fetches the file of a message at once, since the provider's address soon ends, and keeps it with the company's. What is
 * too large, or of another type than it says, is refused. Throws where the provider does not answer, to be tried again;
 * the last time it is said to be gone.
 */
export async function fetchMedia(
  { db, config, log, last }: Context,
  companyId: string,
  messageId: string
): Promise<void> {
  const message = await findWaiting(db, companyId, messageId)
  if (!message) return
  try {
    await note(db, companyId, message, await keep(db, config, companyId, message))
  } catch (error) {
    if (!last) throw error
    log.warn({ err: error, messageId }, 'file of a message not fetched')
    await note(db, companyId, message, { state: 'gone' })
  }
}

const findWaiting = (db: Db, companyId: string, messageId: string): Promise<Waiting | undefined> =>
  db.company({ id: companyId, held: true, deleted: true }, async trx => {
    const row = await trx
      .selectFrom('messages as m')
      .innerJoin('channels as ch', join =>
        join.onRef('ch.company_id', '=', 'm.company_id').onRef('ch.id', '=', 'm.channel_id')
      )
      .select([
        'm.id',
        'm.conversation_id',
        'm.lead_id',
        'm.kind',
        'm.data',
        'ch.kind as channel',
        'ch.id as channel_id'
      ])
      .select('ch.token')
      .where('m.id', '=', messageId)
      .where('m.media_state', '=', 'waiting')
      .executeTakeFirst()
    return (
      row && {
        id: row.id,
        conversationId: row.conversation_id,
        leadId: row.lead_id,
        kind: row.kind,
        channel: row.channel,
        media: (row.data as { media?: Media }).media ?? null,
        channelId: row.channel_id,
        token: row.token
      }
    )
  })

type Kept = { state: State; fileId?: string; type?: string; name?: string; reason?: string }

async function keep(db: Db, config: Config, companyId: string, message: Waiting): Promise<Kept> {
  const answer = await open(config, message)
  if (!answer) return { state: 'gone' }
  const { name, mayBe } = { name: message.media?.name?.slice(0, 200) ?? message.kind, mayBe: message.media?.type }
  try {
    const { type, bytes } = await typed(answer)
    if (!fits(message.kind, type)) return { state: 'refused', reason: 'O arquivo não é do tipo que diz ser.' }
    const { id } = await storeFile(db, companyId, { name, type: 'media', days: mediaDays }, bytes)
    return {
      state: 'kept',
      fileId: id,
      type: type ?? (message.kind === 'document' ? mayBe : undefined) ?? octets,
      name
    }
  } catch (error) {
    if (error instanceof AnswerTooLongError) return { state: 'refused', reason: 'O arquivo é grande demais.' }
    if (error instanceof AppError && error.kind === 'conflict') return { state: 'refused', reason: error.message }
    throw error
  }
}

const octets = 'application/octet-stream'

/** The bytes of the file; undefined where the provider has it no longer. */
async function open(config: Config, message: Waiting): Promise<AsyncIterable<Uint8Array> | undefined> {
  const { media, channel } = message
  const token = tokenOf(config, { id: message.channelId, token: message.token })
  let url = media?.url
  if (channel === 'whatsapp' && media?.id) {
    if (token === null) return undefined
    url = await addressOf(config, media.id, token)
  }
  if (!url || !URL.canParse(url)) return undefined
  // The provider named the address: only the configured one may be within the network.
  const ofProvider =
    new URL(url).origin === new URL(channel === 'whatsapp' ? config.meta.graphUrl : config.meta.instagramUrl).origin
  try {
    const response = await safeFetch({ trusted: ofProvider, maxBytes: longestFile })(url, {
      headers: channel === 'whatsapp' && token !== null ? { authorization: `Bearer ${token}` } : {},
      signal: AbortSignal.timeout(4 * graphTimeout)
    })
    if (response.status >= 500) throw new Error(`The file was answered with ${response.status}`)
    if (response.status !== 200 || !response.body) return undefined
    return response.body as unknown as AsyncIterable<Uint8Array>
  } catch (error) {
    if (error instanceof ForbiddenAddressError) return undefined
    throw error
  }
}

/** WhatsApp gives an address for a few minutes. */
async function addressOf(config: Config, id: string, token: string): Promise<string | undefined> {
  try {
    const { url } = await callGraph(config, { kind: 'whatsapp', token, path: encodeURIComponent(id) })
    return typeof url === 'string' ? url : undefined
  } catch (error) {
    if (error instanceof GraphError && error.failure.status < 500) return undefined
    throw error
  }
}

/** Bytes by which a type is known. */
const head = 4100

/** What the bytes are, by their beginning, and all of them. */
async function typed(
  bytes: AsyncIterable<Uint8Array>
): Promise<{ type: string | undefined; bytes: AsyncIterable<Buffer> }> {
  const iterator = bytes[Symbol.asyncIterator]()
  const first: Buffer[] = []
  let size = 0
  let ended = false
  while (size < head && !ended) {
    const { value, done } = await iterator.next()
    ended = done === true
    if (value) {
      first.push(Buffer.from(value))
      size += value.length
    }
  }
  const found = await fileTypeFromBuffer(Buffer.concat(first).subarray(0, head)).catch(() => undefined)
  async function* all(): AsyncGenerator<Buffer> {
    yield* first
    while (!ended) {
      const { value, done } = await iterator.next()
      ended = done === true
      if (value) yield Buffer.from(value)
    }
  }
  return { type: found?.mime, bytes: all() }
}

/** Pictures, sound and films have to be what they are called; a document may be anything, and is only downloaded. */
function fits(kind: string, type: string | undefined): boolean {
  if (kind === 'image' || kind === 'sticker') return /^image\/(jpeg|png|webp|gif)$/.test(type ?? '')
  if (kind === 'audio') return /^(audio\/|video\/(mp4|ogg|3gpp)|application\/ogg)/.test(type ?? '')
  if (kind === 'video') return /^video\//.test(type ?? '')
  return true
}

async function note(
  db: Db,
  companyId: string,
  message: Waiting,
  { state, fileId, type, name, reason }: Kept
): Promise<void> {
  await db.company({ id: companyId, held: true, deleted: true }, async trx => {
    const media = { ...message.media, ...(type && { type }), ...(name && { name }), ...(reason && { reason }) }
    const { data } = await trx
      .selectFrom('messages')
      .select('data')
      .where('id', '=', message.id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    await trx
      .updateTable('messages')
      .set({ media_state: state, file_id: fileId ?? null, data: JSON.stringify({ ...data, media }) })
      .where('id', '=', message.id)
      .execute()
    await announceConversation(trx, companyId, { id: message.conversationId, leadId: message.leadId })
  })
}
