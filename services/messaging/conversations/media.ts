import type { Config } from '../../core/config.ts'
import type { Db } from '../../core/db.ts'
import { AppError } from '../../core/errors.ts'
import type { Context } from '../../core/handlers.ts'
import { AnswerTooLongError } from '../../core/outside.ts'
import { ScannerAwayError } from '../../platform/files/clamd.ts'
import { fileName } from '../../platform/files/names.ts'
import { deleteFile, storeFile } from '../../platform/files/store.ts'
import type { Connection } from '../channels/adapter.ts'
import { adapters } from '../channels/adapters.ts'
import type { ChannelKind } from '../channels/rules.ts'
import type { Media } from '../channels/updates.ts'
import { readBeginning } from './beginning.ts'
import { checkFile } from './checking.ts'
import { announceConversation } from './queries.ts'
import { kindLabels, type MessageKind, mediaDays } from './rules.ts'

/** A message whose file is still at the provider, or was not checked yet. */
type Waiting = {
  id: string
  conversationId: string
  leadId: string
  kind: MessageKind
  kindOfChannel: ChannelKind
  channel: Connection['channel']
  media: Media | null
  fileId: string | null
}

type State = 'checking' | 'kept' | 'refused' | 'blocked' | 'gone'

/**
 * Fetches the file of a message at once, since the provider's address soon expires, and keeps it with the company's. A
 * file that is too large, or of another type than it claims, is refused. Throws where the provider does not answer, to
 * be tried again; the last time it is said to be gone. Where files are checked for viruses, nobody gets it before it
 * was.
 */
export async function fetchMedia(
  { db, config, log, last }: Context,
  companyId: string,
  messageId: string
): Promise<void> {
  const message = await findWaiting(db, companyId, messageId)
  if (!message) return
  try {
    if (message.fileId === null) {
      const kept = await keep(db, config, companyId, message)
      await note(db, companyId, message, kept)
      if (kept.state !== 'checking' || !kept.fileId) return
      message.fileId = kept.fileId
    }
    const checked = await check({ db, config, log }, companyId, { ...message, fileId: message.fileId })
    if (!checked) return
    await note(db, companyId, message, checked)
    if (checked.state === 'blocked') await deleteFile(db, companyId, message.fileId)
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
        'm.file_id',
        'ch.kind as channel_kind',
        'ch.id as channel_id'
      ])
      .select(['ch.account', 'ch.token'])
      .where('m.id', '=', messageId)
      .where('m.media_state', 'in', ['waiting', 'checking'])
      .executeTakeFirst()
    return (
      row && {
        id: row.id,
        conversationId: row.conversation_id,
        leadId: row.lead_id,
        kind: row.kind,
        kindOfChannel: row.channel_kind,
        channel: { id: row.channel_id, account: row.account, token: row.token },
        media: (row.data as { media?: Media }).media ?? null,
        fileId: row.file_id
      }
    )
  })

type Kept = { state: State; fileId?: string; type?: string; name?: string; reason?: string }

async function keep(db: Db, config: Config, companyId: string, message: Waiting): Promise<Kept> {
  const { channel, kindOfChannel, media } = message
  const answer = media && (await adapters[kindOfChannel].media.fetch({ config, channel }, media))
  if (!answer) return { state: 'gone' }
  const mayBe = media?.type
  try {
    const { type, ending, beginning, bytes } = await readBeginning(answer)
    if (beginning.length === 0) return { state: 'refused', reason: 'O arquivo veio vazio.' }
    const unnamed = kindLabels[message.kind] + (ending ? `.${ending}` : '')
    const name = fileName(media?.name ?? unnamed)
    if (!fits(message.kind, type)) return { state: 'refused', reason: 'O arquivo não é do tipo que diz ser.' }
    const { id } = await storeFile(db, companyId, { name, type: 'media', days: mediaDays }, bytes)
    return {
      state: config.scanner ? 'checking' : 'kept',
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

/** The verdict on a kept file that is not checked yet; undefined while there is none. */
async function check(
  { db, config, log }: Pick<Context, 'db' | 'config' | 'log'>,
  companyId: string,
  { id, fileId }: Pick<Waiting, 'id'> & { fileId: string }
): Promise<Kept | undefined> {
  try {
    const refusal = await checkFile(db, config, companyId, fileId)
    return refusal ? { state: 'blocked', reason: refusal } : { state: 'kept', fileId }
  } catch (error) {
    if (!(error instanceof ScannerAwayError)) throw error
    log.warn({ err: error, messageId: id }, 'file of a message not checked')
    return undefined // the schedule asks again
  }
}

const octets = 'application/octet-stream'

/** Pictures, sound and films have to be what they are called; a document may be anything, and is only downloaded. */
function fits(kind: string, type: string | undefined): boolean {
  if (kind === 'image' || kind === 'sticker') return /^image\/(jpeg|png|webp|gif)$/.test(type ?? '')
  if (kind === 'audio') return /^(audio\/|video\/(mp4|ogg|3gpp|webm)|application\/ogg)/.test(type ?? '')
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
    const { data } = await trx
      .selectFrom('messages')
      .select('data')
      .where('id', '=', message.id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const { media: before } = data as { media?: Media }
    const media = { ...before, ...(type && { type }), ...(name && { name }), ...(reason && { reason }) }
    await trx
      .updateTable('messages')
      .set({ media_state: state, file_id: fileId ?? null, data: JSON.stringify({ ...data, media }) })
      .where('id', '=', message.id)
      .execute()
    await announceConversation(trx, companyId, { id: message.conversationId, leadId: message.leadId })
  })
}
