import type { Db } from '../../core/db.ts'
import { AppError, invalid } from '../../core/errors.ts'
import type { Author } from '../../core/viewer.ts'
import { openFile, storeFile } from '../../platform/files/store.ts'
import { EncodingGuess } from '../../platform/sheets/encoding.ts'
import { customFields } from './lookups.ts'
import { cancelCheck, findRow, readingOf } from './queries.ts'
import { inspectFile } from './reading.ts'
import { importDays, maxBytes, tooManyBytes } from './rules.ts'
import type { NewReading } from './schema.ts'

const noFile = 'O arquivo desta importação já foi apagado. Envie-o de novo.'

/** Stores the file and inspects it. Throws 400 or 413 where it cannot be imported. */
export async function receiveFile(
  db: Db,
  companyId: string,
  { name, size: said }: { name: string; size: number },
  stream: AsyncIterable<Buffer>,
  author: Author
): Promise<string> {
  const guess = new EncodingGuess()
  const tooMuch = () => new AppError('tooLarge', tooManyBytes)
  const bytes = watched(stream, maxBytes, part => guess.add(part), tooMuch)
  const { id: fileId, size } = await storeFile(
    db,
    companyId,
    { name, type: 'import', days: importDays, size: said },
    bytes
  )
  try {
    const source = await openFile(db, companyId, fileId)
    if (!source) throw new AppError('invalid', noFile)
    const custom = await db.company(companyId, customFields)
    const reading = await inspectFile(companyId, source, { name, encoding: guess.end(), custom })
    const { id } = await db.company(companyId, trx =>
      trx
        .insertInto('imports')
        .values({
          company_id: companyId,
          file_id: fileId,
          name,
          size,
          reading: JSON.stringify(reading),
          actor_id: author.id,
          actor_name: author.name
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    )
    return id
  } catch (error) {
    await db.company(companyId, trx => trx.deleteFrom('files').where('id', '=', fileId).execute())
    throw error
  }
}

/** Passes a stream through while inspecting it; throws beyond `most` bytes. */
async function* watched(
  stream: AsyncIterable<Buffer>,
  limit: number,
  look: (part: Buffer) => void,
  tooMuch: () => Error
): AsyncGenerator<Buffer> {
  let size = 0
  for await (const part of stream) {
    size += part.length
    if (size > limit) throw tooMuch()
    look(part)
    yield part
  }
}

/** Inspects another sheet of the file, or uses another heading row or encoding. False where there is no such import. */
export async function readAgain(
  db: Db,
  companyId: string,
  id: string,
  { sheet, headerRow, encoding }: NewReading,
  only: string | null
): Promise<boolean> {
  const row = await db.company(companyId, trx => findRow(trx, id, only))
  if (!row) return false
  const source = await openFile(db, companyId, row.file_id)
  if (!source) throw new AppError('conflict', noFile)
  if (row.operation_id) throw new AppError('conflict', 'Este arquivo já foi importado.')
  const current = readingOf(row)
  if (sheet !== undefined && sheet > 0 && sheet >= current.sheets.length)
    throw invalid({ sheet: 'Esta aba não existe.' })
  if (encoding !== undefined && current.format !== 'csv') throw invalid({ encoding: 'Só um CSV tem uma codificação.' })
  const how = { ...current, sheet: sheet ?? current.sheet, encoding: encoding ?? current.encoding }
  const custom = await db.company(companyId, customFields)
  const reading = await inspectFile(companyId, source, {
    name: row.name,
    encoding: 'utf-8',
    custom,
    again: { how, headerRow }
  })
  await db.company(companyId, async trx => {
    await cancelCheck(trx, row)
    // The check was of the old table.
    await trx
      .updateTable('imports')
      .set({ reading: JSON.stringify(reading), check_id: null })
      .where('id', '=', id)
      .execute()
  })
  return true
}
