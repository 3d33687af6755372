import { cnpjCharacters, cnpjTexts, validCnpj } from '../companies/rules.ts'
import { withoutInvisible } from '../core/emails.ts'
import { digits, isDay } from '../core/rules.ts'
import { answerTexts, checkAnswer, type FormField, validCpf } from '../forms/rules.ts'
import { leadFormTexts, type PreferredPeriod, readPhone, validEmail } from '../leads/rules.ts'
import { moneyText, readMoney, readPlainMoney } from '../money/rules.ts'
import { type DateStyle, type ImportField, plainHeading, severalEmails, severalPhones, statusNames } from './rules.ts'
import type { ImportSettings } from './schema.ts'

/** What the file's texts are matched with. */
export type Lookups = {
  /** Ids by name, by e-mail and by id in the form of `plainHeading`; null for a name that two people share. */
  owners: Map<string, string | null>
  tags: Set<string>
  custom: Map<string, FormField>
}

/** A cell's text is no value of its field. */
export class Wrong extends Error {}
/** It is none of the values that the field has. */
export class Unknown extends Wrong {}

export const wrong = (reason: string): never => {
  throw new Wrong(reason)
}
const unknown = (reason: string): never => {
  throw new Unknown(reason)
}

export function fitting(most: number, text: string): string {
  return text.length > most ? wrong(`É longo demais: até ${most} caracteres.`) : text
}

/** The value of a cell; fields without a parser are taken as written. */
export function readValue(
  field: ImportField,
  text: string,
  settings: ImportSettings,
  lookups: Lookups
): string | boolean {
  switch (field) {
    case 'name':
      return withoutShouting(text.replace(/\s+/g, ' '))
    case 'email':
      return readEmail(text)
    case 'phone':
      return readNumber(text)
    case 'cnpj':
      return readCnpj(text)
    case 'status':
      return (
        statusNames[plainHeading(text)] ??
        unknown('Situação desconhecida. Use Novo, Em contato, Agendado, Convertido ou Perdido.')
      )
    case 'owner':
      return readOwner(text, lookups)
    case 'submittedAt':
      return readDate(text, settings.dateStyle, true)
    case 'preferredDate':
      return readDate(text, settings.dateStyle, false)
    case 'preferredPeriod':
      return readPeriod(text)
    case 'consent':
      return readConsent(text)
    case 'value':
      return readValueCents(text, settings.decimal)
    default:
      return text
  }
}

