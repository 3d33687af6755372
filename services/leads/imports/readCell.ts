import { cnpjCharacters, cnpjTexts, validCnpj } from '../../account/companies/rules.ts'
import { withoutInvisible } from '../../core/emails.ts'
import { type DecimalSign, moneyText, readDecimal, readListedMoney } from '../../core/money/rules.ts'
import { digits, validEmail } from '../../core/rules.ts'
import { readPhone } from '../../core/telephone/brazil/rules.ts'
import { phoneText, storePhone } from '../../core/telephone/rules.ts'
import { answerTexts, checkAnswer, type FormField, validCpf } from '../forms/rules.ts'
import type { StepKind } from '../funnels/rules.ts'
import { type LeadStatus, leadFormTexts, type PreferredPeriod } from '../leads/rules.ts'
import { emailsOf } from './emailsOf.ts'
import { chosenOf, phonesOf, withoutExponent } from './phones.ts'
import {
  commaInEmail,
  type DateStyle,
  hasShortYear,
  hasTime,
  type ImportField,
  improbableDate,
  isOpenDeal,
  plainHeading,
  readListedDate,
  severalEmails,
  severalPhones,
  statusNames,
  withoutShouting
} from './rules.ts'
import type { ImportSettings } from './schema.ts'

/** The company's names that the file's texts are matched with. */
export type Lookups = {
  /** Ids by name, by e-mail and by id in the form of `plainHeading`; null for a name that two people share. */
  owners: Map<string, string | null>
  tags: Set<string>
  custom: Map<string, FormField>
  /** The steps of the company's own funnels. */
  steps: readonly KnownStep[]
  /** Names of the company's funnels, in the form of `plainHeading`. */
  funnels: Set<string>
}

/** A step of an own funnel; both names in the form of `plainHeading`. */
export type KnownStep = { key: string; name: string; funnel: string; kind: StepKind; phase: LeadStatus }

/**
 * How the numbers and dates of a cell are written, the distance from UTC of its times where its column names one, and
 * whether names in capitals stay so.
 */
