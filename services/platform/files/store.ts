import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { Db } from '../../core/db.ts'
import type { FileType } from './rules.ts'
import { bytesOf, pieceSize, type Source } from './source.ts'
import { takeSpace } from './space.ts'
import type {} from './tables.ts'

/** `size`: as declared by the sender, if it was. */
type NewFile = { name: string; type: FileType; days: number; size?: number }

/** How long an unfinished file may take up space, in case its process died. */
const arriving = sql<string>`now() + interval '6 hours'`

/**
 * Stores a stream in pieces; if the stream fails, nothing is kept. Throws 409 where the company's space would be
 * exceeded, immediately if the size was declared.
 */
export async function storeFile(
  db: Db,
  companyId: string,
  { name, type, days, size = 0 }: NewFile,
  stream: AsyncIterable<Buffer | string>
): Promise<{ id: string; size: number }> {
  const id = await db.company(companyId, async trx => {
    const file = await trx
      .insertInto('files')
      .values({ company_id: companyId, name, type, expires_at: arriving as never })
      .returning('id')
      .executeTakeFirstOrThrow()
    await takeSpace(trx, companyId, { id: file.id, type }, size)
    return file.id
  })
  try {
    const stored = await storePieces(db, companyId, { id, type }, size, stream)
    await db.company(companyId, trx =>
      trx
        .updateTable('files')
        .set({ size: stored, expires_at: sql<string>`now() + ${days} * interval '1 day'` })
        .where('id', '=', id)
        .execute()
    )
    return { id, size: stored }
  } catch (error) {
    await deleteFile(db, companyId, id).catch(() => {}) // otherwise deleted when it expires
    throw error
  }
}

/** Returns the number of bytes; `taken` is the space reserved so far. */
async function storePieces(
  db: Db,
  companyId: string,
  file: { id: string; type: FileType },
  taken: number,
  stream: AsyncIterable<Buffer | string>
): Promise<number> {
  let held: Buffer[] = []
  let length = 0
  let n = 0
  let stored = 0
  const keep = async (data: Buffer) => {
    stored += data.length
    await db.company(companyId, async trx => {
      if (stored > taken) await takeSpace(trx, companyId, file, stored)
      await trx.insertInto('file_pieces').values({ company_id: companyId, file_id: file.id, n, data }).execute()
    })
    n++
  }
  for await (const part of stream) {
    const bytes = typeof part === 'string' ? Buffer.from(part) : part
    held.push(bytes)
    length += bytes.length
    if (length < pieceSize) continue
    let whole = Buffer.concat(held)
    while (whole.length >= pieceSize) {
      await keep(whole.subarray(0, pieceSize))
      whole = whole.subarray(pieceSize)
    }
    held = [whole]
    length = whole.length
  }
  await keep(Buffer.concat(held))
  return stored
}

export const deleteFile = (db: Db, companyId: string, id: string): Promise<unknown> =>
  db.company(companyId, trx => trx.deleteFrom('files').where('id', '=', id).execute())

/** Undefined where the company has no such file, or it has expired. */
export async function openFile(
  db: Db,
  companyId: string,
  id: string
): Promise<(Source & { name: string; type: string }) | undefined> {
  const file = await db.company(companyId, trx =>
    trx
      .selectFrom('files')
      .select(['name', 'type', 'size'])
      .where('id', '=', id)
      .where('expires_at', '>', sql<string>`now()`)
      .executeTakeFirst()
  )
  if (!file) return undefined
  const piece = (n: number) =>
    db.company(companyId, async trx => {
      const row = await trx
        .selectFrom('file_pieces')
        .select('data')
        .where('file_id', '=', id)
        .where('n', '=', n)
        .executeTakeFirst()
      return row?.data ?? Buffer.alloc(0)
    })
  let last: { n: number; data: Buffer } | undefined
  const read = async (offset: number, length: number): Promise<Buffer> => {
    const parts: Buffer[] = []
    const end = Math.min(offset + length, file.size)
    for (let at = Math.max(0, offset); at < end; ) {
      const n = Math.floor(at / pieceSize)
      if (last?.n !== n) last = { n, data: await piece(n) }
      const part = last.data.subarray(at - n * pieceSize, end - n * pieceSize)
      if (part.length === 0) throw new Error('A piece of the file is missing')
      parts.push(part)
      at += part.length
    }
    return Buffer.concat(parts)
  }
  return { ...file, read }
}

export const streamOf = (source: Source): Readable => Readable.from(bytesOf(source), { objectMode: false })
