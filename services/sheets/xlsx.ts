import { AppError } from '../core/errors.ts'
import type { Source } from '../files/store.ts'
import { type Cell, cellProblems, mostColumns, type Row, textOfCell } from './cells.ts'
import { Texts } from './texts.ts'
import { type Entry, readDirectory, textOf, tooMuch } from './zip.ts'

// A sheet is read as it streams by, a row at a time: as one tree, 100,000 rows take many times the memory of the file.
// It is read here rather than with a library also because a formula must be told from what it came to.

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const plain = (xml: string): string =>
  xml
    .replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (whole, decimal, hexadecimal, name) => {
      const code = decimal ? Number(decimal) : Number.parseInt(hexadecimal, 16)
      if (!name) return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
      return entities[name] ?? whole
    })
    .replace(/_x([0-9A-F]{4})_/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replaceAll('\0', '')

/** The text of `<t>` elements, without the reading aids of Japanese. */
const runs = (xml: string): string =>
  [
    ...xml
      .replace(/<(?:\w+:)?rPh\b[\s\S]*?<\/(?:\w+:)?rPh>/g, '')
      .matchAll(/<(?:\w+:)?t(?:\s[^>]*)?>([\s\S]*?)<\/(?:\w+:)?t>/g)
  ]
    .map(match => plain(match[1] ?? ''))
    .join('')

const attribute = (attributes: string, name: string): string | undefined =>
  new RegExp(`(?:^|\\s)(?:\\w+:)?${name}="([^"]*)"`).exec(attributes)?.[1]

async function whole(source: Source, entry: Entry | undefined, most = 8 * 1024 * 1024): Promise<string> {
  if (!entry) return ''
  if (entry.size > most) throw new AppError('invalid', 'Esta planilha não pôde ser lida. Salve os dados como CSV.')
  let text = ''
  for await (const part of textOf(source, entry)) text += part
  return text
}

/** Calls back with each element of a name, as they come; holds no more than one of them. */
async function* elements(source: Source, entry: Entry, name: string): AsyncGenerator<Element> {
  const open = new RegExp(`<(\\w+:)?${name}(\\s[^>]*?)?(/)?>`)
  let held = ''
  for await (const part of textOf(source, entry)) {
    held += part
    let at = 0
    for (;;) {
      const found = open.exec(held.slice(at))
      if (!found) break
      const start = at + found.index
      const inner = start + found[0].length
      const closing = `</${found[1] ?? ''}${name}>`
      const end = found[3] ? inner : held.indexOf(closing, inner)
      if (end < 0) {
        at = start
        break
      }
      yield { attributes: found[2] ?? '', inner: held.slice(inner, end) }
      at = found[3] ? inner : end + closing.length
    }
    held = held.slice(at)
    // What stands between elements is not kept, and no row of people is this long.
    if (held.length > 8 * 1024 * 1024) throw tooLong()
  }
  if (new RegExp(`<(\\w+:)?${name}\\b`).test(held))
    throw new AppError(
      'invalid',
      'Esta planilha está incompleta ou danificada. Salve-a de novo no Excel e envie outra vez.'
    )
}

/** The formats of numbers that are dates, of those that have a number of their own in every file. */
const dateFormats = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47])

/** For each style of a cell, whether it shows a date. */
function readStyles(xml: string): boolean[] {
  const own = new Map(
    [...xml.matchAll(/<(?:\w+:)?numFmt\s([^>]*)>/g)].map(match => [
      Number(attribute(match[1] ?? '', 'numFmtId')),
      plain(attribute(match[1] ?? '', 'formatCode') ?? '')
    ])
  )
  const formats = /<(?:\w+:)?cellXfs\b[\s\S]*?<\/(?:\w+:)?cellXfs>/.exec(xml)?.[0] ?? ''
  return [...formats.matchAll(/<(?:\w+:)?xf\s([^>]*)>/g)].map(match => {
    const id = Number(attribute(match[1] ?? '', 'numFmtId') ?? 0)
    const code = own.get(id)?.replace(/"[^"]*"|\[[^\]]*\]|\\./g, '')
    return code === undefined ? dateFormats.has(id) : /[ymdhs]/i.test(code) && !/[0#]/.test(code)
  })
}

/** The day, and the time where there is one, of a count of days. */
function dateText(days: number, from1904: boolean): string {
  const ms = Math.round(((days + (from1904 ? 1462 : 0)) * 86_400 - 25_569 * 86_400) * 1000)
  const date = new Date(ms)
  if (Number.isNaN(ms) || Math.abs(ms) > 8e15) return String(days)
  const text = new Date(Math.round(date.getTime() / 1000) * 1000).toISOString()
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 16).replace('T', ' ')
}

