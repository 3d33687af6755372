import { formatCents, readDecimal, readListedMoney } from '../../../../services/core/money/rules.ts'
import {
  hasTime,
  type ListedDate,
  readListedDate,
  withoutShouting,
  zoneOfHeading
} from '../../../../services/leads/imports/rules.ts'
import { formatDate, formatDateTime } from '../../core/format.ts'
import type { Import, ImportSettings } from './api.ts'

type Column = Import['reading']['columns'][number]

/**
 * The imported value for an example of a column in a field of names, telephones, amounts or dates; undefined for other
 * fields.
 */
export function previewOf(
  { heading, examples, numbers, decimal, dateStyle, phones }: Column,
  at: number,
  field: string,
  { dateStyle: chosenStyle, loudNames = false }: Pick<ImportSettings, 'dateStyle' | 'loudNames'>,
  timeZone: string
): string | undefined {
  const text = examples[at] ?? ''
  const sign = numbers[at] ? ',' : decimal
  if (field === 'phone' || field === 'otherPhone') return phones[at]
  // Only of names that change is anything said.
  if (field === 'name') return loudNames || withoutShouting(text) === text ? undefined : withoutShouting(text)
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
  if (['date', 'preferredDate', 'expectedOn', 'soldOn'].includes(field)) return date(({ day }) => formatDate(day))
  if (field !== 'submittedAt') return undefined
  return date(
    ({ day, time, offset: written }) => {
      const offset = written || (hasTime(text) ? zoneOfHeading(heading) : '')
      if (offset) return formatDateTime(`${day}T${time}${offset}`, timeZone)
      // A time without its distance from UTC is already one of the company; midnight is that of a day without one.
      return time === '00:00:00' ? formatDate(day) : formatDateTime(`${day}T${time}Z`, 'UTC')
    },
    new Date().toISOString().slice(0, 10)
  )
}

/** Whether the numbers or the dates of a column in a field can be written in several ways; null for other fields. */
export function writtenAs({ numbers, examples }: Column, field: string): 'decimal' | 'dateStyle' | null {
  if (field === 'value' || field === 'number') return numbers.every(Boolean) && examples.length > 0 ? null : 'decimal'
  return ['date', 'preferredDate', 'expectedOn', 'soldOn', 'submittedAt'].includes(field) ? 'dateStyle' : null
}
