import { cnpjCharacters } from '../../../../services/account/companies/rules.ts'
import { phoneDigits } from '../../../../services/core/telephone/brazil/rules.ts'
import { leadFormTexts, type PreferredPeriod } from '../../../../services/leads/leads/rules.ts'
import type { LeadSubmission } from '../../../../services/leads/leads/schema.ts'
import type { Values } from '../parts/fieldErrors.ts'
import { type LeadField, shownFields } from './fields.ts'

type Filled = {
  companyId: string
  /** The form that was shown, and which version of it. */
  form?: { id: string | null; version: number }
  touch?: LeadSubmission['touch']
  source: string
  fields: readonly LeadField[]
  values: Values
  consentGiven: boolean
  /** Milliseconds since 1970 when the form was first shown. */
  startedAt: number
  now: number
}

/** The request for a filled form. */
export function leadOf(filled: Filled): LeadSubmission {
  const { companyId, form, source, touch, values, consentGiven, startedAt, now } = filled
  const fields = shownFields(filled.fields, values)
  const custom: Record<string, string | boolean> = {}
  const contact: Values = {}
  for (const { name, role, type } of fields) {
    const value = values[name]?.trim() ?? ''
    if (role) contact[role] = role === 'phone' ? phoneDigits(value) : value
    else if (value) custom[name] = type === 'checkbox' ? value === 'true' : value
  }
  return {
    ...custom,
    ...contact,
    companyId,
    cnpj: cnpjCharacters(values.cnpj ?? '') || undefined,
    source,
    status: 'new',
    ...(form?.id && { formId: form.id, formVersion: form.version }),
    ...(touch && { touch }),
    consentGiven,
    ...(values.whatsappConsent !== undefined && { whatsappConsent: true }),
    preferredDate: values.preferredDate || null,
    preferredPeriod: (values.preferredPeriod as PreferredPeriod) || null,
    website: values.website ?? '',
    submittedAt: new Date(now).toISOString(),
    elapsed: Math.max(0, Math.round(now - startedAt))
  }
}

/** Messages for the required values that are missing. */
export function missingIn({ name, email, phone, cnpj, companyId }: LeadSubmission): string[] {
  const messages: string[] = []
  if (!name) messages.push(leadFormTexts.nameRequired)
  if (!email) messages.push(leadFormTexts.emailRequired)
  if (!phone) messages.push(leadFormTexts.phoneRequired)
  if (!companyId) messages.push((cnpj ?? '').length < 14 ? leadFormTexts.cnpjRequired : leadFormTexts.companyRequired)
  return messages
}
