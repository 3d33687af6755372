import { AppError } from '../../core/errors.ts'
import type { Source } from '../files/source.ts'
import {
  type Cell,
  cellOf,
  cellProblems,
  lastRow,
  longestCell,
  maxColumns,
  type Row,
  textOfCell,
  tooManyColumns
} from './cells.ts'
import { Allowance, Texts } from './texts.ts'
import { openWorkbook, plain, type Workbook } from './workbook.ts'
import { attribute, watchXml } from './xml.ts'
import { textOf } from './zip.ts'

/** The day, and the time if there is one, of a serial number; one below 1 is a time of any day. */
function dateText(days: number, from1904: boolean): string {
  const ms = Math.round(((days + (from1904 ? 1462 : 0)) * 86_400 - 25_569 * 86_400) * 1000)
  const date = new Date(ms)
  if (Number.isNaN(ms) || Math.abs(ms) > 8e15) return String(days)
  const text = new Date(Math.round(date.getTime() / 1000) * 1000).toISOString().replace(/(:00)?\.000Z$/, '')
  if (days > 0 && days < 1) return text.slice(11)
  return text.endsWith('T00:00') ? text.slice(0, 10) : text.replace('T', ' ')
}

/**
 * A number as it was typed: a phone of thirteen digits may be stored as 5.511987654321E12, which is exact, and 0.3 as
 * 0.30000000000000004. Spreadsheets show 15 digits. One that was rounded to a few digits stays recognisable as such.
 */
function numberCell(text: string): Cell {
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value)) return cellOf(text)
  if (/^-?\d+$/.test(text)) return { text, number: true }
  const exact = Number.isSafeInteger(value) ? value : Number(value.toPrecision(15))
  return { text: (Math.abs(exact) < 2 ** 53 ? String(exact) : text).replace('.', ','), number: true }
}

/** The shared strings in order, without phonetic guides. */
function sharedTexts({ archive, shared }: Workbook): AsyncGenerator<string> {
  if (!shared) return (async function* () {})()
  return watchXml(textOf(archive, shared), emit => {
    let text = ''
    let aids = 0
    let inText = false
    return {
      open(name) {
        if (name === 'si') text = ''
        else if (name === 'rPh') aids++
        else if (name === 't') inText = aids === 0
      },
      text(part) {
        if (inText && text.length <= longestCell) text += part
      },
      close(name) {
        if (name === 'si') emit(plain(text))
        else if (name === 'rPh') aids--
        else if (name === 't') inText = false
      }
    }
  })
}

/** A cell as stored; `value` is the number of a shared string where the type says so. */
type RawCell = { at: number; type: string; style: number; value: string; formula: boolean }

type RawRow = { n: number; cells: RawCell[] }

/** The columns of a spreadsheet, and the limit for a sheet's cells including empty ones. */
const lastColumn = 16_384
const maxCells = 10_000_000

/** Characters of one row, and of all rows: a shared string counts for each cell. */
const limits = { row: 1024 * 1024, sheet: 128 * 1024 * 1024 }

const tooLong = () => new AppError('invalid', 'Esta planilha tem uma linha longa demais.')
const tooMuch = () =>
  new AppError('invalid', 'Esta planilha tem dados demais. Divida-a em partes menores ou salve os dados como CSV.')

/** Throws for an impossible row number. */
function rowNumber(reference: string | undefined, last: number): number {
  if (reference !== undefined && !(/^\d{1,7}$/.test(reference) && Number(reference) <= lastRow))
    throw new AppError(
      'invalid',
      `Esta planilha tem uma linha de número impossível (${reference.slice(0, 20)}). Salve-a de novo no Excel e envie outra vez.`
    )
  // Some programs number rows wrongly, but in order.
  return Math.max(last + 1, Number(reference ?? 0))
}

/** The column by its letters, or the next one without any. */
function columnOf(reference: string | undefined, next: number): number {
  const letters = /^[A-Z]*/.exec(reference ?? '')?.[0] ?? ''
  if (letters === '') return next
  const at =
    letters.length > 3 ? lastColumn : [...letters].reduce((n, letter) => n * 26 + letter.charCodeAt(0) - 64, 0) - 1
  if (at >= lastColumn)
    throw new AppError(
      'invalid',
      `Esta planilha tem uma célula de endereço impossível (${reference?.slice(0, 20)}). Salve-a de novo no Excel e envie outra vez.`
    )
  return at
}

