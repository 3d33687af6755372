import { AppError } from '../core/errors.ts'
import type { Source } from '../files/store.ts'
import { type Cell, cellProblems, mostColumns, type Row } from './cells.ts'
import { type Entry, readDirectory, textOf } from './zip.ts'

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
async function* elements(
  source: Source,
  entry: Entry,
  name: string
): AsyncGenerator<{ attributes: string; inner: string }> {
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
    if (held.length > 8 * 1024 * 1024) throw new AppError('invalid', 'Esta planilha tem uma linha longa demais.')
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

type Workbook = { sheet: Entry; strings: string[]; dates: boolean[]; from1904: boolean }

async function openWorkbook(source: Source): Promise<Workbook> {
  const entries = new Map((await readDirectory(source)).map(entry => [entry.name.replace(/^\//, ''), entry]))
  const workbook = await whole(source, entries.get('xl/workbook.xml'))
  if (!workbook) throw new AppError('invalid', 'Este arquivo não é uma planilha do Excel (.xlsx) nem um CSV.')
  const links = await whole(source, entries.get('xl/_rels/workbook.xml.rels'))
  const sheets = [...workbook.matchAll(/<(?:\w+:)?sheet\s([^>]*)>/g)].map(match => match[1] ?? '')
  const shown = sheets.find(sheet => !/hidden/i.test(attribute(sheet, 'state') ?? '')) ?? sheets[0] ?? ''
  const id = attribute(shown, 'id')
  const link = [...links.matchAll(/<(?:\w+:)?Relationship\s([^>]*)>/g)].find(
    match => attribute(match[1] ?? '', 'Id') === id
  )
  const target = attribute(link?.[1] ?? '', 'Target') ?? 'worksheets/sheet1.xml'
  const sheet = entries.get(target.startsWith('/') ? target.slice(1) : `xl/${target}`)
  if (!sheet) throw new AppError('invalid', 'Esta planilha não tem nenhuma aba que possa ser lida.')
  const strings: string[] = []
  const shared = entries.get('xl/sharedStrings.xml')
  if (shared) for await (const { inner } of elements(source, shared, 'si')) strings.push(runs(inner))
  const dates = readStyles(await whole(source, entries.get('xl/styles.xml')))
  return { sheet, strings, dates, from1904: /date1904="(1|true)"/.test(workbook) }
}

/** The rows of the first sheet that is shown. */
export async function* xlsxRows(source: Source): AsyncGenerator<Row> {
  const book = await openWorkbook(source)
  let n = 0
  for await (const { attributes, inner } of elements(source, book.sheet, 'row')) {
    n = Math.max(n + 1, Number(attribute(attributes, 'r') ?? 0))
    const cells: Cell[] = []
    for (const match of inner.matchAll(/<(?:\w+:)?c(\s[^>]*?)?(?:\/>|>([\s\S]*?)<\/(?:\w+:)?c>)/g)) {
      const reference = /^[A-Z]{1,3}/.exec(attribute(match[1] ?? '', 'r') ?? '')?.[0]
      const at = reference ? column(reference) : cells.length
      if (at >= mostColumns * 4) continue
      while (cells.length < at) cells.push('')
      cells[at] = readCell(match[1] ?? '', match[2] ?? '', book)
    }
    yield { n, cells }
  }
}

function readCell(attributes: string, inner: string, { strings, dates, from1904 }: Workbook): Cell {
  const type = attribute(attributes, 't')
  const raw = plain(/<(?:\w+:)?v(?:\s[^>]*)?>([\s\S]*?)<\/(?:\w+:)?v>/.exec(inner)?.[1] ?? '')
  if (/<(?:\w+:)?f[\s>/]/.test(inner)) return { text: raw, problem: cellProblems.formula }
  if (type === 'e') return { text: raw, problem: cellProblems.error }
  if (type === 's') return strings[Number(raw)] ?? ''
  if (type === 'inlineStr') return runs(inner)
  if (type === 'str' || raw === '') return raw
  if (type === 'b') return raw === '1' ? 'sim' : 'não'
  if (type === 'd') return raw.replace('T', ' ').slice(0, 16)
  if (dates[Number(attribute(attributes, 's') ?? -1)]) return dateText(Number(raw), from1904)
  return numberText(raw)
}