/** A number as it was typed: a phone of thirteen digits may be kept as 5.511987654321E12, which says the same exactly. */
function numberText(text: string): string {
  if (!/e/i.test(text)) return text
  const value = Number(text)
  return Number.isSafeInteger(value) ? String(value) : text
}

const column = (reference: string): number =>
  [...reference].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1

/** Texts that cells name by their number. */
type Shared = { at(n: number): string }

type Workbook = { sheet: Entry; shared: Entry | undefined; dates: boolean[]; from1904: boolean }

type Parts = { entries: Map<string, Entry>; workbook: string; sheets: string[] }

/** The parts of a workbook, and what it says of the sheets that are shown, or of all where none is. */
async function openParts(source: Source): Promise<Parts> {
  const entries = new Map((await readDirectory(source)).map(entry => [entry.name.replace(/^\//, ''), entry]))
  const workbook = await whole(source, entries.get('xl/workbook.xml'))
  if (!workbook) throw new AppError('invalid', 'Este arquivo não é uma planilha do Excel (.xlsx) nem um CSV.')
  const sheets = [...workbook.matchAll(/<(?:\w+:)?sheet\s([^>]*)>/g)].map(match => match[1] ?? '')
  const shown = sheets.filter(sheet => !/hidden/i.test(attribute(sheet, 'state') ?? ''))
  return { entries, workbook, sheets: (shown.length > 0 ? shown : sheets).slice(0, mostSheets) }
}

/** More than anybody chooses from. */
const mostSheets = 100

/** The names of the sheets that can be read. */
export async function sheetNames(source: Source): Promise<string[]> {
  const { sheets } = await openParts(source)
  return sheets.map(sheet => plain(attribute(sheet, 'name') ?? '').slice(0, 100))
}

async function openWorkbook(source: Source, which: number): Promise<Workbook> {
  const { entries, workbook, sheets } = await openParts(source)
  const links = await whole(source, entries.get('xl/_rels/workbook.xml.rels'))
  const id = attribute(sheets[which] ?? '', 'id')
  const link = [...links.matchAll(/<(?:\w+:)?Relationship\s([^>]*)>/g)].find(
    match => attribute(match[1] ?? '', 'Id') === id
  )
  const target = attribute(link?.[1] ?? '', 'Target') ?? 'worksheets/sheet1.xml'
  const sheet = entries.get(target.startsWith('/') ? target.slice(1) : `xl/${target}`)
  if (!sheet) throw new AppError('invalid', 'Esta planilha não tem nenhuma aba que possa ser lida.')
  const shared = entries.get('xl/sharedStrings.xml')
  const dates = readStyles(await whole(source, entries.get('xl/styles.xml')))
  return { sheet, shared, dates, from1904: /date1904="(1|true)"/.test(workbook) }
}

/** Characters of one row, and of all rows together: a text that many cells share counts each time. */
const most = { row: 1024 * 1024, sheet: 128 * 1024 * 1024 }

const tooLong = () => new AppError('invalid', 'Esta planilha tem uma linha longa demais.')

/** The rows of a sheet, by its place among `sheetNames`. */
export async function* xlsxRows(source: Source, which = 0): AsyncGenerator<Row> {
  const book = await openWorkbook(source, which)
  const texts = new Texts()
  if (book.shared) for await (const { inner } of elements(source, book.shared, 'si')) texts.add(runs(inner))
  let size = 0
  let n = 0
  for await (const row of elements(source, book.sheet, 'row')) {
    n = numberOf(row, n)
    const cells = readRow(row, book, texts)
    size += lengthOf(cells)
    if (size > most.sheet) throw tooMuch()
    yield { n, cells }
  }
}

/** What is looked at of the first rows: so many cells of each, and so many characters of each of them. */
const glimpse = { cells: mostColumns * 2, characters: 100 }

/**
 * The first rows, each cell cut short. Of the shared texts it keeps only those that these rows name, so that looking at a
 * file takes little memory whatever the file is.
 */
export async function firstRows(source: Source, count: number, which = 0): Promise<Row[]> {
  const book = await openWorkbook(source, which)
  const rows: Element[] = []
  let size = 0
  for await (const row of elements(source, book.sheet, 'row')) {
    rows.push(row)
    size += row.inner.length
    if (rows.length >= count || size > most.row) break
  }
  const named = new Set(
    rows.flatMap(({ inner }) => [...cellsOf(inner, glimpse.cells)].flatMap(cell => sharedNumber(cell) ?? []))
  )
  const texts = new Map<number, string>()
  let at = 0
  if (book.shared && named.size > 0)
    for await (const { inner } of elements(source, book.shared, 'si')) {
      // A cut leaves the whole text alive unless it is copied.
      if (named.has(at)) texts.set(at, Buffer.from(runs(inner).slice(0, glimpse.characters)).toString())
      if (texts.size === named.size) break
      at++
    }
  let n = 0
  return rows.map(row => {
    n = numberOf(row, n)
    return { n, cells: readRow(row, book, { at: number => texts.get(number) ?? '' }) }
  })
}

type Element = { attributes: string; inner: string }

const numberOf = ({ attributes }: Element, last: number): number =>
  Math.max(last + 1, Number(attribute(attributes, 'r') ?? 0))

const lengthOf = (cells: readonly Cell[]): number => cells.reduce((sum, cell) => sum + textOfCell(cell).length, 0)

function* cellsOf(row: string, count = Number.POSITIVE_INFINITY): Generator<Element> {
  for (const match of row.matchAll(/<(?:\w+:)?c(\s[^>]*?)?(?:\/>|>([\s\S]*?)<\/(?:\w+:)?c>)/g))
    if (count-- > 0) yield { attributes: match[1] ?? '', inner: match[2] ?? '' }
    else return
}

function readRow({ inner }: Element, book: Workbook, shared: Shared): Cell[] {
  const cells: Cell[] = []
  let size = 0
  for (const cell of cellsOf(inner)) {
    const reference = /^[A-Z]{1,3}/.exec(attribute(cell.attributes, 'r') ?? '')?.[0]
    const at = reference ? column(reference) : cells.length
    if (at >= mostColumns * 4) continue
    while (cells.length < at) cells.push('')
    const read = readCell(cell, book, shared)
    size += textOfCell(read).length
    if (size > most.row) throw tooLong()
    cells[at] = read
  }
  return cells
}

const contentOf = (inner: string): string =>
  plain(/<(?:\w+:)?v(?:\s[^>]*)?>([\s\S]*?)<\/(?:\w+:)?v>/.exec(inner)?.[1] ?? '')

/** The number of the shared text that a cell names, where it names one. */
const sharedNumber = ({ attributes, inner }: Element): number | undefined =>
  attribute(attributes, 't') === 's' ? Number(contentOf(inner)) : undefined

function readCell({ attributes, inner }: Element, { dates, from1904 }: Workbook, shared: Shared): Cell {
  const type = attribute(attributes, 't')
  const raw = contentOf(inner)
  if (/<(?:\w+:)?f[\s>/]/.test(inner)) return { text: raw, problem: cellProblems.formula }
  if (type === 'e') return { text: raw, problem: cellProblems.error }
  if (type === 's') return shared.at(Number(raw))
  if (type === 'inlineStr') return runs(inner)
  if (type === 'str' || raw === '') return raw
  if (type === 'b') return raw === '1' ? 'sim' : 'não'
  if (type === 'd') return raw.replace('T', ' ').slice(0, 16)
  if (dates[Number(attribute(attributes, 's') ?? -1)]) return dateText(Number(raw), from1904)
  return numberText(raw)
}