export type Writing = {
  decimal: DecimalSign
  dateStyle: DateStyle
  zone?: string
  loudNames?: boolean
  /** The funnel of the row, in the form of `plainHeading`. */
  funnel?: string | undefined
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

export function fitting(longest: number, text: string): string {
  return text.length > longest ? wrong(`É longo demais: até ${longest} caracteres.`) : text
}

/** The value of a cell; fields without a parser are taken as written. */
export function readValue(
  field: ImportField,
  text: string,
  { decimal, dateStyle, zone, loudNames, funnel }: Writing,
  lookups: Lookups
): string | boolean {
  switch (field) {
    case 'name':
      return loudNames ? text.replace(/\s+/g, ' ') : withoutShouting(text.replace(/\s+/g, ' '))
    case 'email':
      return readEmail(text)
    case 'phone':
      return readNumber(text)
    case 'cnpj':
      return readCnpj(text)
    case 'status':
      return readStep(text, lookups, funnel)
    case 'owner':
      return readOwner(text, lookups)
    case 'submittedAt':
      return readMoment(text, dateStyle, zone)
    case 'soldOn':
      return readMoment(text, dateStyle).slice(0, 10)
    case 'expectedOn':
    case 'preferredDate':
      return readDay(text, dateStyle)
    case 'preferredPeriod':
      return readPeriod(text)
    case 'consent':
      return readConsent(text)
    case 'value':
      return String(readListedMoney(text, decimal) ?? wrong(moneyText))
    default:
      return text
  }
}

/** The key of a step: one of the row's funnel, else a status, else the step of that name in whichever funnel has it. */
function readStep(text: string, { steps }: Lookups, funnel: string | undefined): string {
  const plain = plainHeading(text)
  const byName = steps.filter(({ name }) => name === plain)
  const step =
    steps.find(({ key }) => key === text) ??
    byName.find(each => each.funnel === funnel) ??
    (statusNames[plain] === undefined ? byName[0] : undefined)
  return step?.key ?? readStatus(text)
}

const readStatus = (text: string): LeadStatus =>
  statusNames[plainHeading(text)] ??
  unknown('Situação desconhecida. Use Novo, Em contato, Agendado, Convertido ou Perdido.')

/** The status that the outcome of a deal means; null for one that is open. */
export const readOutcome = (text: string): LeadStatus | null => (isOpenDeal(text) ? null : readStatus(text))

export function readEmail(text: string): string {
  const addresses = emailsOf(text)
  if (addresses.length > 1) wrong(severalEmails)
  const email = withoutInvisible(addresses[0] ?? text)
  if (email.includes('@') && email.includes(',')) wrong(commaInEmail)
  return validEmail(email) ? email : wrong(leadFormTexts.email)
}

const scientific = /^[+-]?\d+([.,]\d+)?e[+-]?\d+$/i
const rounded = 'O Excel arredondou este número. Formate a coluna como texto e copie de novo.'

export function readNumber(text: string): string {
  if (scientific.test(withoutExponent(text))) wrong(rounded)
  const { numbers } = phonesOf(text)
  if (numbers.length > 1) wrong(severalPhones)
  return readOneNumber(numbers[0] ?? '')
}

/** A cell as a telephone, written as people write it, or the reason why it is none. */
export function phonePreview(text: string): string {
  const reasonOf = (error: unknown): string => {
    if (error instanceof Wrong) return error.message
    throw error
  }
  try {
    return phoneText(readNumber(text))
  } catch (error) {
    const reason = reasonOf(error)
    if (reason !== severalPhones) return reason
  }
  // As the check suggests it: the first is used, and the others are kept beside it.
  const { numbers } = phonesOf(text)
  try {
    return `${phoneText(readOneNumber(chosenOf(numbers) ?? ''))} e mais ${numbers.length - 1}`
  } catch (error) {
    return reasonOf(error)
  }
}

/** Whether a text is the number of a house, which has no more digits than that: 120, 45-A, s/n. */
export const isNumberOfHouse = (text: string): boolean => digits(text).length < 7

/** A number that is said to be one, as it is stored. */
function readOneNumber(bare: string): string {
  if (!/^[\d\s()+.:-]+$/.test(bare)) wrong('Telefone inválido. Use só números, com DDD.')
  const number = storePhone(bare.replace(/^(\d+)\.0$/, '$1'))
  if (number.startsWith('+55')) wrong('Falta o DDD.')
  const { length } = digits(number)
  if (length < 8) wrong('Telefone incompleto.')
  if (length > 15) wrong('Telefone com dígitos demais.')
  if (number.startsWith('+')) return number
  const national = /^(0[358]00|4004|3003)/.test(number)
  if (length < 10) return national && length === 8 ? number : wrong('Falta o DDD.')
  return national || readPhone(number).e164 !== null
    ? number
    : wrong('Este telefone não existe no Brasil. Confira o DDD; se for de fora, comece com +.')
}

/** Restores leading zeros that a spreadsheet dropped, where the check digits then agree. */
function readCnpj(written: string): string {
  const text = withoutExponent(written)
  if (scientific.test(text)) wrong(rounded)
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
    .split(/[;,|]|:::/)
    .map(name => name.trim())
    // Google marks the groups that every address book has: "* myContacts".
    .filter(name => name !== '' && !name.startsWith('* '))
  for (const name of names) {
    if (name.length > 40) wrong('Etiqueta longa demais: até 40 caracteres.')
    if (!newTags && !lookups.tags.has(plainHeading(name))) wrong(`A etiqueta “${name}” não existe.`)
  }
  return names
}

const dateOf = (text: string, style: DateStyle, today?: string) => {
  const found = readListedDate(text, style, today)
  return 'fault' in found ? wrong(found.fault) : found
}

/** A day as it is written. */
function readDay(text: string, style: DateStyle): string {
  if (hasShortYear(text)) wrong('Escreva o ano com quatro dígitos.')
  return dateOf(text, style).day
}

/** A day and a time, with the distance from UTC where the file says it; else the database takes the company's zone. */
function readMoment(text: string, style: DateStyle, zone = ''): string {
  const { day, time, offset } = dateOf(text, style, new Date().toISOString().slice(0, 10))
  if (Date.parse(day) > Date.now() + 24 * 3600_000 || day < '2000') wrong(improbableDate)
  return `${day} ${time}${offset || (hasTime(text) ? zone : '')}`
}

function readPeriod(text: string): PreferredPeriod {
  const plain = plainHeading(text)
  if (/^(manha|manhas|morning)$/.test(plain)) return 'morning'
  if (/^(tarde|tardes|afternoon)$/.test(plain)) return 'afternoon'
  if (/^(noite|noites|evening)$/.test(plain)) return 'evening'
  return unknown('Período desconhecido. Use Manhã, Tarde ou Noite.')
}

function readConsent(text: string): boolean {
  const plain = plainHeading(text)
  if (/^(sim|s|yes|y|true|verdadeiro|1|x|aceito|aceita)$/.test(plain)) return true
  if (/^(nao|n|no|false|falso|0)$/.test(plain)) return false
  return unknown('Use Sim ou Não.')
}

/** Whether a cell of a column of refusals says that the person refused; a day is that of the refusal. */
export function readRefusal(text: string): boolean {
  const plain = plainHeading(text)
  if (refusals.test(plain) || !('fault' in readListedDate(text, 'dmy'))) return true
  if (/^(nao|n|no|false|falso|f|0|subscribed|inscrit[oa]|ativ[oa])$/.test(plain)) return false
  return unknown('Use Sim ou Não: sim quer dizer que a pessoa não quer contato.')
}

const refusals =
  /^(sim|s|yes|y|true|verdadeiro|v|t|1|x|opted out|opt out|optout|unsubscribed|descadastrad[oa]|recusou|recusad[oa]|nao (ligar|contatar|enviar|mandar|quer|quer receber|receber))$/

export function readAnswer(field: FormField, text: string, { decimal, dateStyle }: Writing): string | number | boolean {
  if (text.length > 2000) wrong('É longo demais: até 2000 caracteres.')
  if (field.type === 'date') return readDay(text, dateStyle)
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

function readAmount(field: FormField, text: string, decimal: DecimalSign): string {
  const value = readDecimal(text.replace(/^R\$\s*/i, ''), decimal) ?? wrong(answerTexts.number)
  const problem = checkAnswer({ ...field, required: false }, value)
  return problem ? wrong(problem) : value
}

function readTaxId(written: string): string {
  const text = withoutExponent(written)
  if (scientific.test(text)) wrong(rounded)
  const characters = cnpjCharacters(text)
  if (!/^\d+$/.test(characters)) return validCnpj(characters) ? characters : wrong(answerTexts.taxId)
  const readings = [characters.padStart(11, '0'), characters.padStart(14, '0')].filter(
    each => validCpf(each) || validCnpj(each)
  )
  return readings.length === 1 ? (readings[0] ?? '') : wrong(answerTexts.taxId)
}
