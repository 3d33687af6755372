import { cnpjCharacters, cnpjTexts, validCnpj } from '../companies/rules.ts'
import { withoutInvisible } from '../core/emails.ts'
import { digits, isDay } from '../core/rules.ts'
import { unstorable } from '../core/text.ts'
import { answerTexts, checkAnswer, type FormField, validCpf } from '../forms/rules.ts'
import { type FieldWith, fieldsWith, type LeadField, leadFields } from '../leads/fields.ts'
import { leadFormTexts, type PreferredPeriod, readPhone, validEmail } from '../leads/rules.ts'
import { moneyText, readMoney, readPlainMoney } from '../money/rules.ts'
import { type Cell, textOfCell } from '../sheets/cells.ts'
import { withoutApostrophe } from '../sheets/formulas.ts'
import { type DateStyle, type ImportField, plainHeading, statusNames } from './rules.ts'
import type { ImportSettings } from './schema.ts'
import type { RowError } from './tables.ts'

/** What the file's texts are matched with. */
export type Lookups = {
  /** Ids by name and by e-mail in the form of `plainHeading`; null for a name that two people share. */
  owners: Map<string, string | null>
  tags: Set<string>
  custom: Map<string, FormField>
}

/** A column of `import_rows` filled from a cell. */
type Column = Exclude<(typeof leadFields)[FieldWith<'imported'>]['column'], 'tags'>

/** A row with the value of each column, or null. */
export type Understood = { [C in Column]: string | boolean | null } & {
  row: number
  cells: string[]
  phone_key: string | null
  tags: string[]
  custom: Record<string, unknown>
  errors: RowError[]
  ignored: boolean
}

/** Ways of writing "nothing". */
const nothing =
  /^(-+|n\/?[atd]\.?|n[aã]o (tem|possui|informado|informou|consta)|sem (e-?mail|telefone|cnpj|informa[cç][aã]o)|null|none|nenhum|vazio|\(vazio\))$/i

/** Accented letters of UTF-8 decoded as Latin-1. */
const swapped = /Ã[€\x81‚ƒ‡‰Š\x8d“”•š\xa1-\xa3§©ª\xad³´µº]/

const imported = fieldsWith('imported').map(name => {
  const { longest, ...field }: LeadField = leadFields[name]
  return { as: leadFields[name].imported.as, column: field.column as Column, longest: longest ?? 200 }
})
const byName = new Map<string, (typeof imported)[number]>(imported.map(field => [field.as, field]))
const noValues = Object.fromEntries(imported.map(({ column }) => [column, null])) as Record<Column, null>
const mostOfLastName = 100

class Wrong extends Error {}
const wrong = (reason: string): never => {
  throw new Wrong(reason)
}

/** Interprets a row. Invalid cells are reported one by one, and nothing is guessed. */
export function understandRow(
  n: number,
  cells: Cell[],
  settings: ImportSettings,
  headings: string[],
  lookups: Lookups
): Understood {
  const found: Understood = {
    row: n,
    cells: Array.from({ length: Math.max(headings.length, cells.length) }, (_, at) =>
      storable(withoutApostrophe(textOfCell(cells[at])))
    ),
    ...noValues,
    phone_key: null,
    owner_id: settings.ownerId,
    tags: [...settings.tags],
    custom: {},
    errors: [],
    ignored: isTotal(cells)
  }
  if (found.ignored) return found
  let lastName = ''
  for (let at = 0; at < Math.max(headings.length, cells.length); at++) {
    const field = settings.mapping[at]
    const cell = cells[at]
    // A reading that broke off ends with a row of one cell, which holds the problem.
    if (!field && !(cells.length === 1 && typeof cell === 'object' && cell.text === '')) continue
    try {
      if (typeof cell === 'object') wrong(`A célula ${cell.problem}`)
      const text = withoutApostrophe(textOfCell(cell))
        .trim()
        .replace(/\u00a0/g, ' ')
        .trim()
      if (text === '' || nothing.test(text)) continue
      if (unstorable(text) || text.includes('\ufffd'))
        wrong('Tem caracteres que não puderam ser lidos. Salve o arquivo como CSV UTF-8.')
      if (swapped.test(text)) wrong('Tem letras trocadas, de outra codificação. Salve o arquivo como CSV UTF-8.')
      if (field === 'lastName') lastName = fitting(mostOfLastName, text)
      else read(found, field ?? '', text, settings, lookups)
    } catch (error) {
      if (!(error instanceof Wrong)) throw error
      found.errors.push({
        column: headings[at] ?? null,
        value: storable(textOfCell(cell)).slice(0, 120),
        reason: error.message
      })
    }
  }
  if (found.name && lastName) found.name = `${found.name} ${lastName}`.slice(0, 200)
  if (found.errors.length === 0) {
    const missing = (reason: string) => found.errors.push({ column: null, value: '', reason })
    if (!found.name) missing('Falta o nome.')
    if (!found.email && !found.phone) missing('Falta telefone ou e-mail.')
  }
  return found
}

const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed()

/** A row of totals: it begins with that word and has no e-mail. */
function isTotal(cells: Cell[]): boolean {
  const filled = cells.map(cell => textOfCell(cell).trim()).filter(Boolean)
  return (
    /^(sub)?(total|totais|soma)( geral)?( de [a-zà-ÿ]+| de(?= \d))?[\s:]*[\d.,]*$/i.test(filled[0] ?? '') &&
    !filled.some(text => text.includes('@'))
  )
}

