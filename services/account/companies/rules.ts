import { digits } from '../../core/rules.ts'

/** Length of the mask 00.000.000/0000-00. */
export const cnpjMaskLength = 18

export const cnpjTexts = {
  invalid: 'CNPJ inválido. Digite um CNPJ válido com 14 dígitos.',
  wrongLength: 'CNPJ inválido. Deve conter 14 dígitos.',
  identifier: 'Formato de ID ou CNPJ inválido'
} as const

export const noCompany = 'Empresa não encontrada com este ID'

export const companyNeeded = 'ID da empresa ou CNPJ é necessário'

/** A CNPJ without punctuation, in upper case; letters stay, since CNPJs may contain them from 2026. */
export const cnpjCharacters = (value: string): string => value.replace(/[^0-9A-Za-z]/g, '').toUpperCase()

/**
 * Formats up to 14 digits as 00.000.000/0000-00, as far as they go; everything else is dropped, so it serves as an
 * input mask.
 */
export function maskCnpj(value: string): string {
  return punctuateCnpj(digits(value).slice(0, 14))
}

/** The same for CNPJs with letters, which are allowed in the first twelve places. */
export function maskAnyCnpj(value: string): string {
  const characters = cnpjCharacters(value)
  return punctuateCnpj(characters.slice(0, 12) + digits(characters.slice(12)).slice(0, 2))
}

/** Formats a complete CNPJ of either format as AA.AAA.AAA/AAAA-99; anything else is returned unchanged. */
export function formatCnpj(value: string): string {
  return value.length === 14 ? punctuateCnpj(value) : value
}

/** Adds the punctuation to a complete or partial CNPJ. */
export function punctuateCnpj(characters: string): string {
  return characters
    .replace(/^(.{2})(.)/, '$1.$2')
    .replace(/^(.{6})(.)/, '$1.$2')
    .replace(/^(.{10})(.)/, '$1/$2')
    .replace(/^(.{15})(.)/, '$1-$2')
}

/** The lenient check of the public form: 14 characters, the last two digits, not all the same. */
export function plausibleCnpj(value: string): boolean {
  const cnpj = cnpjCharacters(value)
  return /^[0-9A-Z]{12}\d{2}$/.test(cnpj) && !/^(.)\1{13}$/.test(cnpj)
}

const firstWeights = [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]

/**
 * The strict check, with both check digits, for numeric and alphanumeric CNPJs. A character counts its ASCII code
 * less 48; the weighted sum modulo 11 gives the digit: 0 for a remainder under 2, else 11 less the remainder
 * (Receita Federal, Instrução Normativa 2.229/2024).
 */
export function validCnpj(value: string): boolean {
  const cnpj = cnpjCharacters(value)
  if (!plausibleCnpj(cnpj)) return false
  const checkDigit = (weights: number[]) => {
    const sum = weights.reduce((total, weight, i) => total + weight * (cnpj.charCodeAt(i) - 48), 0)
    return sum % 11 < 2 ? 0 : 11 - (sum % 11)
  }
  return cnpj.slice(12) === `${checkDigit(firstWeights)}${checkDigit([6, ...firstWeights])}`
}

export type Identifier = { kind: 'cnpj' | 'id'; value: string }

/**
 * How a text identifies a company: a dot or dash means a CNPJ, 24 hexadecimal characters an id (of a company or a
 * user), digits only a CNPJ, and so do 14 characters ending in two digits. Null for anything else.
 */
export function companyIdentifier(text: string): Identifier | null {
  const value = text.trim()
  if (/[.-]/.test(value)) return { kind: 'cnpj', value: cnpjCharacters(value) }
  if (/^[0-9a-f]{24}$/i.test(value)) return { kind: 'id', value: value.toLowerCase() }
  if (/^\d+$/.test(value)) return { kind: 'cnpj', value }
  if (/^[0-9A-Z]{12}\d{2}$/i.test(value)) return { kind: 'cnpj', value: value.toUpperCase() }
  return null
}
