import { AppError, invalid } from '../../core/errors.ts'
import { decimalSignOf, readListedMoney } from '../../core/money/rules.ts'
import { cut } from '../../core/rules.ts'
import type { Source } from '../../platform/files/source.ts'
import {
  columnLetters,
  endsReading,
  isNumberCell,
  problemOfCell,
  type Row,
  textOfCell,
  withinBounds
} from '../../platform/sheets/cells.ts'
import { csvRows, type Delimiter, guessDelimiter } from '../../platform/sheets/csv.ts'
import { decoderOf } from '../../platform/sheets/encoding.ts'
import type { Encoding } from '../../platform/sheets/rules.ts'
import { beginsWithCard, cardRows } from '../../platform/sheets/vcard.ts'
import { sheetNames } from '../../platform/sheets/workbook.ts'
import { firstRows, xlsxRows } from '../../platform/sheets/xlsx.ts'
import type { FormField } from '../forms/rules.ts'
import { countryOf, withCountryCode } from './countries.ts'
import { fieldOfHeading, fieldOfWords, hasNamesOfDeals, isCertain, isCountry, isFax, isMobile } from './headings.ts'
import { isNumberOfHouse, phonePreview } from './readCell.ts'
import { isOpenDeal, isRepeatable, plainHeading, provenDateStyle, reserveFields, statusNames } from './rules.ts'
import type { Reading } from './schema.ts'

// Handles untrusted uploads, so it runs only in the thread of `thread.ts`.

/** How much of a file is inspected. */
const looked = { rows: 200, bytes: 256 * 1024, cards: 2000, characters: 4 * 1024 * 1024 }

export type HowToRead = Pick<Reading, 'format' | 'encoding' | 'delimiter' | 'sheets' | 'sheet'>

/** The rows of a file of any format. Throws 400 for one beyond the limits. */
export async function* rowsOf(source: Source, how: HowToRead): AsyncGenerator<Row> {
  const rows =
    how.format === 'xlsx'
      ? xlsxRows(source, how.sheet)
      : how.format === 'vcard'
        ? cardRows(source, csvOf(how).encoding)
        : csvRows(source, csvOf(how))
  for await (const row of rows) yield withinBounds(row)
}

const csvOf = ({ encoding, delimiter }: HowToRead) => ({
  encoding: encoding as Encoding,
  delimiter: delimiter as Delimiter
})

/** The first rows of any format. */
async function rowsAtFirst(source: Source, how: HowToRead): Promise<Row[]> {
  if (how.format === 'xlsx') return firstRows(source, looked.rows, how.sheet)
  const rows: Row[] = []
  const found =
    how.format === 'vcard'
      ? cardRows(source, csvOf(how).encoding)
      : csvRows(source, { ...csvOf(how), bytes: Math.min(source.size, looked.bytes) })
  let characters = 0
  for await (const row of found) {
    rows.push(row)
    characters += row.cells.reduce((sum, cell) => sum + textOfCell(cell).length, 0)
    if (rows.length >= (how.format === 'vcard' ? looked.cards : looked.rows) || characters > looked.characters) break
  }
  return rows
}

/** Detects the format by the content, whatever the name says. Throws for an unsupported file. */
export async function howToRead(source: Source, name: string, encoding: Encoding): Promise<HowToRead> {
  const start = await source.read(0, 64 * 1024)
  if (start.length === 0) throw invalid({ file: 'O arquivo está vazio.' })
  if (start.subarray(0, 4).toString('latin1') === 'PK\x03\x04')
    return { format: 'xlsx', encoding: null, delimiter: null, sheets: await sheetNames(source), sheet: 0 }
  if (start.subarray(0, 4).toString('hex') === 'd0cf11e0')
    throw invalid({
      file: 'Este é o formato antigo do Excel (.xls) ou um arquivo com senha. Salve como .xlsx e envie de novo.'
    })
  const text = decoderOf(encoding).decode(start)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: texts hold none of them
  if ((text.match(/[\x00-\x08\x0e-\x1f]/g)?.length ?? 0) > text.length / 100)
    throw invalid({ file: 'Este arquivo não é uma planilha do Excel (.xlsx) nem um CSV.' })
  // Many programs save HTML or text as .xls; Excel opens both without a warning.
  if (/^\s*<(!doctype|html|head|meta|style|table|\?xml)\b/i.test(text))
    throw invalid({ file: 'Este arquivo é uma página da web, e não uma planilha. Abra no Excel e salve como .xlsx.' })
  if (beginsWithCard(text)) return { format: 'vcard', encoding, delimiter: null, sheets: [], sheet: 0 }
  if (/\.vcf$/i.test(name)) throw invalid({ file: 'Este arquivo não tem nenhum contato. Exporte os contatos de novo.' })
  const delimiter = guessDelimiter(text)
  if (/\.xl\w+$/i.test(name) && text.split(/[\r\n]+/).filter(line => line.includes(delimiter)).length < 2)
    throw invalid({
      file: 'Este arquivo tem nome de planilha do Excel, mas não é uma. Abra no Excel e salve como .xlsx.'
    })
  return { format: 'csv', encoding, delimiter, sheets: [], sheet: 0 }
}

