/** A cell as it stands, or with why it cannot be taken as it stands. */
export type Cell = string | { text: string; problem: string }

/** `n` counts as the spreadsheet does, from 1. */
export type Row = { n: number; cells: Cell[] }

export const textOfCell = (cell: Cell | undefined): string => (typeof cell === 'object' ? cell.text : (cell ?? ''))

export const cellProblems = {
  formula: 'é uma fórmula. Cole só o valor.',
  error: 'tem um erro da planilha.',
  unclosed: 'abre aspas que não se fecham: daqui até o fim o arquivo não pôde ser lido.'
} as const

/** More columns than a list of people has. */
export const mostColumns = 300
