import { cnpjCharacters, punctuateCnpj, validCnpj } from '../../account/companies/rules.ts'
import { digits, isDay, validEmail } from '../../core/rules.ts'
import { checkPhone } from '../../core/telephone/brazil/rules.ts'
import { inputSynonyms, leadFormTexts, type PreferredPeriod } from '../leads/rules.ts'

export const fieldTypes = [
  'text',
  'email',
  'phone',
  'textarea',
  'select',
  'radio',
  'checkbox',
  'number',
  'date',
  'taxId',
  'cep',
  'hidden'
] as const
export type FieldType = (typeof fieldTypes)[number]

/** Types whose answers are options, by which leads are counted and filtered. */
export const optionTypes = ['select', 'radio', 'checkbox'] as const satisfies readonly FieldType[]
export type OptionType = (typeof optionTypes)[number]

export type FormField = {
  id: string
  name: string
  label: string
  type: FieldType
  placeholder?: string
  help?: string
  required: boolean
  options?: string[]
  /** For a number its range, for a text its length. */
  min?: number
  max?: number
  /** Shown only while another field has this answer. */
  showIf?: { field: string; is: string }
  /** The value of a hidden field where the address has none. */
  value?: string
}

export type FormSettings = {
  /** #rrggbb; null for the product's colours. */
  accent: string | null
  /** A data URL. */
  logo: string | null
  /** The text after sending; null for the default. */
  success: string | null
  /** Where the visitor is sent after sending. */
  redirect: string | null
  /** After sending, the visitor may go on to the company's booking page. */
  booking: boolean
  /** `weekdays` (0 is Sunday) and `days` cannot be chosen. */
  schedule: { on: boolean; periods: PreferredPeriod[]; weekdays: number[]; days: string[] }
  consent: string
  privacyUrl: string | null
  /** The text of a separate consent for WhatsApp; null for none. */
  whatsapp: string | null
  ownerId: string | null
  recipients: string[]
  /** Sites that may embed the form; without any, all https sites may. */
  origins: string[]
}

export type FormContent = { title: string; description: string; fields: FormField[]; settings: FormSettings }

export const defaultTitle = 'Fale conosco'
export const defaultDescription = 'Preencha seus dados e entraremos em contato.'

export type LeadRole = 'name' | 'email' | 'phone' | 'message'

const roles: Record<string, LeadRole> = {
  name: 'name',
  email: 'email',
  phone: 'phone',
  message: 'message',
  ...inputSynonyms
}

/** The lead's own field that a form field of this name fills. */
export const roleOf = (name: string): LeadRole | undefined =>
  Object.hasOwn(roles, name.toLowerCase()) ? roles[name.toLowerCase()] : undefined

/** A lead needs these, so every form has them. */
export const requiredRoles: readonly LeadRole[] = ['name', 'email', 'phone']

type Conditional = Pick<FormField, 'name' | 'type' | 'showIf'>

/** The fields visible with these answers. A field that depends on a hidden one is hidden too. */
export function shownTo<Field extends Conditional>(
  fields: readonly Field[],
  answer: (name: string) => unknown
): Field[] {
  const hidden = new Set<string>()
  return fields.filter(field => {
    const shown = !(field.showIf && hidden.has(field.showIf.field)) && isShown(field, answer, fields)
    if (!shown) hidden.add(field.name)
    return shown
  })
}

/** A condition on a removed field is ignored. */
function isShown(field: Conditional, answer: (name: string) => unknown, fields: readonly Conditional[]): boolean {
  const { showIf } = field
  const other = showIf && fields.find(({ name }) => name === showIf.field)
  if (!other || !showIf) return true
  const value = answer(showIf.field)
  if (other.type === 'checkbox') return (value === true || value === 'true') === (showIf.is === 'true')
  return String(value ?? '').trim() === showIf.is
}

export const answerTexts = {
  number: 'Digite um número.',
  date: 'Data inválida.',
  taxId: 'CPF ou CNPJ inválido',
  cep: 'CEP inválido. Digite os 8 dígitos.'
} as const

/** The message for an invalid answer; shared by the browser and the server. */
export function checkAnswer(field: FormField, answer: string): string | undefined {
  const text = field.type === 'phone' ? digits(answer) : answer.trim()
  if (text === '' || (field.type === 'checkbox' && text !== 'true'))
    return field.required ? leadFormTexts.required : undefined
  switch (field.type) {
    case 'email':
      return validEmail(text) ? undefined : leadFormTexts.email
    case 'phone':
      return checkPhone(text)
    case 'number':
      return checkNumber(field, text)
    case 'date':
      return isDay(text) ? undefined : answerTexts.date
    case 'taxId':
      return validCpf(text) || validCnpj(text) ? undefined : answerTexts.taxId
    case 'cep':
      return digits(text).length === 8 ? undefined : answerTexts.cep
    case 'text':
    case 'textarea':
      return checkLength(field, text)
    default:
      return undefined
  }
}

function checkNumber({ min, max }: FormField, text: string): string | undefined {
  const value = Number(text.replace(',', '.'))
  if (!Number.isFinite(value)) return answerTexts.number
  if (min !== undefined && value < min) return `Use um número a partir de ${min}.`
  return max !== undefined && value > max ? `Use um número até ${max}.` : undefined
}

function checkLength({ min, max }: FormField, text: string): string | undefined {
  if (min !== undefined && text.length < min) return `Use pelo menos ${min} caracteres.`
  return max !== undefined && text.length > max ? `Use no máximo ${max} caracteres.` : undefined
}

/** Checks the check digits of a CPF. */
export function validCpf(value: string): boolean {
  const cpf = value.replace(/[.\-\s]/g, '')
  if (!/^\d{11}$/.test(cpf) || /^(.)\1{10}$/.test(cpf)) return false
  const digit = (length: number) => {
    let sum = 0
    for (let i = 0; i < length; i++) sum += Number(cpf[i]) * (length + 1 - i)
    return ((sum * 10) % 11) % 10
  }
  return digit(9) === Number(cpf[9]) && digit(10) === Number(cpf[10])
}

/** Formats a CPF or CNPJ as far as it is typed. */
export function maskTaxId(text: string): string {
  const characters = cnpjCharacters(text).slice(0, 14)
  if (characters.length > 11 || /[A-Z]/.test(characters)) return punctuateCnpj(characters)
  return characters
    .replace(/^(.{3})(.)/, '$1.$2')
    .replace(/^(.{7})(.)/, '$1.$2')
    .replace(/^(.{11})(.)/, '$1-$2')
}

export const maskCep = (text: string): string =>
  digits(text)
    .slice(0, 8)
    .replace(/^(.{5})(.)/, '$1-$2')

/** True where a day can be chosen. */
export const dayIsFree = (day: string, { weekdays, days }: { weekdays: number[]; days: string[] }): boolean =>
  !days.includes(day) && !weekdays.includes(new Date(`${day}T00:00:00Z`).getUTCDay())
