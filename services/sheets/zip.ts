import { crc32, createDeflateRaw, createInflateRaw } from 'node:zlib'
import { AppError } from '../core/errors.ts'
import { bytesOf, type Source } from '../files/store.ts'

export type Entry = { name: string; method: number; packed: number; size: number; offset: number }

/** What a workbook may weigh unpacked; one that unfolds to more is no list of people. */
const mostUnpacked = 400 * 1024 * 1024
const mostEntries = 2000

const broken = () =>
  new AppError('invalid', 'Esta planilha está incompleta ou danificada. Salve-a de novo no Excel e envie outra vez.')
export const tooMuch = () =>
  new AppError(
    'invalid',
    'Esta planilha fica grande demais quando é aberta. Salve os dados como CSV e envie outra vez.'
  )

/** The files of a ZIP archive by its directory, which stands at its end; throws where it is no whole, sensible one. */
export async function readDirectory(source: Source): Promise<Entry[]> {
  const tail = await source.read(Math.max(0, source.size - 65_557), 65_557)
  const end = tail.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  if (end < 0 || end + 22 > tail.length) throw broken()
  const [count, length, start] = [tail.readUInt16LE(end + 10), tail.readUInt32LE(end + 12), tail.readUInt32LE(end + 16)]
  if (count > mostEntries || start + length > source.size || length > 4 * 1024 * 1024) throw broken()
  const directory = await source.read(start, length)
  const entries: Entry[] = []
  for (let at = 0; at + 46 <= directory.length && entries.length < count; ) {
    if (directory.readUInt32LE(at) !== 0x02014b50) throw broken()
    const nameLength = directory.readUInt16LE(at + 28)
    if (directory.readUInt16LE(at + 8) & 1) throw new AppError('invalid', 'Esta planilha tem senha. Salve-a sem senha.')
    entries.push({
      name: directory.toString('utf8', at + 46, at + 46 + nameLength),
      method: directory.readUInt16LE(at + 10),
      packed: directory.readUInt32LE(at + 20),
      size: directory.readUInt32LE(at + 24),
      offset: directory.readUInt32LE(at + 42)
    })
    at += 46 + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
  }
  if (entries.length < count) throw broken()
  if (entries.reduce((sum, { size }) => sum + size, 0) > mostUnpacked) throw tooMuch()
  return entries
}

/** The text of an entry; never more than its directory says, whatever it unfolds to. */
export async function* textOf(source: Source, entry: Entry): AsyncGenerator<string> {
  const head = await source.read(entry.offset, 30)
  if (head.length < 30 || head.readUInt32LE(0) !== 0x04034b50) throw broken()
  const start = entry.offset + 30 + head.readUInt16LE(26) + head.readUInt16LE(28)
  if (start + entry.packed > source.size) throw broken()
  const decoder = new TextDecoder()
  const packed = bytesOf(source, start, start + entry.packed)
  let unpacked = 0
  try {
    for await (const part of entry.method === 0 ? packed : inflate(packed)) {
      unpacked += part.length
      if (unpacked > entry.size) throw tooMuch()
      yield decoder.decode(part, { stream: true })
    }
  } catch (error) {
    if (error instanceof AppError || !(error instanceof Error && 'errno' in error && 'code' in error)) throw error
    if (String(error.code).startsWith('Z_')) throw broken()
    throw error
  }
  yield decoder.decode()
}

async function* inflate(packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const inflater = createInflateRaw({ chunkSize: 64 * 1024 })
  const feed = (async () => {
    for await (const part of packed)
      if (!inflater.write(part)) await new Promise(resolve => inflater.once('drain', resolve))
    inflater.end()
  })().catch(error => inflater.destroy(error))
  try {
    for await (const part of inflater) yield part
  } finally {
    inflater.destroy()
  }
  await feed
}

/** Writes a ZIP archive without knowing beforehand how long its files will be. */
export class ZipWriter {
  readonly #entries: { name: string; crc: number; packed: number; size: number; offset: number }[] = []
  #at = 0

  #out(data: Buffer): Buffer {
    this.#at += data.length
    return data
  }

  async *add(name: string, text: AsyncIterable<string> | Iterable<string>): AsyncGenerator<Buffer> {
    const entry = { name, crc: 0, packed: 0, size: 0, offset: this.#at }
    yield this.#out(header(0x04034b50, entry, 3))
    const deflater = createDeflateRaw({ level: 6 })
    const feed = (async () => {
      for await (const part of text) {
        const bytes = Buffer.from(part)
        entry.crc = crc32(bytes, entry.crc)
        entry.size += bytes.length
        if (!deflater.write(bytes)) await new Promise(resolve => deflater.once('drain', resolve))
      }
      deflater.end()
    })().catch(error => deflater.destroy(error))
    for await (const part of deflater) {
      entry.packed += part.length
      yield this.#out(part)
    }
    await feed
    const sizes = Buffer.alloc(16)
    for (const [n, value] of [0x08074b50, entry.crc, entry.packed, entry.size].entries())
      sizes.writeUInt32LE(value, 4 * n)
    yield this.#out(sizes)
    this.#entries.push(entry)
  }

  end(): Buffer {
    const directory = Buffer.concat(this.#entries.map(entry => header(0x02014b50, entry, 1)))
    const end = Buffer.alloc(22)
    end.writeUInt32LE(0x06054b50, 0)
    end.writeUInt16LE(this.#entries.length, 8)
    end.writeUInt16LE(this.#entries.length, 10)
    end.writeUInt32LE(directory.length, 12)
    end.writeUInt32LE(this.#at, 16)
    return Buffer.concat([directory, end])
  }
}

type Written = { name: string; crc: number; packed: number; size: number; offset: number }

/** The header before a file, or its line of the directory; the sizes follow the file (flag 8), names are UTF-8. */
function header(signature: number, { name, crc, packed, size, offset }: Written, kind: 1 | 3): Buffer {
  const title = Buffer.from(name)
  const line = kind === 1
  const data = Buffer.alloc(line ? 46 : 30)
  data.writeUInt32LE(signature, 0)
  const at = line ? 6 : 4
  if (line) data.writeUInt16LE(20, 4)
  data.writeUInt16LE(20, at)
  data.writeUInt16LE(0x0808, at + 2)
  data.writeUInt16LE(8, at + 4)
  data.writeUInt16LE(0x21, at + 8) // 1 January 1980: the archive tells nothing of when it was made
  if (line) {
    data.writeUInt32LE(crc, 16)
    data.writeUInt32LE(packed, 20)
    data.writeUInt32LE(size, 24)
    data.writeUInt32LE(offset, 42)
  }
  data.writeUInt16LE(title.length, line ? 28 : 26)
  return Buffer.concat([data, title])
}
