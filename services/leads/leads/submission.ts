import { createHash } from 'node:crypto'
import type { TSchema } from '@sinclair/typebox'
import { cnpjCharacters, cnpjTexts, plausibleCnpj, validCnpj } from '../../account/companies/rules.ts'
import { emailTexts, readTypedEmail, withoutInvisible } from '../../core/emails.ts'
import { invalid } from '../../core/errors.ts'
import { cut, isDay } from '../../core/rules.ts'
import { checkPhone } from '../../core/telephone/brazil/rules.ts'
import { phoneKey, storePhone } from '../../core/telephone/rules.ts'
import { findUnstorable } from '../../core/text.ts'
import { checkAnswer, dayIsFree, type FormField, type FormSettings, roleOf, shownTo } from '../forms/rules.ts'
import {
  defaultSource,
  inputSynonyms,
  type LeadMark,
  leadFormTexts,
  type PreferredPeriod,
  preferredPeriods,
  type Touch
} from './rules.ts'
import { LeadSubmission } from './schema.ts'

/** A submission with every value checked and in the form in which it is stored. */
export type CheckedLead = {
  name: string
  email: string
  phone: string
  phoneKey: string
  /** The visitor's own CNPJ, not the company's. */
  cnpj: string | null
  message: string | null
  source: string
  preferredDate: string | null
  preferredPeriod: PreferredPeriod | null
  preferredTime: string | null
  consentGiven: boolean
  /** Null where the form has no such consent. */
  whatsappConsent: boolean | null
  submittedAt: string | null
  marks: LeadMark[]
  custom: Record<string, unknown>
  touch: Touch | null
  firstTouch: Touch | null
}

/** How the submission names the company: its id or CNPJ, else the CNPJ field. */
export function companyNamed(submission: LeadSubmission): string {
  const { companyId } = submission
  if (companyId?.trim()) return companyId.trim()
  const cnpj = cnpjCharacters(submission.cnpj ?? '')
  if (cnpj.length >= 14) return cnpj
  if (companyId === undefined || cnpj) throw invalid({ cnpj: leadFormTexts.cnpjRequired })
  throw invalid({ companyId: leadFormTexts.companyRequired })
}

const standardFields = new Set([
  'name',
  'email',
  'phone',
  'companyId',
  'cnpj',
  'message',
  'source',
  'submittedAt',
  'status',
  'consentGiven',
  'preferredDate',
  'preferredPeriod',
  'preferredTime',
  'website',
  'formId',
  'formVersion',
  'whatsappConsent',
  'elapsed',
  'touch'
])

/** No person fills in name, e-mail and phone faster than this; in milliseconds. */
const humanTime = 1500

/** The part of a form that the checks need. */
type SubmissionForm = {
  fields: readonly FormField[]
  settings: Pick<FormSettings, 'schedule' | 'whatsapp'>
  /** yyyy-MM-dd in the company's time zone. */
  today: string
}

/**
 * Replaces synonyms and checks every value. Throws an error that names each field in fault; what is suspicious but may
 * not be the visitor's fault becomes a mark.
 */
export function checkSubmission(submission: LeadSubmission, form: SubmissionForm): CheckedLead {
  const unstorable = findUnstorable(submission)
  if (unstorable !== null) throw invalid({ [unstorable]: 'O texto contém caracteres inválidos.' })

  const values = withoutSynonyms(submission)
  refuseTooLong(values)
  const errors: Record<string, string> = {}
  const name = values.name?.trim() ?? ''
  const typedEmail = (values.email ?? '').trim()
  const { email, fault } = readTypedEmail(typedEmail)
  const phone = storePhone(values.phone ?? '')
  if (!name) errors.name = leadFormTexts.nameRequired
  if (!withoutInvisible(typedEmail)) errors.email = leadFormTexts.emailRequired
  else if (fault) errors.email = emailTexts[fault]
  const wrongPhone = phone ? checkPhone(phone) : leadFormTexts.phoneRequired
  if (wrongPhone) errors.phone = wrongPhone

  // Names the company that the form belongs to, not the visitor.
  const companyCnpj = cnpjCharacters(values.cnpj ?? '')
  if (companyCnpj && !plausibleCnpj(companyCnpj)) errors.cnpj = cnpjTexts.invalid

  const preferredDate = values.preferredDate?.trim().slice(0, 10) || null
  if (preferredDate && !isDay(preferredDate)) errors.preferredDate = 'Data inválida.'
  else if (preferredDate && preferredDate < form.today) errors.preferredDate = leadFormTexts.pastDate
  else if (preferredDate && !dayIsFree(preferredDate, form.settings.schedule))
    errors.preferredDate = leadFormTexts.blockedDate

  const preferredPeriod = (values.preferredPeriod || null) as PreferredPeriod | null
  if (preferredPeriod && !preferredPeriods.includes(preferredPeriod)) errors.preferredPeriod = 'Período inválido.'

  const custom = customValues(values, errors)
  const answer = (field: string) => {
    const role = roleOf(field)
    return role ? values[role] : standardFields.has(field) ? values[field] : custom[field]
  }
  for (const field of shownTo(form.fields, answer)) {
    if (errors[field.name] !== undefined) continue
    const value = answer(field.name)
    const problem =
      checkAnswer(field, value === undefined || value === null ? '' : String(value)) ?? checkEmail(field, value)
    if (problem) errors[roleOf(field.name) ?? field.name] ??= problem
  }
  if (Object.keys(errors).length > 0 || email === null) throw invalid(errors)

  const marks: LeadMark[] = []
  if (values.website) marks.push('bot')
  if (values.elapsed !== undefined && values.elapsed < humanTime) marks.push('fast')

  return {
    name,
    email,
    phone,
    phoneKey: phoneKey(phone),
    cnpj: ownCnpj(form.fields, answer),
    message: values.message?.trim() || null,
    source: values.source?.trim() || defaultSource,
    preferredDate,
    preferredPeriod,
    preferredTime: values.preferredTime?.trim() || null,
    consentGiven: values.consentGiven ?? false,
    whatsappConsent: form.settings.whatsapp === null ? null : (values.whatsappConsent ?? false),
    submittedAt: instant(values.submittedAt),
    marks,
    custom,
    touch: withValues(values.touch?.last),
    firstTouch: withValues(values.touch?.first)
  }
}

