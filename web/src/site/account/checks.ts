import { passwordLength } from '../../../../services/account/auth/rules.ts'
import { cnpjTexts, validCnpj } from '../../../../services/account/companies/rules.ts'
import { validEmail } from '../../../../services/core/rules.ts'
import { checkPhone } from '../../../../services/core/telephone/brazil/rules.ts'
import { leadFormTexts } from '../../../../services/leads/leads/rules.ts'

export const passwordRule = `Use de ${passwordLength.min} a ${passwordLength.max} caracteres.`

/** The message for a value that the sign-in form cannot take. */
export function checkLogin(name: string, value: string): string | undefined {
  if (name !== 'email' && name !== 'password') return undefined
  if (value.trim() === '') return leadFormTexts.required
  return name === 'email' && !validEmail(value.trim()) ? leadFormTexts.email : undefined
}

/** The message for a code of the second factor that was not typed. */
export const checkCode = (name: string, value: string): string | undefined =>
  name === 'code' && value.trim() === '' ? leadFormTexts.required : undefined

/** The message for a value that the form for another password cannot take; both must be the same when it is sent. */
export function checkNewPassword(name: string, value: string): string | undefined {
  if (name !== 'password' && name !== 'again') return undefined
  if (value === '') return leadFormTexts.required
  const fits = value.length >= passwordLength.min && value.length <= passwordLength.max
  return name === 'password' && !fits ? passwordRule : undefined
}

export const passwordsDiffer = 'As senhas não são iguais.'

export const signupFields = ['name', 'email', 'password', 'phone', 'companyName', 'cnpj'] as const
const optionalFields = ['phone', 'cnpj']

/** The message for a value that the signup form cannot take. */
export function checkSignup(name: string, value: string): string | undefined {
  if (!(signupFields as readonly string[]).includes(name)) return undefined
  if (value.trim() === '') return optionalFields.includes(name) ? undefined : leadFormTexts.required
  if (name === 'email' && !validEmail(value.trim())) return leadFormTexts.email
  if (name === 'password' && (value.length < passwordLength.min || value.length > passwordLength.max))
    return passwordRule
  if (name === 'phone') return checkPhone(value)
  return name === 'cnpj' && !validCnpj(value) ? cnpjTexts.invalid : undefined
}

/** How hard a password is to guess, in words; nothing where there is none yet. */
export function passwordStrength(password: string): string {
  if (password.length < passwordLength.min) return passwordRule
  const kinds = [/[a-zà-ú]/, /[A-ZÀ-Ú]/, /\d/, /[^\p{L}\d]/u].filter(kind => kind.test(password)).length
  const distinct = new Set(password).size
  if (distinct < 5 || (kinds < 2 && password.length < 12)) return 'Senha fraca: misture letras, números e símbolos.'
  if (password.length >= 14 || (kinds >= 3 && password.length >= 10)) return 'Senha forte.'
  return 'Senha razoável: quanto mais longa, melhor.'
}
