import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { columnLetters } from './cells.ts'
import { harmless, harmlessLine } from './formulas.ts'

/** Quotes text that any delimiter or leading space could change. */
const quoted = (text: string): string =>
  /[",;|\t\r\n]|^[\s\p{DI}]|[\s\p{DI}]$/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text

/** A number is an amount of money: it has two decimals, and a spreadsheet can add it up. */
export type CellValue = string | number

const decimal = (value: number): string => value.toFixed(2).replace('.', ',')

/** A line of a CSV file, with formulas escaped, and numbers as Excel in Brazil reads them. */
export const csvLine = (cells: readonly CellValue[]): string =>
  `${cells.map(cell => (typeof cell === 'number' ? decimal(cell) : quoted(harmlessLine(cell)))).join(';')}\r\n`

/** With a byte order mark and semicolons, which Excel in Brazil opens correctly. */
export async function* csvFile(rows: AsyncIterable<CellValue[]>): AsyncGenerator<string> {
  yield '\ufeff'
  for await (const row of rows) yield csvLine(row)
}

const xml = (text: string): string =>
  text
    // XML cannot represent the other control characters.
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is left out
    .replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const types = 'http://schemas.openxmlformats.org/package/2006/content-types'
const links = 'http://schemas.openxmlformats.org/package/2006/relationships'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const parts = (title: string): [string, string][] => [
  [
    '[Content_Types].xml',
    `${head}<Types xmlns="${types}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${sheetType}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${sheetType}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${sheetType}.styles+xml"/></Types>`
  ],
  [
    '_rels/.rels',
    `${head}<Relationships xmlns="${links}"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`
  ],
  [
    'xl/workbook.xml',
    `${head}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="${xml(title)}" sheetId="1" r:id="rId1"/></sheets></workbook>`
  ],
  [
    'xl/_rels/workbook.xml.rels',
    `${head}<Relationships xmlns="${links}"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/></Relationships>`
  ],
  [
    'xl/styles.xml',
    `${head}<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf numFmtId="49" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" applyNumberFormat="1" applyFont="1"/><xf numFmtId="4" applyNumberFormat="1"/></cellXfs></styleSheet>`
  ]
]

/**
 * Texts are cells of text, so phones and CNPJs keep their zeros and nothing is a formula. The first row has the
 * headings.
 */
async function* sheetXml(rows: AsyncIterable<CellValue[]>): AsyncGenerator<string> {
  yield `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultColWidth="22" defaultRowHeight="15"/><sheetData>`
  let n = 0
  let held = ''
  for await (const row of rows) {
    const style = n++ === 0 ? ' s="1"' : ' s="0"'
    const cells = row.map((value, at) =>
      typeof value === 'number'
        ? `<c r="${columnLetters(at)}${n}" s="2"><v>${value}</v></c>`
        : `<c r="${columnLetters(at)}${n}" t="inlineStr"${style}><is><t xml:space="preserve">${xml(harmless(value))}</t></is></c>`
    )
    held += `<row r="${n}">${cells.join('')}</row>`
    if (held.length < 64 * 1024) continue
    yield held
    held = ''
  }
  yield `${held}</sheetData></worksheet>`
}

export async function* xlsxFile(title: string, rows: AsyncIterable<CellValue[]>): AsyncGenerator<Buffer> {
  const zip = new ZipFile()
  // 1 January 1980: the archive does not reveal when it was made.
  const options = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true }
  for (const [name, text] of parts(title)) zip.addBuffer(Buffer.from(text), name, options)
  const sheet = Readable.from(sheetXml(rows), { objectMode: false })
  zip.addReadStream(sheet, 'xl/worksheets/sheet1.xml', options)
  zip.end()
  const out = zip.outputStream as Readable
  // The archive does not report errors of its streams to its reader.
  zip.on('error', error => out.destroy(error))
  try {
    yield* out
  } finally {
    sheet.destroy()
  }
}
