import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { BackupError } from './failure.ts'
import { decrypted, Encryption, encrypted, keyOf, newEncryption } from './sealing.ts'

// A backup is one line of JSON in clear, the records (compressed, and then encrypted where there is a password), and at
// the end the SHA-256 of all before it with a mark. Docs: docs/decisions/0041-backup.md.

/** Raised where an older program could not read it. */
export const formatVersion = 1

const mark = 'PROSA BACKUP '
const endMark = Buffer.from('PROSAEND')
const endSize = 32 + endMark.length
const longestHeader = 1024

/** Bytes of one record that is held in memory; data come in as many records as they need. */
const longestRecord = 64 * 1024 * 1024

const Header = Type.Object({ format: Type.Integer(), encryption: Type.Union([Type.Null(), Encryption]) })

const Erasures = Type.Object({
  key: Type.Union([Type.String(), Type.Null()]),
  people: Type.Array(Type.Unknown()),
  certificates: Type.Array(Type.Unknown())
})

/** The first record: what is known before the rows are read. */
export const Head = Type.Object({
  product: Type.String(),
  createdAt: Type.String(),
  /** Steps of the migrations that the database had. */
  steps: Type.Array(Type.String(), { minItems: 1 }),
  secretKey: Type.String(),
  previousSecretKey: Type.Union([Type.Null(), Type.String()]),
  /** The erased people, so that restoring an older backup does not bring them back. */
  erasures: Erasures
})
export type Head = Static<typeof Head>

export const TableStart = Type.Object({ table: Type.String(), columns: Type.Array(Type.String(), { minItems: 1 }) })
export type TableStart = Static<typeof TableStart>

const TableSum = Type.Object({
  table: Type.String(),
  rows: Type.Integer(),
  bytes: Type.Integer(),
  sha256: Type.String()
})
export type TableSum = Static<typeof TableSum>

/** The last record. */
export const Sums = Type.Object({
  tables: Type.Array(TableSum),
  sequences: Type.Record(Type.String(), Type.String())
})
export type Sums = Static<typeof Sums>

/** In the order of the file: `head`, for each table `table` and any number of `data`, and `sums`. */
const kinds = ['head', 'table', 'data', 'sums'] as const
type Kind = (typeof kinds)[number]
export type Piece = { kind: Kind; bytes: Buffer }

/** One record: its kind, its length, its bytes. */
export function* record(kind: Kind, content: Buffer | object): Generator<Buffer> {
  const bytes = Buffer.isBuffer(content) ? content : Buffer.from(JSON.stringify(content))
  const front = Buffer.alloc(5)
  front[0] = kinds.indexOf(kind)
  front.writeUInt32BE(bytes.length, 1)
  yield front
  yield bytes
}

const damaged = () => new BackupError('O arquivo de backup foi alterado ou está danificado: use outro.')

export function parseRecord<T extends TSchema>(schema: T, bytes: Buffer): Static<T> {
  try {
    return Value.Decode(schema, JSON.parse(bytes.toString('utf8')))
  } catch {
    throw damaged()
  }
}

