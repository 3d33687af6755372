import { csvLine } from '../../platform/sheets/write.ts'
import type { ExportFormat } from './rules.ts'

const textOf = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)

/** With a byte order mark and semicolons, which Excel in Brazil opens correctly. */
const toCsv = (columns: readonly string[], rows: readonly Record<string, unknown>[]): string =>
  `\ufeff${[columns, ...rows.map(row => columns.map(column => textOf(row[column])))].map(csvLine).join('')}`

export function writeExport(
  format: ExportFormat,
  columns: readonly string[],
  rows: readonly Record<string, unknown>[]
): { type: string; body: string } {
  if (format === 'csv') return { type: 'text/csv; charset=utf-8', body: toCsv(columns, rows) }
  const body = rows.map(row => `${JSON.stringify(row)}\n`).join('')
  return { type: 'application/x-ndjson; charset=utf-8', body }
}
