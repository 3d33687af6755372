import { cnpjCharacters } from '../../../../services/companies/rules.ts'
import { digits } from '../../../../services/core/rules.ts'
import { leadFormTexts, type PreferredPeriod } from '../../../../services/leads/rules.ts'
import type { LeadSubmission } from '../../../../services/leads/schema.ts'
import type { Values } from '../parts/fieldErrors.ts'
import type { LeadField } from './fields.ts'

type Filled = {
  companyId: string
  source: string
  fields: readonly LeadField[]
  values: Values
  consentGiven: boolean
  /** Milliseconds since 1970 when the form was first shown. */
  startedAt: number
  now: number
}

/** What the API is sent for a filled form. */
export function leadOf({ companyId, source, fields, values, consentGiven, startedAt, now }: Filled): LeadSubmission {
  const custom: Values = {}
  const known: Values = {}
  for (const { name, role } of fields) {
    const value = values[name]?.trim() ?? ''
    if (role) known[role] = role === 'phone' ? digits(value) : value
    else if (value) custom[name] = value
  }
  return {
    ...custom,
    ...known,
    companyId,
    cnpj: cnpjCharacters(values.cnpj ?? '') || undefined,
    source,
    status: 'new',
    consentGiven,
    preferredDate: values.preferredDate || null,
    preferredPeriod: (values.preferredPeriod as PreferredPeriod) || null,
    website: values.website ?? '',
    submittedAt: new Date(now).toISOString(),
    elapsed: Math.max(0, Math.round(now - startedAt))
  }
}

/** What a lead cannot be sent without, as messages. */
export function missingIn({ name, email, phone, cnpj, companyId }: LeadSubmission): string[] {
  const messages: string[] = []
  if (!name) messages.push(leadFormTexts.nameRequired)
  if (!email) messages.push(leadFormTexts.emailRequired)
  if (!phone) messages.push(leadFormTexts.phoneRequired)
  if (!companyId) messages.push((cnpj ?? '').length < 14 ? leadFormTexts.cnpjRequired : leadFormTexts.companyRequired)
  return messages
}
