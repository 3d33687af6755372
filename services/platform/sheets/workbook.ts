import type { Entry } from 'yauzl'
import { AppError } from '../../core/errors.ts'
import { cut } from '../../core/rules.ts'
import type { Source } from '../files/source.ts'
import { type Attributes, attribute, watchXml } from './xml.ts'
import { type Archive, openArchive, textOf } from './zip.ts'

// Sheets are streamed row by row: as one tree, 100,000 rows take many times the file's size. Libraries read XML and
// ZIP; the meaning is read here, because no library distinguishes a formula from its result.

/** Decodes characters that XML cannot hold, written as `_xHHHH_`. */
export const plain = (text: string): string =>
  text.replace(/_x([0-9A-F]{4})_/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))).replaceAll('\0', '')

/** The built-in number formats that are dates. */
const dateFormats = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47])

const showsDate = (code: string): boolean => {
  // The maximum length of a format in Excel.
  const bare = code.slice(0, 255).replace(/"[^"]*"|\[[^[\]]*\]|\\./g, '')
  return /[ymdhs]/i.test(bare) && !/[0#]/.test(bare)
}

/** Sheets offered for choice. */
const maxSheets = 100

type Parts = { archive: Archive; sheets: { name: string; link: string }[]; from1904: boolean }

/** Reads a part that describes the workbook; these are small. */
async function readPart(
  archive: Archive,
  name: string,
  open: (name: string, attributes: Attributes) => void,
  close: (name: string) => void = () => {}
): Promise<void> {
  const entry = archive.entries.get(name)
  if (!entry) return
  if (entry.uncompressedSize > 8 * 1024 * 1024)
    throw new AppError('invalid', 'Esta planilha não pôde ser lida. Salve os dados como CSV.')
  for await (const _ of watchXml(textOf(archive, entry), () => ({ open, close })));
}

/** The visible sheets, or all if none is visible. */
async function openParts(source: Source): Promise<Parts> {
  const archive = await openArchive(source)
  if (!archive.entries.has('xl/workbook.xml'))
    throw new AppError('invalid', 'Este arquivo não é uma planilha do Excel (.xlsx) nem um CSV.')
  const sheets: (Parts['sheets'][number] & { hidden: boolean })[] = []
  let from1904 = false
  await readPart(archive, 'xl/workbook.xml', (name, attributes) => {
    if (name === 'workbookPr') from1904 = /^(1|true)$/.test(attributes.date1904 ?? '')
    if (name === 'sheet' && sheets.length < maxSheets * 10)
      sheets.push({
        name: cut(plain(attributes.name ?? ''), 100),
        link: attribute(attributes, 'id') ?? '',
        hidden: /hidden/i.test(attributes.state ?? '')
      })
  })
  const shown = sheets.filter(({ hidden }) => !hidden)
  return { archive, sheets: (shown.length > 0 ? shown : sheets).slice(0, maxSheets), from1904 }
}

/** The names of the readable sheets. */
export async function sheetNames(source: Source): Promise<string[]> {
  return (await openParts(source)).sheets.map(({ name }) => name)
}

export type Workbook = {
  archive: Archive
  sheet: Entry
  shared: Entry | undefined
  dates: boolean[]
  from1904: boolean
}

export async function openWorkbook(source: Source, which: number): Promise<Workbook> {
  const { archive, sheets, from1904 } = await openParts(source)
  let target = 'worksheets/sheet1.xml'
  await readPart(archive, 'xl/_rels/workbook.xml.rels', (name, { Id, Target }) => {
    if (name === 'Relationship' && Target && Id === sheets[which]?.link) target = Target
  })
  const sheet = archive.entries.get(target.startsWith('/') ? target.slice(1) : `xl/${target}`)
  if (!sheet) throw new AppError('invalid', 'Esta planilha não tem nenhuma aba que possa ser lida.')
  const shared = archive.entries.get('xl/sharedStrings.xml')
  return { archive, sheet, shared, dates: await readStyles(archive), from1904 }
}

/** The maximum of Excel. */
const maxStyles = 65_490

/** For each cell style, whether it shows a date. */
async function readStyles(archive: Archive): Promise<boolean[]> {
  const own = new Map<number, boolean>()
  const styles: boolean[] = []
  let ofCells = false
  await readPart(
    archive,
    'xl/styles.xml',
    (name, { numFmtId, formatCode }) => {
      const id = Number(numFmtId ?? 0)
      if (name === 'numFmt' && own.size < maxStyles) own.set(id, showsDate(formatCode ?? ''))
      else if (name === 'cellXfs') ofCells = true
      else if (name === 'xf' && ofCells && styles.length < maxStyles) styles.push(own.get(id) ?? dateFormats.has(id))
    },
    name => {
      if (name === 'cellXfs') ofCells = false
    }
  )
  return styles
}