/** Sheets tried in search of the first with a list. */
const maxTried = 10

/**
 * Inspects the first sheet with a list, which the person may change; throws the error of the first sheet where none has
 * one.
 */
export async function inspectFirst(source: Source, how: HowToRead, custom: readonly FormField[]): Promise<Reading> {
  const problems: unknown[] = []
  for (let sheet = 0; sheet < Math.min(maxTried, Math.max(1, how.sheets.length)); sheet++)
    try {
      return await inspect(source, { ...how, sheet }, custom)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      problems.push(error)
    }
  throw problems[0]
}

/** Inspects a file: headings, likely fields of the columns, date and number formats. */
export async function inspect(
  source: Source,
  how: HowToRead,
  custom: readonly FormField[],
  chosenHeader?: number
): Promise<Reading> {
  const rows = (await rowsAtFirst(source, how)).map(withinBounds)
  const texts = rows.map(row => ({
    n: row.n,
    cells: row.cells.map(cell => textOfCell(cell).trim()),
    numbers: row.cells.map(isNumberCell)
  }))
  const filled = texts.filter(({ cells }) => cells.some(Boolean))
  if (filled.length === 0) throw invalid({ file: 'O arquivo está vazio.' })
  const width = Math.max(...filled.map(({ cells }) => cells.findLastIndex(Boolean) + 1))
  const isCards = how.format === 'vcard'
  const headerRow = isCards ? 1 : (chosenHeader ?? findHeader(filled))
  const header = texts.find(({ n }) => n === headerRow)?.cells ?? []
  const body = filled.filter(({ n }) => n > headerRow)
  const broken = rows.flatMap(({ n, cells: [cell] }) => {
    const problem = problemOfCell(cell)
    return problem !== undefined && endsReading(problem) ? `A linha ${n} ${problem}` : []
  })
  if (body.length === 0)
    throw invalid({
      file: isCards
        ? 'Este arquivo não tem nenhum contato. Exporte os contatos de novo.'
        : (broken[0] ?? 'O arquivo só tem a linha de títulos: não há nenhum contato nele.')
    })
  const namesDeals = hasNamesOfDeals(header)
  const ofCountry = [...header.keys()].filter(at => isCountry(header[at] ?? ''))
  const found = Array.from({ length: width }, (_, at) => {
    const heading = header[at] || `Coluna ${columnLetters(at)}`
    const values = body.flatMap(({ cells, numbers }) => {
      if (!cells[at]) return []
      const country = ofCountry.map(n => countryOf(cells[n] ?? '')).find(Boolean)
      return { text: cells[at], number: numbers[at] === true, country }
    })
    const written = values.flatMap(({ text, number }) => (number ? [] : text))
    const shown = values.slice(0, 3)
    const examples = shown.map(({ text }) => text)
    const isDeal = namesDeals && /^(?:nome|name)$/.test(plainHeading(heading))
    const guess = isDeal ? undefined : header[at] ? suggestion(heading, custom, examples) : guessByValues(examples)
    const column = {
      heading: cut(heading, 100),
      examples: examples.map(text => cut(text, 80)),
      numbers: shown.map(({ number }) => number),
      phones: shown.map(({ text, country }) => phonePreview(withCountryCode(text, country))),
      // One column says nothing of another: who joined two lists has both ways in one file.
      decimal: decimalSignOf(written),
      dateStyle: provenDateStyle(written)
    }
    return { column, guess, isOutcome: values.length > 0 && values.every(({ text }) => saysOutcome(text)) }
  })
  const dated = found.some(({ column, guess }) => guess === 'submittedAt' && column.examples.length > 0)
  // A column without anything in it is left out, save that of the dates: nobody has sent these rows today.
  const counts = ({ column, guess }: (typeof found)[number]) =>
    column.examples.length > 0 || isCards || (guess === 'submittedAt' && !dated)
  const guesses = eachOnce(
    withOutcome(
      found.map(each => ({
        heading: each.column.heading,
        guess: counts(each) ? each.guess : undefined,
        isOutcome: each.isOutcome
      }))
    )
  )
  const columns = found.map(({ column }, at) => ({ ...column, suggestion: guesses[at] ?? null }))
  const last = filled.at(-1)?.cells.filter(Boolean)[0] ?? ''
  return {
    ...how,
    headerRow,
    dateStyle: mode(columns.flatMap(({ dateStyle }) => dateStyle ?? [])) ?? (onlyIsoDates(body) ? 'ymd' : 'dmy'),
    accented: accentedOf(how, texts),
    totals: /^(sub)?(total|totais|soma)\b/i.test(last),
    columns,
    firstRows: texts.slice(0, 6).map(({ cells }) => cells.slice(0, 8).map(text => cut(text, 60)))
  }
}

/** A text of the file that shows whether its letters are right: the first with one beyond ASCII. */
function accentedOf({ format }: HowToRead, rows: { cells: string[] }[]): string | null {
  if (format !== 'csv') return null
  const found = rows.flatMap(({ cells }) => cells).find(text => /[^\p{ASCII}]/u.test(text))
  return found === undefined ? null : cut(found, 80)
}