function rawRows({ archive, sheet }: Workbook): AsyncGenerator<RawRow> {
  let last = 0
  let count = 0
  return watchXml(textOf(archive, sheet), emit => {
    let row: RawRow | undefined
    let cell: RawCell | undefined
    let next = 0
    let aids = 0
    let reads = false
    return {
      open(name, attributes) {
        if (name === 'row') {
          last = rowNumber(attribute(attributes, 'r'), last)
          row = { n: last, cells: [] }
          next = 0
        } else if (name === 'c' && row) {
          cell = {
            at: columnOf(attributes.r, next),
            type: attributes.t ?? '',
            style: Number(attributes.s ?? -1),
            value: '',
            formula: false
          }
        } else if (name === 'f' && cell) cell.formula = true
        else if (name === 'rPh') aids++
        else if (name === 'v' || name === 't') reads = aids === 0
      },
      text(part) {
        if (reads && cell && cell.value.length <= longestCell) cell.value += part
      },
      close(name) {
        if (name === 'c' && row && cell) {
          next = cell.at + 1
          if (++count > maxCells) throw tooMuch()
          // Formatted empty cells may reach to the last column.
          if (cell.value !== '' || cell.formula) {
            if (next > maxColumns || row.cells.push(cell) > maxColumns) throw tooManyColumns(row.n)
          }
          cell = undefined
        } else if (name === 'row' && row) {
          emit(row)
          row = undefined
        } else if (name === 'rPh') aids--
        else if (name === 'v' || name === 't') reads = false
      }
    }
  })
}

/** Shared strings by number. */
type Shared = { at(n: number): string }

/** The rows of a sheet, by its index in `sheetNames`. */
export async function* xlsxRows(source: Source, which = 0): AsyncGenerator<Row> {
  const book = await openWorkbook(source, which)
  const texts = new Texts()
  for await (const text of sharedTexts(book)) texts.add(text)
  let size = 0
  for await (const raw of rawRows(book)) {
    const row = readRow(raw, book, texts)
    size += lengthOf(row.cells)
    if (size > limits.sheet) throw tooMuch()
    yield row
  }
}

/** Characters of each cell in a preview. */
const glimpse = 100

/**
 * The first rows, with cells cut short. Keeps only the shared strings that these rows use, so that a preview takes
 * little memory for any file.
 */
export async function firstRows(source: Source, count: number, which = 0): Promise<Row[]> {
  const book = await openWorkbook(source, which)
  const rows: RawRow[] = []
  let size = 0
  for await (const row of rawRows(book)) {
    rows.push(row)
    size += row.cells.reduce((sum, { value }) => sum + value.length, 0)
    if (rows.length >= count || size > limits.row) break
  }
  const named = new Set(rows.flatMap(({ cells }) => cells.flatMap(cell => sharedNumber(cell) ?? [])))
  const texts = new Map<number, string>()
  const allowance = new Allowance()
  let at = 0
  if (named.size > 0)
    for await (const text of sharedTexts(book)) {
      allowance.take(text)
      // A slice keeps the whole string alive unless it is copied.
      if (named.has(at)) texts.set(at, Buffer.from(text.slice(0, glimpse)).toString())
      if (texts.size === named.size) break
      at++
    }
  return rows.map(row => readRow(row, book, { at: number => texts.get(number) ?? '' }))
}

const lengthOf = (cells: readonly Cell[]): number => cells.reduce((sum, cell) => sum + textOfCell(cell).length, 0)

function readRow({ n, cells: raw }: RawRow, book: Workbook, shared: Shared): Row {
  const cells: Cell[] = []
  let size = 0
  for (const each of raw) {
    const cell = readCell(each, book, shared)
    const text = textOfCell(cell)
    size += text.length
    if (size > limits.row) throw tooLong()
    while (cells.length < each.at) cells.push('')
    cells[each.at] = cell
  }
  return { n, cells }
}

/** The number of the cell's shared string, if it has one. */
const sharedNumber = ({ type, value }: RawCell): number | undefined => (type === 's' ? Number(value) : undefined)

function readCell({ type, style, value, formula }: RawCell, { dates, from1904 }: Workbook, shared: Shared): Cell {
  if (formula) return { text: plain(value), problem: cellProblems.formula }
  if (type === 'e') return { text: plain(value), problem: cellProblems.error }
  if (type === 's') return cellOf(shared.at(Number(value)))
  if (type === 'inlineStr' || type === 'str') return cellOf(plain(value))
  if (type === 'b') return value === '1' ? 'sim' : 'não'
  if (type === 'd') return cellOf(value.replace('T', ' '))
  if (dates[style]) return dateText(Number(value), from1904)
  return numberCell(value)
}
