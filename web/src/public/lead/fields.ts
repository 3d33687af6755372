import { cnpjTexts, plausibleCnpj } from '../../../../services/companies/rules.ts'
import { digits } from '../../../../services/core/rules.ts'
import type { FormField } from '../../../../services/forms/rules.ts'
import { inputSynonyms, leadFormTexts, validEmail } from '../../../../services/leads/rules.ts'

export type LeadRole = 'name' | 'email' | 'phone' | 'message'

/** A field of the company's form; `role` says which of the lead's own data it holds. */
export type LeadField = FormField & { role?: LeadRole }

const roles: Record<string, LeadRole> = {
  name: 'name',
  email: 'email',
  phone: 'phone',
  message: 'message',
  ...inputSynonyms
}
const alwaysRequired: readonly (LeadRole | undefined)[] = ['name', 'email', 'phone']

/** What the form itself sends under these names cannot be a field of the company. */
const ownNames = ['cnpj', 'companyId', 'consentGiven', 'preferredDate', 'preferredPeriod', 'source', 'website']

/** The fields to show: the first of each role plays it, and name, e-mail and phone are required whatever is stored. */
export function leadFields(fields: readonly FormField[]): LeadField[] {
  const taken = new Set<LeadRole>()
  return fields
    .filter(({ name }) => !ownNames.includes(name))
    .map(field => {
      const role = roles[field.name.toLowerCase()]
      if (!role || taken.has(role)) return field
      taken.add(role)
      return { ...field, role, required: field.required || alwaysRequired.includes(role) }
    })
}

/** The message for a value that a field cannot have. */
export function checkField(field: LeadField, value: string): string | undefined {
  const given = field.role === 'phone' ? digits(value) : value.trim()
  if (given === '') return field.required ? leadFormTexts.required : undefined
  const email = field.type === 'email' || field.role === 'email'
  return email && !validEmail(given) ? leadFormTexts.email : undefined
}

/** The message for the company's tax id, which may be left out where the company is known. */
export function checkCnpj(value: string, companyKnown: boolean): string | undefined {
  if (value.trim() === '') return companyKnown ? undefined : leadFormTexts.cnpjRequired
  return plausibleCnpj(value) ? undefined : cnpjTexts.invalid
}