/**
 * The row with the most recognised headings; without any, the first with several cells, unless it holds personal data.
 */
function findHeader(rows: { n: number; cells: string[] }[]): number {
  const first = rows.slice(0, 15)
  const named = first.map(({ n, cells }) => ({
    n,
    recognised: new Set(cells.map(fieldOfHeading).filter(Boolean)).size
  }))
  const best = named.toSorted((a, b) => b.recognised - a.recognised || a.n - b.n)[0]
  if (best && best.recognised > 0) return best.n
  const wide = first.find(({ cells }) => cells.filter(Boolean).length > 1) ?? first[0]
  return wide?.cells.some(text => text.includes('@') || /\d{8}/.test(text.replace(/\D/g, ''))) ? 0 : (wide?.n ?? 0)
}

/**
 * A company's own name for a field comes before the usual meaning of a heading's words. The number of a house is no
 * telephone.
 */
function suggestion(heading: string, custom: readonly FormField[], examples: readonly string[]): string | undefined {
  const own = custom.find(({ name, label }) => [name, label].some(text => plainHeading(text) === plainHeading(heading)))
  const field = fieldOfHeading(heading) ?? (own ? `custom:${own.name}` : fieldOfWords(heading))
  const isPlainNumber = /^(?:endereco |address )?(?:numero|number|n)$/.test(plainHeading(heading))
  if (field === 'phone' && isPlainNumber && examples.length > 0 && examples.every(isNumberOfHouse)) return undefined
  return field === 'value' && /^(?:sale|venda)$/.test(plainHeading(heading)) && !examples.every(isAmount)
    ? undefined
    : field
}

const isAmount = (text: string): boolean => (readListedMoney(text, ',') ?? readListedMoney(text, '.') ?? null) !== null

const saysOutcome = (text: string): boolean =>
  isOpenDeal(text) || ['converted', 'lost'].includes(statusNames[plainHeading(text)] ?? '')

type Guessed = { heading: string; guess: string | undefined }

/**
 * The column that only says whether a deal is won or lost is its outcome, beside another one with a status. So is one of
 * states, which are those of the country elsewhere.
 */
function withOutcome(columns: readonly (Guessed & { isOutcome: boolean })[]): Guessed[] {
  const statuses = columns.filter(
    ({ guess, heading, isOutcome }) =>
      guess === 'status' || (isOutcome && guess === undefined && /^(?:estado|state)$/.test(plainHeading(heading)))
  )
  const outcome = statuses.length > 1 ? statuses.find(({ isOutcome }) => isOutcome) : undefined
  return columns.map(column => (column === outcome ? { ...column, guess: 'outcome' } : column))
}

/**
 * The guesses without the fields of earlier columns: the person decides on the second of two that look alike. Further
 * telephones and e-mails are the reserve; a telephone that can be written to comes first.
 */
function eachOnce(columns: readonly Guessed[]): (string | null)[] {
  const fields: (string | null)[] = columns.map(({ guess }) => guess ?? null)
  for (const [reserve, field] of Object.entries(reserveFields)) {
    const places = [...fields.keys()].filter(at => fields[at] === field)
    const others = [...fields.keys()].filter(at => fields[at] === reserve)
    // The others of names are only those that are said to be: a file has the names of many things.
    if (field === 'name' && places.length > 0) continue
    const headingOf = (at: number) => columns[at]?.heading ?? ''
    const numbers = field === 'phone' ? [...places, ...others].filter(at => !isFax(headingOf(at))) : []
    const first =
      places.find(at => field === 'phone' && isMobile(headingOf(at))) ?? places[0] ?? numbers[0] ?? others[0]
    for (const at of [...places, ...others]) fields[at] = at === first ? field : reserve
  }
  const placeOf = (field: string) => {
    const sure = [...fields.keys()].find(at => fields[at] === field && isCertain(field, columns[at]?.heading ?? ''))
    return sure ?? fields.indexOf(field)
  }
  return fields.map((field, at) => (field !== null && (isRepeatable(field) || placeOf(field) === at) ? field : null))
}

function guessByValues(examples: string[]): string | undefined {
  if (examples.some(text => /^[^\s@]+@[^\s@.]+\.[^\s@]+$/.test(text))) return 'email'
  if (examples.some(text => /^[\d\s()+.-]{10,20}$/.test(text))) return 'phone'
  return examples.some(text => /^\p{L}+( \p{L}+)+$/u.test(text)) ? 'name' : undefined
}

/** The first of those that occur most often. */
const mode = <T>(values: readonly T[]): T | undefined =>
  [...Map.groupBy(values, value => value)].toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0]

function onlyIsoDates(body: { cells: string[] }[]): boolean {
  const texts = body.flatMap(({ cells }) => cells)
  return (
    texts.some(text => /^\d{4}-\d{2}-\d{2}/.test(text)) &&
    !texts.some(text => /^\d{1,2}[/.-]\d{1,2}[/.-]\d{4}/.test(text))
  )
}
