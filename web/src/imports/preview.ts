import { type DateStyle, type ListedDate, readListedDate } from '../../../services/imports/rules.ts'
import { formatCents, readDecimal, readListedMoney } from '../../../services/money/rules.ts'
import { formatDate, formatDateTime } from '../core/format.ts'
import type { Import } from './api.ts'

type Column = Import['reading']['columns'][number]

/** What the import makes of an example of a column in a field of amounts or dates; undefined for other fields. */
export function previewOf(
  { examples, numbers, decimal, dateStyle }: Column,
  at: number,
  field: string,
  chosenStyle: DateStyle,
  timeZone: string
): string | undefined {
  const text = examples[at] ?? ''
  const sign = numbers[at] ? ',' : decimal
  const date = (show: (date: ListedDate) => string, today?: string): string => {
    const found = readListedDate(text, dateStyle ?? chosenStyle, today)
    return 'fault' in found ? 'não é data' : show(found)
  }
  if (field === 'value') {
    const cents = readListedMoney(text, sign)
    return cents === undefined || cents === null ? 'não é valor' : formatCents(cents)
  }
  if (field === 'number') {
    const plain = readDecimal(text.replace(/^R\$\s*/i, ''), sign)
    return plain === undefined ? 'não é número' : Number(plain).toLocaleString('pt-BR', { maximumFractionDigits: 10 })
  }
  if (field === 'date' || field === 'preferredDate') return date(({ day }) => formatDate(day))
  if (field !== 'submittedAt') return undefined
  return date(
    ({ day, time, offset }) =>
      // A time without its distance from UTC is already one of the company.
      offset ? formatDateTime(`${day}T${time}${offset}`, timeZone) : formatDateTime(`${day}T${time}Z`, 'UTC'),
    new Date().toISOString().slice(0, 10)
  )
}
