import { sql } from 'kysely'
import type { Config } from '../../core/config.ts'
import type { Db, Trx } from '../../core/db.ts'
import { AppError, invalid } from '../../core/errors.ts'
import { type FileKind, fileRefusal, kindOfType, typeByContent } from '../../platform/files/attachments/rules.ts'
import { fileName } from '../../platform/files/names.ts'
import { storeFile } from '../../platform/files/store.ts'
import { upTo } from '../../platform/files/upload.ts'
import { adapters } from '../channels/adapters.ts'
import { type ChannelKind, channelRules } from '../channels/rules.ts'
import { readBeginning } from './beginning.ts'
import { refuseVirus } from './checking.ts'
import { mediaDays } from './rules.ts'
import type { Attachment, Conversation } from './schema.ts'
import type {} from './tables.ts'

/** Throws 409 `NO_PUBLIC_URL` where the channel fetches files from this installation, and could not reach it. */
export function refuseUnreachable(config: Config, channel: ChannelKind): void {
  const reason = adapters[channel].media.unavailable?.(config)
  if (reason) throw new AppError('conflict', reason, { code: 'NO_PUBLIC_URL' })
}

/** Days for which a file waits to be sent. */
const waitingDays = 1

/**
 * Keeps a file that is to be sent in a conversation, with the company's. Throws 400 or 413 for what the channel does
 * not take, judged by its content, 409 where the company has no space for it, and where files are checked for viruses
 * 400 for one, 503 while that cannot be done.
 */
export async function receiveAttachment(
  { db, config }: { db: Db; config: Config },
  companyId: string,
  { id, channel }: Pick<Conversation, 'id' | 'channel'>,
  { name: fullName, size: said }: { name: string; size: number },
  stream: AsyncIterable<Uint8Array>
): Promise<Attachment> {
  const name = fileName(fullName)
  const { type: found, beginning, bytes } = await readBeginning(stream)
  const type = typeByContent(found, name, beginning) ?? 'application/octet-stream'
  const rules = channelRules[channel]
  const refusal = fileRefusal(rules, type, said || beginning.length)
  const kind = kindOfType(type)
  const { longest, types } = rules.files[kind]
  if (refusal) throw types.includes(type) && said > 0 ? new AppError('tooLarge', refusal) : invalid({ file: refusal })
  const { id: fileId, size } = await storeFile(
    db,
    companyId,
    { name, type: 'media', days: waitingDays, size: said },
    upTo(bytes, longest, size => new AppError('tooLarge', fileRefusal(rules, type, size) ?? ''))
  )
  await refuseVirus(db, config, companyId, fileId)
  await db.company(companyId, trx =>
    trx
      .insertInto('attachments')
      .values({ company_id: companyId, file_id: fileId, conversation_id: id, kind, type })
      .execute()
  )
  return { fileId, kind, type, name, size }
}

/** Takes a file for a message; it is kept as long as those of conversations are. Throws 400 where there is none. */
export async function takeAttachment(
  trx: Trx,
  conversationId: string,
  fileId: string,
  kind: FileKind
): Promise<{ type: string; name: string; size: number }> {
  const taken = await trx
    .deleteFrom('attachments')
    .where('conversation_id', '=', conversationId)
    .where('file_id', '=', fileId)
    .returning(['kind', 'type'])
    .executeTakeFirst()
  if (!taken) throw invalid({ fileId: 'O arquivo não está mais aqui. Anexe-o de novo.' })
  if (taken.kind !== kind) throw invalid({ kind: 'O arquivo é de outro tipo que a mensagem.' })
  const { name, size } = await trx
    .updateTable('files')
    .set({ expires_at: sql<string>`now() + ${mediaDays} * interval '1 day'` })
    .where('id', '=', fileId)
    .returning(['name', 'size'])
    .executeTakeFirstOrThrow()
  return { type: taken.type, name, size: Number(size) }
}

/** Deletes a file that was not sent after all. Throws 404 where there is none. */
export async function dropAttachment(trx: Trx, conversationId: string, fileId: string): Promise<void> {
  const { numDeletedRows } = await trx
    .deleteFrom('files')
    .where('id', '=', ({ selectFrom }) =>
      selectFrom('attachments')
        .select('file_id')
        .where('conversation_id', '=', conversationId)
        .where('file_id', '=', fileId)
    )
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new AppError('notFound', 'O arquivo não está mais aqui.')
}
