import { AppError } from '../core/errors.ts'

/** A cell as it stands, or with why it cannot be taken as it stands. */
export type Cell = string | { text: string; problem: string }

/** `n` counts as the spreadsheet does, from 1. */
export type Row = { n: number; cells: Cell[] }

export const textOfCell = (cell: Cell | undefined): string => (typeof cell === 'object' ? cell.text : (cell ?? ''))

/** No cell of a spreadsheet holds more characters. */
export const longestCell = 32_767

export const cellProblems = {
  formula: 'é uma fórmula. Cole só o valor.',
  error: 'tem um erro da planilha.',
  long: `tem mais de ${longestCell.toLocaleString('pt-BR')} caracteres.`,
  unclosed: 'abre aspas que não se fecham: daqui até o fim o arquivo não pôde ser lido.',
  longRow: 'tem mais de 1 MB, ou abre aspas que não se fecham: daqui até o fim o arquivo não pôde ser lido.'
} as const

/** The problems after which nothing more of the file can be read. */
export const endsReading = (problem: string): boolean =>
  problem === cellProblems.unclosed || problem === cellProblems.longRow

/** A cell that holds this text, cut where it is too long for one. */
export const cellOf = (text: string): Cell =>
  text.length > longestCell ? { text: text.slice(0, longestCell), problem: cellProblems.long } : text

/** More columns than a list of people has. */
export const mostColumns = 300

/** A, B ... Z, AA ... */
export const columnLetters = (at: number): string =>
  (at >= 26 ? columnLetters(Math.floor(at / 26) - 1) : '') + String.fromCharCode(65 + (at % 26))

/** The last row that a spreadsheet has. */
export const lastRow = 1_048_576

export const tooManyColumns = (n: number) =>
  new AppError('invalid', `A linha ${n} tem colunas demais: o limite é de ${mostColumns}.`)

/** Throws where a row or its number is beyond what a list of people has. Returns the row without empty cells at its end. */
export function withinBounds({ n, cells }: Row): Row {
  if (n > lastRow)
    throw new AppError(
      'invalid',
      `O arquivo passa da linha ${lastRow.toLocaleString('pt-BR')}, a última que uma planilha tem. Apague as linhas vazias ou divida o arquivo.`
    )
  const width = cells.findLastIndex(cell => textOfCell(cell).trim() !== '' || typeof cell === 'object') + 1
  if (width > mostColumns) throw tooManyColumns(n)
  return { n, cells: width < cells.length ? cells.slice(0, width) : cells }
}
