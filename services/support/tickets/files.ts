import { sql } from 'kysely'
import type { Config } from '../../core/config.ts'
import type { Db, Trx } from '../../core/db.ts'
import { AppError, invalid } from '../../core/errors.ts'
import { unstorable } from '../../core/text.ts'
import { readBeginning } from '../../messaging/conversations/beginning.ts'
import { refuseVirus } from '../../messaging/conversations/checking.ts'
import { typeByContent } from '../../platform/files/attachments/rules.ts'
import { fileName } from '../../platform/files/names.ts'
import { isProgram, programInZip } from '../../platform/files/programs.ts'
import { sizeText } from '../../platform/files/rules.ts'
import { bytesOf } from '../../platform/files/source.ts'
import { deleteFile, openFile, storeFile } from '../../platform/files/store.ts'
import { upTo } from '../../platform/files/upload.ts'
import { longestTicketFile, shownTypes, ticketFileDays, ticketLimits, ticketTexts, waitingFileDays } from './rules.ts'
import type { TicketFile } from './schema.ts'
import type {} from './tables.ts'

/** Files of one user that may wait to be sent. */
const maxWaiting = 40

const tooLarge = () =>
  new AppError('tooLarge', `Um arquivo de chamado tem até ${sizeText(longestTicketFile)}. Envie uma versão menor.`)

/**
 * Keeps a file that waits to be sent with a message, unchanged: any but a program. Throws 400 or 413 for one that is
 * empty, a program or too large, 409 where there is no space or too many wait, and where files are checked for viruses 400 for one, 503 while
 * that cannot be done. `userId` null: it came by mail.
 */
export async function receiveTicketFile(
  { db, config }: { db: Db; config: Config },
  companyId: string,
  userId: string | null,
  { name: rawName, size: said, inline = false }: { name: string; size: number; inline?: boolean },
  stream: AsyncIterable<Uint8Array>
): Promise<TicketFile> {
  if (unstorable(rawName)) throw invalid({ name: ticketTexts.characters })
  const name = fileName(rawName)
  if (said > longestTicketFile) throw tooLarge()
  if (userId !== null) await refuseMany(db, companyId, userId)
  const { type: found, beginning, bytes } = await readBeginning(stream)
  if (beginning.length === 0) throw invalid({ file: 'O arquivo está vazio. Escolha outro.' })
  if (isProgram(name, beginning)) throw invalid({ file: ticketTexts.program(name) })
  const judged = typeByContent(found, name, beginning)
  const type = judged && shownTypes.includes(judged) ? judged : 'application/octet-stream'
  const { id, size } = await storeFile(
    db,
    companyId,
    { name, type: 'ticket', days: waitingFileDays, size: said },
    upTo(bytes, longestTicketFile, tooLarge)
  )
  if (found === 'application/zip') await refuseProgram(db, companyId, id, name)
  await refuseVirus(db, config, companyId, id)
  await db.company(companyId, trx =>
    trx
      .insertInto('ticket_files')
      .values({ company_id: companyId, file_id: id, type, name, size, user_id: userId, inline } as never)
      .execute()
  )
  return { fileId: id, name, type, size, inline, linkUntil: null }
}

/** Deletes an archive that lists a program, and throws 400. */
async function refuseProgram(db: Db, companyId: string, fileId: string, name: string): Promise<void> {
  const source = await openFile(db, companyId, fileId)
  if (!source) return
  const pieces: Buffer[] = []
  for await (const piece of bytesOf(source)) pieces.push(Buffer.from(piece))
  const program = await programInZip(Buffer.concat(pieces))
  if (!program) return
  await deleteFile(db, companyId, fileId)
  throw invalid({ file: ticketTexts.programInside(name, fileName(program)) })
}

async function refuseMany(db: Db, companyId: string, userId: string): Promise<void> {
  const { n } = await db.company(companyId, trx =>
    trx
      .selectFrom('ticket_files')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where('ticket_id', 'is', null)
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
  )
  if (n >= maxWaiting) throw new AppError('conflict', 'Há arquivos demais à espera de envio. Envie ou apague alguns.')
}

/**
 * Gives waiting files of a user to a message; they are kept as long as tickets' files are. Throws 400 for one that is
 * gone.
 */
export async function takeFiles(
  trx: Trx,
  companyId: string,
  { ticketId, messageId, userId }: { ticketId: string; messageId: string; userId: string | null },
  ids: readonly string[]
): Promise<void> {
  if (ids.length === 0) return
  if (ids.length > (userId === null ? ticketLimits.mailFiles : ticketLimits.files))
    throw invalid({ attachmentIds: ticketTexts.tooManyFiles })
  const taken = await trx
    .updateTable('ticket_files')
    .set({ ticket_id: ticketId, message_id: messageId })
    .where('company_id', '=', companyId)
    .where('file_id', 'in', [...ids])
    .where('ticket_id', 'is', null)
    .where(sql<boolean>`user_id is not distinct from ${userId}`)
    .executeTakeFirst()
  if (Number(taken.numUpdatedRows) !== ids.length) throw invalid({ attachmentIds: ticketTexts.fileGone })
  await trx
    .updateTable('files')
    .set({ expires_at: sql<string>`now() + ${ticketFileDays} * interval '1 day'` })
    .where('company_id', '=', companyId)
    .where('id', 'in', [...ids])
    .execute()
}

/** Deletes a file that is not sent after all. Throws 404 where the user has none. */
export async function dropFile(trx: Trx, companyId: string, userId: string, fileId: string): Promise<void> {
  const { numDeletedRows } = await trx
    .deleteFrom('files')
    .where('company_id', '=', companyId)
    .where('id', '=', ({ selectFrom }) =>
      selectFrom('ticket_files')
        .select('file_id')
        .where('company_id', '=', companyId)
        .where('file_id', '=', fileId)
        .where('ticket_id', 'is', null)
        .where('user_id', '=', userId)
    )
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new AppError('notFound', ticketTexts.fileGone)
}

/** The files of messages, by message. */
export async function filesOf(trx: Trx, companyId: string, ticketId: string): Promise<Map<string, TicketFile[]>> {
  const rows = await trx
    .selectFrom('ticket_files')
    .select(['message_id', 'file_id as fileId', 'name', 'type', 'size', 'inline', 'link_until as linkUntil'])
    .where('company_id', '=', companyId)
    .where('ticket_id', '=', ticketId)
    .orderBy('inline')
    .orderBy('created_at')
    .orderBy('file_id')
    .execute()
  const files = new Map<string, TicketFile[]>()
  for (const { message_id, ...file } of rows)
    files.set(message_id ?? '', [...(files.get(message_id ?? '') ?? []), file])
  return files
}
