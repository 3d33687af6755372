import { Readable } from 'node:stream'
import { parse } from 'csv-parse'
import { AppError } from '../../core/errors.ts'
import { cut } from '../../core/rules.ts'
import { bytesOf, type Source } from '../files/source.ts'
import { type Cell, cellOf, cellProblems, longestCell, type Row } from './cells.ts'
import { decoderOf } from './encoding.ts'
import type { Encoding } from './rules.ts'

const delimiters = [';', ',', '\t', '|'] as const
export type Delimiter = (typeof delimiters)[number]

/** The delimiter that most often splits the lines into the same number of cells. */
export function guessDelimiter(text: string): Delimiter {
  const lines = text
    .replace(/"[^"]*"/g, '')
    .split(/\r\n|\r|\n/)
    .slice(0, 40)
    .filter(line => line.trim())
  const declared = /^sep=(.)/i.exec(lines[0] ?? '')?.[1]
  if (declared && (delimiters as readonly string[]).includes(declared)) return declared as Delimiter
  const score = (delimiter: string) => {
    const counts = lines.map(line => line.split(delimiter).length - 1).filter(count => count > 0)
    const often = Map.groupBy(counts, count => count)
    const [commonest = 0, times = 0] =
      [...often].map(([count, all]) => [count, all.length] as const).sort((a, b) => b[1] - a[1])[0] ?? []
    return times * 100 + Math.min(commonest, 50)
  }
  return delimiters.toSorted((a, b) => score(b) - score(a))[0] ?? ';'
}

/** Characters of one row. */
const longestRow = 1024 * 1024

/** Cells of one line, including empty ones, which take memory too. */
const maxCells = 20_000

/** Characters parsed at a time: what follows an overlong row is parsed in vain. */
const parsedAtOnce = 16 * 1024

/**
 * An unclosed quote ends the reading with a row that reports it, since what it swallowed is unknown. So does an
 * overlong row, before it takes up the memory.
 */
export async function* csvRows(
  source: Source,
  { encoding, delimiter, bytes = source.size }: { encoding: Encoding; delimiter: Delimiter; bytes?: number | undefined }
): AsyncGenerator<Row> {
  let broken: string | undefined
  // An error would drop the rows parsed before it.
  const parser = parse({
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: false,
    record_delimiter: ['\r\n', '\n', '\r'],
    max_record_size: longestRow,
    skip_records_with_error: true,
    on_skip: error => {
      broken ??= error?.code === 'CSV_MAX_RECORD_SIZE' ? cellProblems.longRow : cellProblems.unclosed
    }
  })
  let cells = 0
  const count = (text: string) => {
    const lineEnd = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r'))
    cells = text.slice(lineEnd + 1).split(delimiter).length - 1 + (lineEnd < 0 ? cells : 0)
    if (cells > maxCells) throw new AppError('invalid', 'O arquivo tem uma linha com colunas demais.')
  }
  async function* untilBroken(): AsyncGenerator<string> {
    for await (const part of decoded(source, encoding, bytes))
      for (let at = 0; at < part.length; at += parsedAtOnce) {
        if (broken) return
        const some = part.slice(at, at + parsedAtOnce)
        count(some)
        yield some
      }
  }
  const text = Readable.from(untilBroken(), { highWaterMark: 1 })
  text.on('error', error => parser.destroy(error))
  text.pipe(parser)
  let n = 0
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      n++
      if (n === 1 && /^sep=.?$/i.test(cells.join(delimiter))) continue
      yield { n, cells: cells.map(readCell) }
    }
    // In a part of a file the cell may continue after it.
    if (broken && bytes === source.size) yield { n: n + 1, cells: [{ text: '', problem: broken }] }
  } finally {
    text.destroy()
    parser.destroy()
  }
}

async function* decoded(source: Source, encoding: Encoding, bytes: number): AsyncGenerator<string> {
  const decoder = decoderOf(encoding)
  for await (const part of bytesOf(source, 0, bytes)) {
    const text = decoder.decode(part, { stream: true })
    if (text) yield text.replaceAll('\0', '')
  }
  const rest = decoder.decode()
  if (rest && bytes === source.size) yield rest
}

const sheetErrors = /^#(n\/[ad]|ref!|valor!|value!|div\/0!|nome\?|name\?|num!|núm!|nulo!|null!)$/i

function readCell(text: string): Cell {
  if (text.startsWith('=')) return { text: cut(text, longestCell), problem: cellProblems.formula }
  if (text.length < 20 && sheetErrors.test(text.trim())) return { text, problem: cellProblems.error }
  return cellOf(text)
}
