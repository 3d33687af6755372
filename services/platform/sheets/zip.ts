import { Readable } from 'node:stream'
import { type Entry, fromRandomAccessReaderPromise, getFileNameLowLevel, RandomAccessReader, type ZipFile } from 'yauzl'
import { AppError } from '../../core/errors.ts'
import { bytesOf, type Source } from '../files/source.ts'

export const damaged = () =>
  new AppError('invalid', 'Esta planilha está incompleta ou danificada. Salve-a de novo no Excel e envie outra vez.')
const tooMuch = () =>
  new AppError(
    'invalid',
    'Esta planilha fica grande demais quando é aberta. Salve os dados como CSV e envie outra vez.'
  )

/**
 * Limits against zip bombs: the unpacked size, and its ratio to the packed size for files above `ratioFrom`. Sheets
 * with repeated values reach a ratio of one hundred.
 */
const limits = { bytes: 400 * 1024 * 1024, ratio: 250, ratioFrom: 16 * 1024 * 1024, entries: 2000 }

/** The files of an archive by name. */
export type Archive = { zip: ZipFile; entries: Map<string, Entry> }

class Reader extends RandomAccessReader {
  readonly #source: Source

  constructor(source: Source) {
    super()
    this.#source = source
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(bytesOf(this.#source, start, end), { objectMode: false })
  }
}

/** Reads the directory of an archive; throws 400 where it is damaged or implausible. */
export async function openArchive(source: Source): Promise<Archive> {
  const entries = new Map<string, Entry>()
  const zip = await read(() =>
    // Names are not validated: some programs start them with a slash, and nothing is written to these paths.
    fromRandomAccessReaderPromise(new Reader(source), source.size, { autoClose: false, decodeStrings: false })
  )
  if (zip.entryCount > limits.entries) throw damaged()
  let unpacked = 0
  await read(async () => {
    for await (const entry of zip.eachEntry()) {
      if (entry.isEncrypted()) throw new AppError('invalid', 'Esta planilha tem senha. Salve-a sem senha.')
      unpacked += entry.uncompressedSize
      const ratio = entry.uncompressedSize / Math.max(1, entry.compressedSize)
      if (unpacked > limits.bytes || (entry.uncompressedSize > limits.ratioFrom && ratio > limits.ratio))
        throw tooMuch()
      const name = getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, false)
      entries.set(name.replace(/^\//, ''), entry)
    }
  })
  return { zip, entries }
}

/** The text of a file; throws 400 where it is larger than declared, or not text. */
export async function* textOf({ zip }: Archive, entry: Entry): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  const stream = await read(() => zip.openReadStreamPromise(entry))
  try {
    for await (const part of stream as AsyncIterable<Buffer>) yield decoder.decode(part, { stream: true })
  } catch (error) {
    throw asDamaged(error)
  }
  yield decoder.decode()
}

/** Any other error here means a damaged archive: this thread does not use the database. */
const asDamaged = (error: unknown): unknown => (error instanceof AppError ? error : damaged())

const read = <T>(work: () => Promise<T>): Promise<T> =>
  work().catch(error => {
    throw asDamaged(error)
  })
