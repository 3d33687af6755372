import { cnpjTexts, plausibleCnpj } from '../../../../services/account/companies/rules.ts'
import {
  checkAnswer,
  type FormField,
  type LeadRole,
  requiredRoles,
  roleOf,
  shownTo
} from '../../../../services/leads/forms/rules.ts'
import { leadFormTexts } from '../../../../services/leads/leads/rules.ts'
import type { Values } from '../parts/fieldErrors.ts'

export type { LeadRole }

/** A field of the company's form; `role` says which of the lead's own data it holds. */
export type LeadField = FormField & { role?: LeadRole }

/** The form itself sends these names, so no field of a company can have one; the editor refuses them. */
const ownNames = ['cnpj', 'companyId', 'consentGiven', 'preferredDate', 'preferredPeriod', 'source', 'website']

/** The fields to show: the first of each role plays it, and name, e-mail and phone are required whatever is stored. */
export function leadFields(fields: readonly FormField[]): LeadField[] {
  const taken = new Set<LeadRole>()
  return fields
    .filter(({ name }) => !ownNames.includes(name))
    .map(field => {
      const role = roleOf(field.name)
      if (!role || taken.has(role)) return field
      taken.add(role)
      return { ...field, role, required: field.required || requiredRoles.includes(role) }
    })
}

/** Those of the fields that are shown to who gave these answers. */
export const shownFields = (fields: readonly LeadField[], values: Values): LeadField[] =>
  shownTo(fields, name => values[name])

/** The message for a value that a field cannot have. */
export function checkField(field: LeadField, value: string): string | undefined {
  const type = field.role === 'phone' || field.role === 'email' ? field.role : field.type
  return checkAnswer({ ...field, type }, value)
}

/** The message for the company's tax id, which may be left out where the company is known. */
export function checkCnpj(value: string, companyKnown: boolean): string | undefined {
  if (value.trim() === '') return companyKnown ? undefined : leadFormTexts.cnpjRequired
  return plausibleCnpj(value) ? undefined : cnpjTexts.invalid
}
