import { formatCnpj } from '../../../../../services/account/companies/rules.ts'
import { formatCents } from '../../../../../services/core/money/rules.ts'
import { addressesText } from '../../../../../services/leads/leads/addresses/rules.ts'
import { leadFields } from '../../../../../services/leads/leads/fields.ts'
import { sourceLabel } from '../../../../../services/leads/leads/marks/rules.ts'
import { type PreferredPeriod, periodLabels } from '../../../../../services/leads/leads/rules.ts'
import { formatDate } from '../../../core/format.ts'
import { phoneText } from '../../../core/phoneText.ts'
import { stepsNow } from '../../funnels/steps.ts'

/** The fields of a lead as headings name them. */
export const fieldTitles: Record<string, string> = {
  ...Object.fromEntries(Object.entries(leadFields).map(([name, { label }]) => [name, label])),
  preferredDate: 'Data preferencial',
  preferredPeriod: 'Período preferencial',
  preferredTime: 'Horário preferencial',
  consentGiven: 'Consentimento'
}

/** A value of a field as people read it; '' for none. Components that show phones call `usePhoneText` too. */
export function valueText(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return ''
  if (typeof value === 'boolean') return value ? 'Sim' : 'Não'
  if ((field === 'phones' || field === 'emails') && Array.isArray(value))
    return addressesText(value, field === 'phones' ? phoneText : email => email)
  if (Array.isArray(value)) return value.map(String).join(', ')
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([name, inner]) => `${name}: ${valueText('', inner)}`)
      .join('; ')
  const text = String(value)
  switch (field) {
    case 'phone':
      return phoneText(text)
    case 'cnpj':
      return formatCnpj(text)
    case 'valueCents':
      return typeof value === 'number' ? formatCents(value) : text
    case 'status':
      return stepsNow().of(text).name
    case 'source':
      return sourceLabel(text)
    case 'preferredDate':
    case 'expectedOn':
    case 'soldOn':
      return formatDate(text)
    case 'preferredPeriod':
      return periodLabels[text as PreferredPeriod] ?? text
    default:
      return text
  }
}

const units = [
  ['dia', 'dias', 86_400],
  ['hora', 'horas', 3600],
  ['minuto', 'minutos', 60]
] as const

/** A length of time in its largest unit, or in its two largest: '2 dias e 3 horas'; 'menos de 1 minuto'. */
export function durationText(seconds: number, parts = 1): string {
  const texts: string[] = []
  let left = seconds
  for (const [one, many, size] of units) {
    const n = Math.floor(left / size)
    if (n === 0) continue
    left -= n * size
    texts.push(`${n} ${n === 1 ? one : many}`)
    if (texts.length === parts) break
  }
  return texts.join(' e ') || 'menos de 1 minuto'
}