/** Writes records into a new file, which is on the disk when this returns. */
export async function writeFile(
  file: string,
  records: AsyncIterable<Buffer>,
  { password }: { password: string | undefined }
): Promise<void> {
  const handle = await open(file, 'wx', 0o600)
  try {
    const encryption = password === undefined ? null : newEncryption()
    const header = Buffer.from(`${mark}${JSON.stringify({ format: formatVersion, encryption })}\n`)
    const hash = createHash('sha256').update(header)
    await handle.writeFile(header)
    const key = encryption && (await keyOf(password ?? '', encryption))
    const compress = createZstdCompress({
      chunkSize: portion,
      params: { [constants.ZSTD_c_checksumFlag]: 1, [constants.ZSTD_c_compressionLevel]: 1 }
    })
    await pipeline(
      Readable.from(gathered(records), { objectMode: false, highWaterMark: 2 * portion }),
      compress,
      async function* (source: AsyncIterable<Buffer>) {
        yield* key ? encrypted(source, key, header) : source
      },
      async (source: AsyncIterable<Buffer>) => {
        for await (const bytes of source) {
          hash.update(bytes)
          await writeWhole(handle, bytes)
        }
      }
    )
    await writeWhole(handle, Buffer.concat([hash.digest(), endMark]))
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const portion = 256 * 1024

/** Small parts together: each goes to a thread of its own to be compressed. */
async function* gathered(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = []
  let length = 0
  for await (const part of source) {
    held.push(part)
    length += part.length
    if (length < portion) continue
    yield Buffer.concat(held)
    held = []
    length = 0
  }
  if (length > 0) yield Buffer.concat(held)
}

async function writeWhole(handle: FileHandle, bytes: Buffer): Promise<void> {
  for (let at = 0; at < bytes.length; ) at += (await handle.write(bytes, at)).bytesWritten
}

/** Throws where the file is not as it was written, from the first to the last byte. */
export async function checkWhole(file: string): Promise<void> {
  const handle = await open(file)
  let size: number
  try {
    size = (await handle.stat()).size
    await readHeader(handle)
    const end = Buffer.alloc(endMark.length)
    await handle.read(end, 0, end.length, Math.max(0, size - end.length))
    if (size < endSize || !end.equals(endMark))
      throw new BackupError('O arquivo de backup não está inteiro: o fim dele falta. Use outro.')
  } finally {
    await handle.close()
  }
  const hash = createHash('sha256')
  for await (const bytes of createReadStream(file, { end: size - endSize - 1, highWaterMark: 1024 * 1024 }))
    hash.update(bytes)
  const kept = Buffer.concat(
    await Readable.from(createReadStream(file, { start: size - endSize, end: size - endMark.length - 1 })).toArray()
  )
  if (!kept.equals(hash.digest())) throw damaged()
}

async function readHeader(handle: FileHandle): Promise<{ header: Buffer; encryption: Encryption | null }> {
  const start = Buffer.alloc(longestHeader)
  const { bytesRead } = await handle.read(start, 0, longestHeader, 0)
  if (bytesRead < mark.length || start.toString('latin1', 0, mark.length) !== mark)
    throw new BackupError('Este arquivo não é um backup do Prosa.')
  const end = start.indexOf('\n')
  if (end < 0 || end >= bytesRead) throw damaged()
  const { format, encryption } = parseRecord(Header, start.subarray(mark.length, end))
  if (format > formatVersion) throw newerBackup()
  return { header: start.subarray(0, end + 1), encryption }
}

export const newerBackup = () =>
  new BackupError('Este backup foi feito por uma versão mais nova do Prosa: atualize o programa e restaure de novo.')

/** The records of a file, in portions. The caller has checked that it is whole, or takes what is not for unreadable. */
export async function* readFile(file: string, { password }: { password: string | undefined }): AsyncGenerator<Piece> {
  const handle = await open(file)
  const { size } = await handle.stat()
  const { header, encryption } = await readHeader(handle).finally(() => handle.close())
  if (encryption && password === undefined)
    throw new BackupError('Este backup tem senha: informe-a em BACKUP_PASSWORD.')
  const key = encryption && (await keyOf(password ?? '', encryption))
  const source = createReadStream(file, {
    start: header.length,
    end: Math.max(header.length, size - endSize - 1),
    highWaterMark: 256 * 1024
  })
  const opened = key ? Readable.from(decrypted(source, key, header), { objectMode: false }) : source
  const plain = createZstdDecompress({ chunkSize: portion })
  opened.on('error', (error: Error) => plain.destroy(error))
  opened.pipe(plain)
  try {
    yield* recordsIn(plain)
  } catch (error) {
    throw error instanceof Error && 'code' in error && String(error.code).startsWith('ZSTD') ? damaged() : error
  } finally {
    source.destroy()
    opened.destroy()
    plain.destroy()
  }
}

/** Cuts bytes into records; data records are passed on in the portions in which they come. */
async function* recordsIn(source: AsyncIterable<Buffer>): AsyncGenerator<Piece> {
  let held: Buffer = Buffer.alloc(0)
  let kind: Kind | undefined
  let missing = 0
  for await (const part of source) {
    held = held.length === 0 ? part : Buffer.concat([held, part])
    for (;;) {
      if (kind === undefined) {
        if (held.length < 5) break
        kind = kinds[held[0] as number]
        missing = held.readUInt32BE(1)
        if (kind === undefined || missing > longestRecord) throw damaged()
        held = held.subarray(5)
      }
      if (kind === 'data' && missing > 0) {
        if (held.length === 0) break
        const bytes = held.subarray(0, missing)
        held = held.subarray(bytes.length)
        missing -= bytes.length
        yield { kind, bytes }
      } else {
        if (held.length < missing) break
        yield { kind, bytes: held.subarray(0, missing) }
        held = held.subarray(missing)
        missing = 0
      }
      if (missing === 0) kind = undefined
    }
  }
  if (kind !== undefined || held.length > 0) throw damaged()
}