/** A name of several words in capitals, as people write it: "MARIA DA SILVA" is "Maria da Silva". */
const withoutShouting = (name: string): string =>
  / /.test(name) && name === name.toUpperCase() && name !== name.toLowerCase()
    ? name
        .toLowerCase()
        .replace(/(?<![\p{L}\p{M}'’])\p{L}+/gu, word =>
          /^(d[aeo]s?|e)$/.test(word) ? word : word.charAt(0).toUpperCase() + word.slice(1)
        )
        .replace(/^\p{L}/u, first => first.toUpperCase())
    : name

function readEmail(text: string): string {
  if (/[;,/\s]/.test(text) && text.split('@').length > 2) wrong(severalEmails)
  const email = withoutInvisible(text)
  return validEmail(email) ? email : wrong(leadFormTexts.email)
}

const scientific = /^[+-]?\d+([.,]\d+)?e[+-]?\d+$/i

function readNumber(text: string): string {
  if (scientific.test(text)) wrong('O Excel arredondou este número. Formate a coluna como texto e copie de novo.')
  if ((/[/;|]|\bou\b/i.test(text) || /,\s*\(?\d/.test(text)) && digits(text).length > 13) wrong(severalPhones)
  // Words around a number say what it is or whose: "Cel: (11) 98765-4321 (whats)".
  const bare = text
    .replace(/\p{L}[\p{L}.:]*/gu, ' ')
    .replace(/\(\s*\)/g, ' ')
    .trim()
  if (!/^[\d\s()+.:-]+$/.test(bare) || !/\d/.test(bare)) wrong('Telefone inválido. Use só números, com DDD.')
  const number = digits(bare.replace(/^(\d+)\.0$/, '$1'))
  if (number.length < 10) wrong(number.length < 8 ? 'Telefone incompleto.' : 'Falta o DDD.')
  if (number.length > 15) wrong('Telefone com dígitos demais.')
  const { e164 } = readPhone(number)
  const valid = e164 !== null || /^(0800|0300|4004|3003)/.test(number) || text.startsWith('+') || text.startsWith('00')
  return valid ? number : wrong('Este telefone não existe no Brasil. Confira o DDD; se for de fora, comece com +.')
}

/** Restores leading zeros that a spreadsheet dropped, where the check digits then agree. */
function readCnpj(text: string): string {
  if (scientific.test(text)) wrong('O Excel arredondou este número. Formate a coluna como texto e copie de novo.')
  const characters = cnpjCharacters(text)
  const padded = /^\d{3,13}$/.test(characters) ? characters.padStart(14, '0') : characters
  const isCpf = characters.length === 11 && validCpf(characters)
  if (validCnpj(padded) && !isCpf) return padded
  if (isCpf) wrong('É um CPF, não um CNPJ.')
  return wrong(characters.length === 14 ? 'CNPJ inválido: os dígitos não conferem.' : cnpjTexts.wrongLength)
}

function readOwner(text: string, lookups: Lookups): string {
  const id = lookups.owners.get(plainHeading(text))
  if (id === null) unknown('Há mais de uma pessoa com este nome. Use o e-mail dela.')
  return id ?? unknown('Ninguém ativo na equipe tem este nome ou e-mail.')
}

export function readTags(text: string, { newTags }: ImportSettings, lookups: Lookups): string[] {
  const names = text
    .split(/[;,|]/)
    .map(name => name.trim())
    .filter(Boolean)
  for (const name of names) {
    if (name.length > 40) wrong('Etiqueta longa demais: até 40 caracteres.')
    if (!newTags && !lookups.tags.has(plainHeading(name))) wrong(`A etiqueta “${name}” não existe.`)
  }
  return names
}

/** The days that spreadsheets count as numbers from 1900 on: those of 1970 to 2069. */
const [firstSerial, lastSerial] = [25_569, 62_093]
const dayOfSerial = (serial: number, time: boolean): string => {
  const at = new Date(Math.round((serial - firstSerial) * 24 * 3600) * 1000).toISOString()
  return time ? `${at.slice(0, 10)} ${at.slice(11, 16)}` : at.slice(0, 10)
}

/** A day, or with `time` a time of day too, which the database converts from the company's time zone. */
function readDate(text: string, style: DateStyle, time: boolean): string {
  const serial = /^\d{5}([.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : 0
  if (serial >= firstSerial && serial < lastSerial) return dayOfSerial(serial, time)
  const match =
    /^(\d{1,4})[/.-](\d{1,2})[/.-](\d{1,4})(?:[ T,]+(?:às )?(\d{1,2})[:h](\d{2})(?::\d{2}(?:\.\d+)?)?\s*(?:Z|[+-]\d{2}:?\d{2})?)?$/i.exec(
      text
    )
  if (!match) return wrong('Data inválida.')
  const [, a = '', b = '', c = '', hour, minute] = match
  // A contact is of these years; a birthday could be of two centuries.
  if (a.length !== 4 && c.length === 2 && !time) wrong('Escreva o ano com quatro dígitos.')
  const last = c.length === 2 ? `20${c}` : c
  const [year, month, day] = a.length === 4 ? [a, b, c] : style === 'mdy' ? [last, a, b] : [last, b, a]
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  if (!isDay(iso) || Number(year) < 1900 || Number(year) > 2100) wrong('Esta data não existe.')
  if (!time) return iso
  if (Date.parse(iso) > Date.now() + 24 * 3600_000) wrong('Esta data ainda não chegou.')
  if (Number(hour ?? 0) > 23 || Number(minute ?? 0) > 59) wrong('Esta hora não existe.')
  return `${iso} ${(hour ?? '00').padStart(2, '0')}:${minute ?? '00'}`
}

function readPeriod(text: string): PreferredPeriod {
  const plain = plainHeading(text)
  if (/^(manha|morning)/.test(plain)) return 'morning'
  if (/^(tarde|afternoon)/.test(plain)) return 'afternoon'
  if (/^(noite|evening)/.test(plain)) return 'evening'
  return unknown('Período desconhecido. Use Manhã, Tarde ou Noite.')
}

function readConsent(text: string): boolean {
  const plain = plainHeading(text)
  if (/^(sim|s|yes|y|true|verdadeiro|1|x|aceito|aceita)$/.test(plain)) return true
  if (/^(nao|n|no|false|falso|0)$/.test(plain)) return false
  return unknown('Use Sim ou Não.')
}

export function readAnswer(
  field: FormField,
  text: string,
  { dateStyle, decimal }: ImportSettings
): string | number | boolean {
  if (text.length > 2000) wrong('É longo demais: até 2000 caracteres.')
  if (field.type === 'date') return readDate(text, dateStyle, false)
  if (field.type === 'checkbox') return readConsent(text)
  if (field.type === 'phone') return readNumber(text)
  if (field.type === 'number') return readAmount(field, text, decimal)
  if (field.type === 'taxId') return readTaxId(text)
  if (field.type === 'cep') {
    const cep = digits(text)
    // For seven digits it is unclear whether a leading zero is missing.
    return cep.length === 8 ? cep : wrong(answerTexts.cep)
  }
  const options = field.options?.find(option => plainHeading(option) === plainHeading(text))
  if (field.options?.length && !options) unknown(`Use uma das opções: ${field.options.join(', ')}.`)
  return options ?? text
}

function readAmount(field: FormField, text: string, decimal: ',' | '.'): string {
  const bare = text.replace(/^R\$\s*/i, '')
  const pattern = decimal === ',' ? /^-?(\d{1,3}(\.\d{3})+|\d+)(,\d+)?$/ : /^-?(\d{1,3}(,\d{3})+|\d+)(\.\d+)?$/
  if (!pattern.test(bare)) wrong(answerTexts.number)
  const value = decimal === ',' ? bare.replaceAll('.', '').replace(',', '.') : bare.replaceAll(',', '')
  const problem = checkAnswer({ ...field, required: false }, value)
  return problem ? wrong(problem) : value
}

function readTaxId(text: string): string {
  if (scientific.test(text)) wrong('O Excel arredondou este número. Formate a coluna como texto e copie de novo.')
  const characters = cnpjCharacters(text)
  if (!/^\d+$/.test(characters)) return validCnpj(characters) ? characters : wrong(answerTexts.taxId)
  const readings = [characters.padStart(11, '0'), characters.padStart(14, '0')].filter(
    each => validCpf(each) || validCnpj(each)
  )
  return readings.length === 1 ? (readings[0] ?? '') : wrong(answerTexts.taxId)
}

/** Numbers of a spreadsheet may have more decimals than its cells show. */
function readValueCents(text: string, decimal: ',' | '.'): string {
  const plain = decimal === '.' || /^\d+\.\d{4,}$/.test(text) ? readPlainMoney(text) : undefined
  return String(plain ?? readMoney(text) ?? wrong(moneyText))
}
