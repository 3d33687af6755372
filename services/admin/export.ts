import { harmless } from '../sheets/write.ts'
import type { ExportFormat } from './rules.ts'

function cell(value: unknown): string {
  if (value === null || value === undefined) return ''
  const text = harmless(typeof value === 'object' ? JSON.stringify(value) : String(value))
  return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Begun by a byte order mark and parted by semicolons, which is what spreadsheets in Brazil open rightly. */
function toCsv(columns: readonly string[], rows: readonly Record<string, unknown>[]): string {
  const lines = rows.map(row => columns.map(column => cell(row[column])).join(';'))
  return `\ufeff${[columns.join(';'), ...lines].join('\r\n')}\r\n`
}

export function writeExport(
  format: ExportFormat,
  columns: readonly string[],
  rows: readonly Record<string, unknown>[]
): { type: string; body: string } {
  if (format === 'csv') return { type: 'text/csv; charset=utf-8', body: toCsv(columns, rows) }
  const body = rows.map(row => `${JSON.stringify(row)}\n`).join('')
  return { type: 'application/x-ndjson; charset=utf-8', body }
}
