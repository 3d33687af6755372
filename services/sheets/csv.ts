import { Readable } from 'node:stream'
import { parse } from 'csv-parse'
import { bytesOf, type Source } from '../files/store.ts'
import { cellProblems, type Row } from './cells.ts'

export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const
export type Encoding = (typeof encodings)[number]

const delimiters = [';', ',', '\t', '|'] as const
export type Delimiter = (typeof delimiters)[number]

/** Tells the encoding from the beginning of a file, and from whether all of it is UTF-8. */
export class EncodingGuess {
  readonly #decoder = new TextDecoder('utf-8', { fatal: true })
  #start = Buffer.alloc(0)
  #utf8 = true

  add(part: Buffer): void {
    if (this.#start.length < 4096) this.#start = Buffer.concat([this.#start, part]).subarray(0, 4096)
    if (!this.#utf8) return
    try {
      this.#decoder.decode(part, { stream: true })
    } catch {
      this.#utf8 = false
    }
  }

  end(): Encoding {
    const [a, b] = this.#start
    if (a === 0xff && b === 0xfe) return 'utf-16le'
    if (a === 0xfe && b === 0xff) return 'utf-16be'
    const zeros = (odd: number) => this.#start.filter((byte, n) => n % 2 === odd && byte === 0).length
    if (zeros(1) > this.#start.length / 5) return 'utf-16le'
    if (zeros(0) > this.#start.length / 5) return 'utf-16be'
    return this.#utf8 ? 'utf-8' : 'windows-1252'
  }
}

/** The delimiter that parts the lines of a text into the same number of cells most often. */
export function guessDelimiter(text: string): Delimiter {
  const lines = text
    .replace(/"[^"]*"/g, '')
    .split(/\r\n|\r|\n/)
    .slice(0, 40)
    .filter(line => line.trim())
  const told = /^sep=(.)/i.exec(lines[0] ?? '')?.[1]
  if (told && (delimiters as readonly string[]).includes(told)) return told as Delimiter
  const score = (delimiter: string) => {
    const counts = lines.map(line => line.split(delimiter).length - 1).filter(count => count > 0)
    const often = Map.groupBy(counts, count => count)
    const [most = 0, times = 0] =
      [...often].map(([count, all]) => [count, all.length] as const).sort((a, b) => b[1] - a[1])[0] ?? []
    return times * 100 + Math.min(most, 50)
  }
  return delimiters.toSorted((a, b) => score(b) - score(a))[0] ?? ';'
}

/** A quote that is never closed ends the reading with a row that says so, since nobody can tell what it swallowed. */
export async function* csvRows(
  source: Source,
  { encoding, delimiter, bytes = source.size }: { encoding: Encoding; delimiter: Delimiter; bytes?: number | undefined }
): AsyncGenerator<Row> {
  let broken = false
  // The rows before the fault are still on their way when it is found: an error would drop them.
  const parser = parse({
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: false,
    record_delimiter: ['\r\n', '\n', '\r'],
    skip_records_with_error: true,
    on_skip: () => {
      broken = true
    }
  })
  const text = Readable.from(decoded(source, encoding, bytes))
  text.on('error', error => parser.destroy(error))
  text.pipe(parser)
  let n = 0
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      n++
      if (n === 1 && /^sep=.?$/i.test(cells.join(delimiter))) continue
      yield { n, cells: cells.map(readCell) }
    }
    // Of a part of the file the cell may go on behind it.
    if (broken && bytes === source.size) yield { n: n + 1, cells: [{ text: '', problem: cellProblems.unclosed }] }
  } finally {
    text.destroy()
    parser.destroy()
  }
}

async function* decoded(source: Source, encoding: Encoding, bytes: number): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const part of bytesOf(source, 0, bytes)) {
    const text = decoder.decode(part, { stream: true })
    if (text) yield text.replaceAll('\0', '')
  }
  const rest = decoder.decode()
  if (rest && bytes === source.size) yield rest
}

const sheetErrors = /^#(n\/[ad]|ref!|valor!|value!|div\/0!|nome\?|name\?|num!|núm!|nulo!|null!)$/i

function readCell(text: string): Row['cells'][number] {
  if (text.startsWith('=')) return { text, problem: cellProblems.formula }
  if (sheetErrors.test(text.trim())) return { text, problem: cellProblems.error }
  return text
}