function fitting(most: number, text: string): string {
  return text.length > most ? wrong(`É longo demais: até ${most} caracteres.`) : text
}

function read(found: Understood, field: string, text: string, settings: ImportSettings, lookups: Lookups): void {
  const target = byName.get(field)
  if (field === 'tags') found.tags = [...new Set([...found.tags, ...readTags(text, settings, lookups)])]
  else if (target) {
    const value = readValue(field as ImportField, text, settings, lookups)
    found[target.column] = typeof value === 'string' ? fitting(target.longest, value) : value
    if (target.column === 'phone') found.phone_key = readPhone(String(value)).key
  } else {
    const own = lookups.custom.get(field.replace(/^custom:/, ''))
    if (own) found.custom[own.name] = readAnswer(own, text, settings)
  }
}

/** The value of a cell; fields without a parser are taken as written. */
function readValue(field: ImportField, text: string, settings: ImportSettings, lookups: Lookups): string | boolean {
  switch (field) {
    case 'name':
      return text.replace(/\s+/g, ' ')
    case 'email':
      return readEmail(text)
    case 'phone':
      return readNumber(text)
    case 'cnpj':
      return readCnpj(text)
    case 'status':
      return (
        statusNames[plainHeading(text)] ??
        wrong('Situação desconhecida. Use Novo, Em contato, Agendado, Convertido ou Perdido.')
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

function readEmail(text: string): string {
  if (/[;,/\s]/.test(text) && text.split('@').length > 2) wrong('Tem mais de um e-mail. Deixe um só.')
  const email = withoutInvisible(text)
  return validEmail(email) ? email : wrong(leadFormTexts.email)
}

const scientific = /^[+-]?\d+([.,]\d+)?e[+-]?\d+$/i

function readNumber(text: string): string {
  if (scientific.test(text)) wrong('O Excel arredondou este número. Formate a coluna como texto e copie de novo.')
  if ((/[/;|]|\bou\b/i.test(text) || /,\s*\(?\d/.test(text)) && digits(text).length > 13)
    wrong('Tem mais de um telefone. Deixe um só.')
  if (!/^[\d\s()+.-]+$/.test(text)) wrong('Telefone inválido. Use só números, com DDD.')
  const number = digits(text.replace(/^(\d+)\.0$/, '$1'))
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
  if (id === null) wrong('Há mais de uma pessoa com este nome. Use o e-mail dela.')
  return id ?? wrong('Ninguém ativo na equipe tem este nome ou e-mail.')
}

function readTags(text: string, { newTags }: ImportSettings, lookups: Lookups): string[] {
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

/** A day, or with `time` a time of day too, which the database converts from the company's time zone. */
function readDate(text: string, style: DateStyle, time: boolean): string {
  if (/^\d{5}([.,]\d+)?$/.test(text)) wrong('É uma data em número. Formate a coluna como data e copie de novo.')
  const match =
    /^(\d{1,4})[/.-](\d{1,2})[/.-](\d{1,4})(?:[ T,]+(?:às )?(\d{1,2})[:h](\d{2})(?::\d{2}(?:\.\d+)?)?\s*(?:Z|[+-]\d{2}:?\d{2})?)?$/i.exec(
      text
    )
  if (!match) return wrong('Data inválida.')
  const [, a = '', b = '', c = '', hour, minute] = match
  if (a.length !== 4 && c.length === 2) wrong('Escreva o ano com quatro dígitos.')
  const [year, month, day] = a.length === 4 ? [a, b, c] : style === 'mdy' ? [c, a, b] : [c, b, a]
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  if (!isDay(iso) || Number(year) < 1900 || Number(year) > 2100) wrong('Esta data não existe.')
  if (!time) return iso
  if (Number(hour ?? 0) > 23 || Number(minute ?? 0) > 59) wrong('Esta hora não existe.')
  return `${iso} ${(hour ?? '00').padStart(2, '0')}:${minute ?? '00'}`
}

function readPeriod(text: string): PreferredPeriod {
  const plain = plainHeading(text)
  if (/^(manha|morning)/.test(plain)) return 'morning'
  if (/^(tarde|afternoon)/.test(plain)) return 'afternoon'
  if (/^(noite|evening)/.test(plain)) return 'evening'
  return wrong('Período desconhecido. Use Manhã, Tarde ou Noite.')
}

function readConsent(text: string): boolean {
  const plain = plainHeading(text)
  if (/^(sim|s|yes|y|true|verdadeiro|1|x|aceito|aceita)$/.test(plain)) return true
  if (/^(nao|n|no|false|falso|0)$/.test(plain)) return false
  return wrong('Use Sim ou Não.')
}

function readAnswer(field: FormField, text: string, { dateStyle, decimal }: ImportSettings): string | number | boolean {
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
  if (field.options?.length && !options) wrong(`Use uma das opções: ${field.options.join(', ')}.`)
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

/** Numbers of a spreadsheet may have more decimals than its cells show. */
function readValueCents(text: string, decimal: ',' | '.'): string {
  const plain = decimal === '.' || /^\d+\.\d{4,}$/.test(text) ? readPlainMoney(text) : undefined
  return String(plain ?? readMoney(text) ?? wrong(moneyText))
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
