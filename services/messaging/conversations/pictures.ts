import type { Config } from '../../core/config.ts'
import type { Db, Trx } from '../../core/db.ts'
import { AppError } from '../../core/errors.ts'
import { AnswerTooLongError } from '../../core/outside.ts'
import { deleteFile, storeFile } from '../../platform/files/store.ts'
import { readBeginning } from './beginning.ts'
import { checkFile } from './checking.ts'
import type {} from './tables.ts'

/** Bytes of the largest picture of a person: those of the providers have some ten thousand. */
export const longestPicture = 1024 * 1024

const pictureTypes = /^image\/(jpeg|png|webp)$/

/**
 * Keeps a picture of a person with the company's files for a day, until a conversation shows it. Returns null for what
 * is no picture, is too large or has no room. Throws where the provider or the virus scanner does not answer.
 */
export async function keepPicture(
  { db, config }: { db: Db; config: Config },
  companyId: string,
  open: () => Promise<AsyncIterable<Uint8Array> | undefined> | undefined
): Promise<{ id: string; type: string } | null> {
  const answer = await open()
  if (!answer) return null
  try {
    const { type, ending, beginning, bytes } = await readBeginning(bounded(answer))
    if (beginning.length === 0 || !type || !pictureTypes.test(type)) {
      await bytes[Symbol.asyncIterator]().return?.()
      return null
    }
    const { id } = await storeFile(db, companyId, { name: `perfil.${ending}`, type: 'media', days: 1 }, bytes)
    if ((await checkFile(db, config, companyId, id)) === null) return { id, type }
    await deleteFile(db, companyId, id)
    return null
  } catch (error) {
    if (error instanceof AnswerTooLongError) return null
    if (error instanceof AppError && error.kind === 'conflict') return null
    throw error
  }
}

async function* bounded(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const chunk of bytes) {
    size += chunk.length
    if (size > longestPicture) throw new AnswerTooLongError(`A picture has more than ${longestPicture} bytes`)
    yield chunk
  }
}

/** The picture of a conversation's person, where it is still that one. */
export async function findPicture(
  trx: Trx,
  conversationId: string,
  fileId: string
): Promise<{ fileId: string; type: string } | undefined> {
  const row = await trx
    .selectFrom('conversations')
    .select(['picture_id', 'picture_type'])
    .where('id', '=', conversationId)
    .where('picture_id', '=', fileId)
    .executeTakeFirst()
  return row?.picture_id && row.picture_type ? { fileId: row.picture_id, type: row.picture_type } : undefined
}