/** The message for an answer to a field for e-mails that cannot be one. */
function checkEmail(field: FormField, value: unknown): string | undefined {
  if (field.type !== 'email' || typeof value !== 'string' || !value.trim()) return undefined
  const { fault } = readTypedEmail(value)
  return fault ? emailTexts[fault] : undefined
}

/** The CNPJ from a tax id field of the form; null for a CPF, or where the form has no such field. */
function ownCnpj(fields: readonly FormField[], answer: (field: string) => unknown): string | null {
  const values = fields.filter(({ type }) => type === 'taxId').map(({ name }) => String(answer(name) ?? ''))
  const cnpj = values.find(validCnpj)
  return cnpj === undefined ? null : cnpjCharacters(cnpj)
}

/** Without empty values; null where none is left. */
function withValues(touch: Touch | undefined): Touch | null {
  const entries = Object.entries(touch ?? {}).filter(([, value]) => value !== '')
  return entries.length > 0 ? Object.fromEntries(entries) : null
}

/**
 * The same for the same submission whatever the order of its fields; compared for requests with one idempotency key.
 */
export function fingerprint(submission: LeadSubmission): string {
  const { submittedAt: _, elapsed: __, touch: ___, ...lasting } = submission
  const sorted = Object.entries(lasting).sort(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(sorted)).digest('base64url')
}

type SubmissionValues = LeadSubmission & Record<string, unknown>

function withoutSynonyms(submission: LeadSubmission): SubmissionValues {
  const values: SubmissionValues = {}
  for (const [key, value] of Object.entries(submission)) if (!Object.hasOwn(inputSynonyms, key)) values[key] = value
  for (const [key, value] of Object.entries(submission)) {
    const target = Object.hasOwn(inputSynonyms, key) ? inputSynonyms[key] : undefined
    if (target && !values[target] && typeof value === 'string') values[target] = cut(value, 5000)
  }
  return values
}

/** Needed beside the schema, which covers neither synonyms nor forms sent without JavaScript. */
function refuseTooLong(values: SubmissionValues): void {
  const errors: Record<string, string> = {}
  for (const [field, { maxLength }] of Object.entries<TSchema>(LeadSubmission.properties)) {
    const value = values[field]
    if (maxLength !== undefined && typeof value === 'string' && value.length > maxLength)
      errors[field] = `Use no máximo ${maxLength} caracteres.`
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

const limits = { fields: 60, name: 60, text: 5000 }

/** Answers to the company's own fields, also to removed ones: a form may have been open while it was changed. */
function customValues(values: SubmissionValues, errors: Record<string, string>): Record<string, unknown> {
  const entries = Object.entries(values).filter(([key]) => !standardFields.has(key))
  if (entries.length > limits.fields) throw invalid({ dados: `Envie no máximo ${limits.fields} campos.` })
  for (const [key, value] of entries) {
    if (!/^[\p{L}\p{N}_. -]+$/u.test(key) || key.length > limits.name || key === '__proto__')
      errors[key.slice(0, limits.name)] = 'O nome do campo não é aceito.'
    else if (!isAnswer(value)) errors[key] = 'O valor é de um tipo inválido.'
    else if (JSON.stringify(value).length > limits.text) errors[key] = `Use no máximo ${limits.text} caracteres.`
  }
  return Object.fromEntries(entries)
}

const isAnswer = (value: unknown): boolean =>
  value === null ||
  ['string', 'number', 'boolean'].includes(typeof value) ||
  (Array.isArray(value) && value.every(item => typeof item === 'string'))

/** The visitor's clock is only informative, so an invalid time is dropped rather than refused. */
function instant(value: string | undefined): string | null {
  const date = new Date(value ?? Number.NaN)
  const year = date.getUTCFullYear()
  return year >= 1970 && year < 10_000 ? date.toISOString() : null
}
