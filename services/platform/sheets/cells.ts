import { AppError } from '../../core/errors.ts'
import { cut } from '../../core/rules.ts'

/**
 * A cell's text; its text with the problem that keeps it from being used; or a number of a workbook, written with a
 * decimal comma and without groups, as Excel shows it in Brazil.
 */
export type Cell = string | { text: string; problem: string } | { text: string; number: true }

/** `n` counts from 1, as spreadsheets do. */
export type Row = { n: number; cells: Cell[] }

export const textOfCell = (cell: Cell | undefined): string => (typeof cell === 'object' ? cell.text : (cell ?? ''))

/** Why a cell cannot be used, if it cannot. */
export const problemOfCell = (cell: Cell | undefined): string | undefined =>
  typeof cell === 'object' && 'problem' in cell ? cell.problem : undefined

/** Whether a cell is a number of a workbook, which no way of writing numbers can change. */
export const isNumberCell = (cell: Cell | undefined): boolean => typeof cell === 'object' && 'number' in cell

/** The maximum of a spreadsheet's cell. */
export const longestCell = 32_767

export const cellProblems = {
  formula: 'é uma fórmula. Cole só o valor.',
  error: 'tem um erro da planilha.',
  long: `tem mais de ${longestCell.toLocaleString('pt-BR')} caracteres.`,
  unclosed: 'abre aspas que não se fecham: daqui até o fim o arquivo não pôde ser lido.',
  longRow: 'tem mais de 1 MB, ou abre aspas que não se fecham: daqui até o fim o arquivo não pôde ser lido.'
} as const

/** Problems after which the rest of the file cannot be read. */
export const endsReading = (problem: string): boolean =>
  problem === cellProblems.unclosed || problem === cellProblems.longRow

/** A cell with this text, cut to the maximum. */
export const cellOf = (text: string): Cell =>
  text.length > longestCell ? { text: cut(text, longestCell), problem: cellProblems.long } : text

/** More columns than any list of people has. */
export const maxColumns = 300

/** A, B ... Z, AA ... */
export const columnLetters = (at: number): string =>
  (at >= 26 ? columnLetters(Math.floor(at / 26) - 1) : '') + String.fromCharCode(65 + (at % 26))

/** The last row of a spreadsheet. */
export const lastRow = 1_048_576

export const tooManyColumns = (n: number) =>
  new AppError('invalid', `A linha ${n} tem colunas demais: o limite é de ${maxColumns}.`)

/** The row without trailing empty cells. Throws where it exceeds the limits. */
export function withinBounds({ n, cells }: Row): Row {
  if (n > lastRow)
    throw new AppError(
      'invalid',
      `O arquivo passa da linha ${lastRow.toLocaleString('pt-BR')}, a última que uma planilha tem. Apague as linhas vazias ou divida o arquivo.`
    )
  const width = cells.findLastIndex(cell => textOfCell(cell).trim() !== '' || typeof cell === 'object') + 1
  if (width > maxColumns) throw tooManyColumns(n)
  return { n, cells: width < cells.length ? cells.slice(0, width) : cells }
}
