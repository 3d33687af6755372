import type { ContactChannel } from '../../account/activities/rules.ts'
import { cut } from '../../core/rules.ts'
import { readPhone } from '../../core/telephone/brazil/rules.ts'
import { unstorable } from '../../core/text.ts'
import { type Cell, isNumberCell, problemOfCell, textOfCell } from '../../platform/sheets/cells.ts'
import { withoutApostrophe } from '../../platform/sheets/formulas.ts'
import {
  type AddressKind,
  addressTexts,
  maxAddresses,
  maxAddressLabel,
  readBeside,
  type StoredAddress
} from '../leads/addresses/rules.ts'
import { addressKinds, mainOf, settled, storedAddress } from '../leads/addresses.ts'
import { type FieldWith, fieldsWith, type LeadField, leadFields } from '../leads/fields.ts'
import { countryOf, withCountryCode } from './countries.ts'
import {
  fieldOfHeading,
  isCountry,
  isFax,
  isMobile,
  labelColumnOf,
  labelIn,
  labelOf,
  refusedChannels
} from './headings.ts'
import { hasSwappedLetters, withoutSwappedLetters } from './letters.ts'
import { type Mending, severalOf } from './mend.ts'
import { phonesOf } from './phones.ts'
import {
  fitting,
  type Lookups,
  readAnswer,
  readEmail,
  readNumber,
  readOutcome,
  readRefusal,
  readTags,
  readValue,
  Unknown,
  type Writing,
  Wrong
} from './readCell.ts'
import {
  type ImportField,
  improbableDate,
  isReserve,
  keptTexts,
  otherTable,
  plainHeading,
  readListedDate,
  reserveFields,
  severalEmails,
  severalPhones,
  statusNames,
  zoneOfHeading
} from './rules.ts'
import type { ImportSettings, Reading } from './schema.ts'
import type { RowError } from './tables.ts'

/** A column of `import_rows` filled from a cell. */
type Column = Exclude<(typeof leadFields)[FieldWith<'imported'>]['column'], 'tags' | AddressKind>

/** A row with the values of the columns that have one. */
export type Understood = { [C in Column]?: string | boolean | null } & {
  row: number
  cells: string[]
  phone_key?: string | null
  /** The step of an own funnel. */
  step_key?: string | null
  /** Where there are several, the main one first. */
  phones?: StoredAddress[] | null
  emails?: StoredAddress[] | null
  tags: string[]
  custom: Record<string, unknown>
  /** Texts of the row that no field takes, each in a sentence. */
  notes: string[]
  /** Channels that the person refused. */
  refused: ContactChannel[]
  /** Columns that are left out, by their places, in which the person refused. */
  refusals_left_out: number[]
  errors: RowError[]
  /** Faults with which the row comes in nonetheless. */
  mended: RowError[]
  ignored: boolean
}

/** Ways of writing "nothing". */
const nothing =
  /^(-+|\[\]|n\/?[atd]\.?|n[aã]o (tem|possui|informado|informou|consta)|sem (e-?mail|telefone|cnpj|informa[cç][aã]o)|null|none|nenhum|vazio|\(vazio\))$/i

const imported = fieldsWith('imported').flatMap(name => {
  if (name === 'phones' || name === 'emails') return []
  const { longest, ...field }: LeadField = leadFields[name]
  return { as: leadFields[name].imported.as, column: field.column as Column, longest: longest ?? 200 }
})
const byName = new Map<string, (typeof imported)[number]>(imported.map(field => [field.as, field]))
const maxOfLastName = 100

/** The columns of a file, and those that say more of another one. */
export type Table = {
  columns: Reading['columns']
  /** Places of the columns with the country of the row's telephones. */
  countries: number[]
  /** For each column, the place of the one that labels its telephones. */
  labels: (number | undefined)[]
  /** For each column, the distance from UTC of its times. */
  zones: string[]
}

export function tableOf(columns: Reading['columns']): Table {
  const headings = columns.map(({ heading }) => heading)
  return {
    columns,
    countries: [...headings.keys()].filter(at => isCountry(headings[at] ?? '')),
    labels: headings.map((_, at) => labelColumnOf(headings, at)),
    zones: headings.map(zoneOfHeading)
  }
}

/** Interprets a row. Invalid cells are reported one by one, and nothing is guessed. */
export function understandRow(
  n: number,
  cells: Cell[],
  settings: ImportSettings,
  table: Table,
  lookups: Lookups,
  mending: Mending,
  ofOtherTable = false
): Understood {
  const { columns } = table
  const headings = columns.map(({ heading }) => heading)
  const found: Understood = {
    row: n,
    cells: Array.from({ length: Math.max(headings.length, cells.length) }, (_, at) =>
      storable(withoutApostrophe(textOfCell(cells[at])))
    ),
    owner_id: settings.ownerId,
    tags: [...settings.tags],
    custom: {},
    notes: [],
    refused: [],
    refusals_left_out: [],
    errors: [],
    mended: [],
    ignored: ofOtherTable || isTotal(cells) || repeatsHeadings(cells, headings)
  }
  if (ofOtherTable) found.mended.push({ column: null, field: null, value: '', reason: otherTable, unknown: false })
  if (found.ignored) return found
  let [middleName, lastName] = ['', '']
  const reserves: Reserve[] = []
  const others: Other[] = []
  const mainLabels: Partial<Record<AddressKind, string | null>> = {}
  const labelAt = (at: number) =>
    labelOf(textOfCell(cells[table.labels[at] ?? -1]), headings[at] ?? '') ??
    (/phone$/i.test(fields[at] ?? '') ? labelIn(cut(readable(cells[at]), 200)) : null)
  const country = table.countries.map(at => countryOf(readable(cells[at]))).find(Boolean)
  const { fields, ranks } = withPhonesInOrder(cells, settings.mapping, table, country)
  let outcome: string | null = null
  let closing: { day: string; noted: RowError } | undefined
  // Whether a deal is won or lost decides what its step says.
  const isOutcome = (at: number) => fields[at] === 'outcome'
  const funnel = funnelOf(found, cells, fields, headings, lookups)
  const places = [...Array(Math.max(headings.length, cells.length)).keys()]
  for (const at of [...places.filter(isOutcome), ...places.filter(each => !isOutcome(each))]) {
    const field = fields[at]
    const cell = cells[at]
    // A reading that broke off ends with a row of one cell, which holds the problem.
    if (field !== 'optOut' && columns[at]?.suggestion === 'optOut' && refuses(readable(cell)))
      found.refusals_left_out.push(at)
    if (field === 'funnel') continue
    if (!field && !(cells.length === 1 && problemOfCell(cell) !== undefined && textOfCell(cell) === '')) continue
    const writing: Writing = {
      decimal: isNumberCell(cell) ? ',' : (settings.writing?.[at]?.decimal ?? columns[at]?.decimal ?? ','),
      dateStyle: settings.writing?.[at]?.dateStyle ?? columns[at]?.dateStyle ?? settings.dateStyle,
      zone: table.zones[at] ?? '',
      loudNames: settings.loudNames === true,
      funnel
    }
    const fill = (typed: string) => {
      // In free texts these signs join the parts of an emoji.
      const bare = isFreeText(field) ? typed : withoutFormat(typed)
      const text = isPhone(field, lookups) || field === 'otherPhone' ? withCountryCode(bare, country) : bare
      if (field === 'lastName') lastName = fitting(maxOfLastName, text)
      else if (field === 'middleName') middleName = fitting(maxOfLastName, text)
      else if (field === 'outcome') found.status = outcome = readOutcome(text)
      else if (isReserve(field)) reserves.push({ field, text, rank: ranks[at] ?? null, label: labelAt(at) })
      else if (field === 'phones' || field === 'emails') others.push(...readList(field, text))
      else if (field === 'optOut') {
        if (readRefusal(text)) found.refused = [...new Set([...found.refused, ...refusedChannels(headings[at] ?? '')])]
      } else read(found, field ?? '', text, writing, settings, lookups)
      if (isPhone(field, lookups)) others.push(...extensionOf(text))
      if (field === 'phone' || field === 'email') mainLabels[`${field}s`] = labelAt(at)
    }
    const written = withoutSwappedLetters(readable(cell))
    const text = isFreeText(field) ? written : withoutJson(written)
    if (field === 'status' && outcome !== null) {
      if (withoutFormat(text) !== '' && !nothing.test(withoutFormat(text))) keepStep(found, headings[at], text)
      continue
    }
    const fault =
      withoutFormat(text) === '' || (nothing.test(withoutFormat(text)) && !isOption(field, text, lookups))
        ? null
        : (faultOf(cell, text) ?? attempt(fill, text))
    const isBeside = (isPhone(field, lookups) || field === 'otherPhone') && phonesOf(text).hasWords
    if (!fault) {
      if (isBeside) found.notes.push(noteOf(headings[at], text))
      continue
    }
    const { message: reason } = fault
    const value = cut(storable(textOfCell(cell)).trim(), 120)
    const noted = {
      column: headings[at] ?? null,
      field: field ?? null,
      value,
      reason,
      unknown: fault instanceof Unknown
    }
    if (field === 'soldOn' && reason === improbableDate) {
      const date = readListedDate(text, writing.dateStyle)
      if (!('fault' in date) && date.day > today()) closing = { day: date.day, noted }
    }
    // A text that was cut is no address, nor several.
    const whole = value === storable(textOfCell(cell)).trim()
    const mended =
      field !== null && field !== undefined && (whole || mending(noted) === null) && mend(mending, noted, fill)
    found[mended ? 'mended' : 'errors'].push(noted)
    if (mended && mending(noted) !== null) others.push(...othersOf(noted.reason, noted.value, labelAt(at)))
    if (mended && text !== '' && (mending(noted) === null || isBeside)) found.notes.push(noteOf(headings[at], text))
  }
  // The end of a deal that is still open is when it is expected.
  if (closing && found.status !== 'converted' && !fields.includes('expectedOn')) {
    found.expected_on = closing.day
    found.errors = found.errors.filter(each => each !== closing?.noted)
  }
  placeInStep(found, funnel, outcome !== null, lookups)
  reserves.sort((a, b) => (a.rank ?? unread) - (b.rank ?? unread))
  for (const reserve of reserves) {
    if (reserve.field === 'otherName') {
      others.push(...takeOtherName(found, [middleName, lastName], reserve.text))
      continue
    }
    const kind: AddressKind = reserve.field === 'otherPhone' ? 'phones' : 'emails'
    const before = found[mainOf[kind]]
    others.push(...takeReserve(found, { ...reserve, field: reserve.field }, settings, lookups))
    if (found[mainOf[kind]] !== before) mainLabels[kind] = reserve.label
  }
  keepOthers(found, keepAddresses(found, others, mainLabels))
  if (!found.name && !found.company) found.name = [middleName, lastName].filter(Boolean).join(' ') || null
  else if (found.name && (middleName || lastName)) {
    const whole = wholeName(String(found.name), middleName, lastName)
    const reason = 'Nome e sobrenome juntos são longos demais: até 200 caracteres.'
    if (whole.length <= 200) found.name = whole
    else found.errors.push({ column: null, field: null, value: cut(whole, 120), reason, unknown: false })
  }
  if (found.errors.length === 0) {
    const missing = (reason: string) =>
      found.errors.push({ column: null, field: null, value: '', reason, unknown: false })
    if (!found.email && !found.phone) missing('Falta telefone ou e-mail.')
  }
  return found
}

/** The funnel of a row, in the form of `plainHeading`; the name of one that the company has not is kept as a note. */
function funnelOf(
  found: Understood,
  cells: Cell[],
  fields: readonly (string | null | undefined)[],
  headings: readonly string[],
  { funnels }: Lookups
): string | undefined {
  const at = fields.indexOf('funnel')
  const text = at < 0 ? '' : withoutFormat(readable(cells[at]))
  if (text === '' || nothing.test(text)) return undefined
  const plain = plainHeading(text)
  if (funnels.has(plain)) return plain
  found.notes.push(noteOf(headings[at], text))
  return undefined
}

/** The step of an own funnel and the status that it means; a row that names a funnel alone is at its first step. */
function placeInStep(found: Understood, funnel: string | undefined, hasOutcome: boolean, { steps }: Lookups): void {
  const ofFunnel = steps.filter(step => step.funnel === funnel)
  const kind = found.status === 'converted' ? 'won' : found.status === 'lost' ? 'lost' : 'open'
  const isUnsaid = found.status === undefined || found.status === null
  const step =
    steps.find(({ key }) => key === found.status) ??
    (isUnsaid || hasOutcome || kind !== 'open' ? ofFunnel.find(each => each.kind === kind) : undefined)
  if (!step) return
  found.step_key = step.key
  found.status = step.phase
}

/** The name of a person with those parts of it that it does not have yet. */
function wholeName(name: string, middleName: string, lastName: string): string {
  const plain = (text: string) =>
    ` ${text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()}`
  const middle = `${plain(name)} `.includes(`${plain(middleName)} `) ? '' : middleName
  const last = plain(name).endsWith(plain(lastName)) ? '' : lastName
  return [name, middle, last].filter(Boolean).join(' ')
}

const maxOfNote = 2000
const noteOf = (heading: string | undefined, text: string): string =>
  storable(`Do arquivo, coluna ${heading ?? ''}: "${cut(text, maxOfNote)}"`)

function refuses(text: string): boolean {
  try {
    return text !== '' && !nothing.test(text) && readRefusal(text)
  } catch (error) {
    if (error instanceof Wrong) return false
    throw error
  }
}

const withoutFormat = (text: string): string => text.replace(/\p{Cf}/gu, '').trim()
const isFreeText = (field: string | null | undefined): boolean =>
  field === 'message' || field?.startsWith('custom:') === true

const isPhone = (field: string | null | undefined, { custom }: Lookups): boolean =>
  field === 'phone' || custom.get(field?.replace(/^custom:/, '') ?? '')?.type === 'phone'

/** Whether a way of writing "nothing" is one of the field's own options, as "Nenhum". */
const isOption = (field: string | null | undefined, text: string, { custom }: Lookups): boolean =>
  custom
    .get(field?.replace(/^custom:/, '') ?? '')
    ?.options?.some(option => plainHeading(option) === plainHeading(text)) === true

/** A cell's text; that of a problem is not empty. */
const readable = (cell: Cell | undefined): string =>
  problemOfCell(cell) !== undefined
    ? textOfCell(cell) || (problemOfCell(cell) ?? '')
    : withoutApostrophe(textOfCell(cell))
        .replace(/\u00a0/g, ' ')
        .trim()

/** The texts of a list that a program wrote as JSON: `["a@x.com","b@x.com"]`; any other text as it is. */
function withoutJson(text: string): string {
  if (!/^\[[{"].*\]$/s.test(text)) return text
  try {
    const parts: unknown[] = JSON.parse(text)
    const texts = parts.map(part => (typeof part === 'string' ? part : numberOf(part)))
    return texts.every(part => part !== undefined) ? texts.join('; ') : text
  } catch (error) {
    if (error instanceof SyntaxError) return text
    throw error
  }
}

/** The telephone that an entry of such a list holds. */
function numberOf(part: unknown): string | undefined {
  const { number, callingCode = '' } = (part ?? {}) as { number?: unknown; callingCode?: unknown }
  return typeof number === 'string' && typeof callingCode === 'string' ? `${callingCode}${number}` : undefined
}

function faultOf(cell: Cell | undefined, text: string): Wrong | null {
  const problem = problemOfCell(cell)
  if (problem !== undefined) return new Wrong(`A célula ${problem}`)
  if (unstorable(text) || text.includes('\ufffd'))
    return new Wrong('Tem caracteres que não puderam ser lidos. Salve o arquivo como CSV UTF-8.')
  return hasSwappedLetters(text)
    ? new Wrong('Tem letras trocadas, de outra codificação. Salve o arquivo como CSV UTF-8.')
    : null
}

function attempt(fill: (text: string) => void, text: string): Wrong | null {
  try {
    fill(text)
    return null
  } catch (error) {
    if (error instanceof Wrong) return error
    throw error
  }
}

/** Whether a fault is taken care of by what the person has chosen for all rows. */
function mend(mending: Mending, fault: RowError, fill: (text: string) => void): boolean {
  const instead = mending(fault)
  if (instead === undefined) return false
  return instead === null || attempt(fill, instead) === null
}

/** A telephone or an e-mail beside the main one, or a line for the message. */
type Other = string | { kind: AddressKind; text: string; label: string | null; canMessage?: boolean }

/** The other e-mails or phones of a cell, and the extension of its first. */
function othersOf(reason: string, value: string, label: string | null): Other[] {
  const isPhone = reason === severalPhones
  const others = severalOf(reason, value).others.map(text => ({
    kind: isPhone ? ('phones' as const) : ('emails' as const),
    text,
    label
  }))
  return isPhone ? [...others, ...extensionOf(value)] : others
}

/** The telephones or e-mails of a cell as an export writes them, each with its label: `11987654321 (celular)`. */
function readList(kind: AddressKind, text: string): Other[] {
  const parts = text.split(/[;\n]/).flatMap(part => part.trim() || [])
  if (parts.length > maxAddresses) throw new Wrong(addressTexts[kind].tooMany)
  return parts.map(part => {
    const opens = part.endsWith(')') ? part.lastIndexOf('(') : -1
    const [value, beside] = opens > 0 ? [part.slice(0, opens).trim(), part.slice(opens + 1, -1)] : [part, '']
    const { label, canMessage } = readBeside(beside)
    if (label && label.length > maxAddressLabel) throw new Wrong(addressTexts.longLabel)
    return { kind, text: kind === 'phones' ? readNumber(value) : readAddress(value), label, canMessage }
  })
}

const readAddress = (text: string): string => readEmail(withoutFormat(text))

/** Whether a text is a telephone or an e-mail; else nothing is lost of it, but it stays a text. */
function addressIn({ kind, text, label, canMessage = true }: Exclude<Other, string>): StoredAddress | null {
  let value = ''
  const fault = attempt(each => {
    value = kind === 'phones' ? readNumber(each) : readAddress(each)
  }, text)
  return fault ? null : storedAddress(kind, { value, label, main: false, canMessage })
}

/** Gives a row its lists; returns what is left of the others, in lines for the message. */
function keepAddresses(
  found: Understood,
  others: readonly Other[],
  mainLabels: Partial<Record<AddressKind, string | null>>
): string[] {
  const lines: string[] = []
  const lists: Record<AddressKind, StoredAddress[]> = { phones: [], emails: [] }
  for (const kind of addressKinds) {
    const value = found[mainOf[kind]]
    if (typeof value === 'string')
      lists[kind].push(storedAddress(kind, { value, label: mainLabels[kind] ?? null, main: true, canMessage: true }))
  }
  // A list that says more of the main one than its own column does.
  const saidOf = new Set<string>()
  for (const other of others) {
    if (typeof other === 'string') {
      lines.push(other)
      continue
    }
    const { kind, text } = other
    const list = lists[kind]
    const address = addressIn(other)
    const same = list.find(({ key }) => key === address?.key)
    if (same && address && other.canMessage !== undefined && !saidOf.has(address.key)) {
      saidOf.add(address.key)
      Object.assign(same, { label: address.label, canMessage: address.canMessage })
    } else if (address && !same && list.length < maxAddresses) list.push(address)
    else if (!same) lines.push(`${keptTexts[mainOf[kind]]}: ${text.replace(/\s+/g, ' ')}`)
  }
  for (const kind of addressKinds) {
    const [list, main] = [lists[kind], lists[kind][0]]
    if (!main) continue
    found[mainOf[kind]] = main.value
    if (kind === 'phones') found.phone_key = main.key
    const isSaid =
      list.length > 1 ||
      list.some(({ key }) => saidOf.has(key)) ||
      others.some(each => typeof each !== 'string' && each.canMessage !== undefined)
    const all = isSaid ? settled(list) : null
    if (all) found[kind] = all
  }
  return lines
}

function extensionOf(text: string): string[] {
  const { extension } = phonesOf(text)
  return extension === null ? [] : [`${keptTexts.extension}: ${extension}`]
}

type Reserve = { field: keyof typeof reserveFields; text: string; rank: number | null; label: string | null }

/** Places of telephones in their order: a mobile, a landline, a number of no plan, a fax, a text that is no number. */
const [mobile, landline, ofNoPlan, fax, unread] = [0, 1, 2, 3, 4]

/** Where the telephone of a column stands among those of its row; null where it is not one number. */
function rankOf(text: string, label: string, heading: string): number | null {
  let number = ''
  const fault = attempt(each => {
    number = readNumber(each)
  }, text)
  if (text === '' || fault) return null
  if (isFax(label) || isFax(heading)) return fax
  const { e164 } = readPhone(number)
  if (e164 === null) return ofNoPlan
  // Other countries have plans that do not say it.
  const isWritten = e164.startsWith('+55') ? /^\+55\d\d9\d{8}$/.test(e164) : isMobile(label) || isMobile(heading)
  return isWritten ? mobile : landline
}

/**
 * The fields of a row's columns: a mobile telephone is the first of several, then a landline, and a fax the last, by what
 * is in the row rather than by the headings alone.
 */
function withPhonesInOrder(
  cells: Cell[],
  mapping: readonly (string | null)[],
  { columns, labels }: Table,
  country: ReturnType<typeof countryOf>
): { fields: (string | null)[]; ranks: (number | null)[] } {
  const fields = [...mapping]
  const phones = [...fields.keys()].filter(at => fields[at] === 'phone' || fields[at] === 'otherPhone')
  const ranks: (number | null)[] = []
  if (phones.length < 2) return { fields, ranks }
  for (const at of phones) {
    const label = labels[at] === undefined ? '' : textOfCell(cells[labels[at]])
    const text = withCountryCode(withoutFormat(withoutJson(readable(cells[at]))), country)
    ranks[at] = nothing.test(text) ? null : rankOf(text, label, columns[at]?.heading ?? '')
  }
  const first = fields.indexOf('phone')
  const best = phones.toSorted((a, b) => (ranks[a] ?? unread) - (ranks[b] ?? unread))[0] ?? first
  const [rank, rankOfBest] = [ranks[first] ?? null, ranks[best] ?? null]
  if (rank === null || rankOfBest === null || rankOfBest >= rank) return { fields, ranks }
  fields[first] = 'otherPhone'
  fields[best] = 'phone'
  return { fields, ranks }
}

/** Keeps the step at which a deal was won or lost, unless it says no more than that. */
function keepStep(found: Understood, heading: string | undefined, text: string): void {
  if (statusNames[plainHeading(text)] !== found.status) found.notes.push(noteOf(heading, text))
}

/** Takes a second telephone or e-mail where the first is missing; returns what is left of it, for the message. */
function takeReserve(
  found: Understood,
  { field, text, label }: { field: 'otherEmail' | 'otherPhone'; text: string; label: string | null },
  settings: ImportSettings,
  lookups: Lookups
): Other[] {
  const target = reserveFields[field]
  const reason = target === 'phone' ? severalPhones : severalEmails
  const first = severalOf(reason, text).first ?? text
  const fill = (each: string) => read(found, target, each, { decimal: ',', dateStyle: 'dmy' }, settings, lookups)
  if (!found[target] && attempt(fill, first) === null) return othersOf(reason, text, label)
  const kind: AddressKind = target === 'phone' ? 'phones' : 'emails'
  const { first: one, others } = severalOf(reason, text)
  const texts = one !== undefined && others.length > 0 ? [one, ...others] : [text]
  return [
    ...texts.map(each => ({ kind, text: each, label })),
    ...(target === 'phone' && texts.length > 1 ? extensionOf(text) : [])
  ]
}

/** Takes another name where there is none; returns what is left of it. */
function takeOtherName(found: Understood, [middleName = '', lastName = '']: string[], text: string): string[] {
  if (!found.name && !lastName && text.length <= leadFields.name.longest) {
    found.name = text
    return []
  }
  const name = String(found.name ?? '')
  const names = [name, `${name} ${lastName}`, `${name} ${middleName} ${lastName}`].map(plainHeading)
  return names.includes(plainHeading(text)) ? [] : [`${keptTexts.name}: ${text}`]
}

/** Writes what is kept beside the fields into the message, each in a line of its own. */
function keepOthers(found: Understood, others: readonly string[]): void {
  if (others.length === 0) return
  const message = [found.message, ...others].filter(Boolean).join('\n')
  if (message.length <= leadFields.message.longest) found.message = message
  else {
    const reason = 'Os outros contatos não cabem na mensagem: até 5000 caracteres.'
    found.errors.push({ column: null, field: null, value: '', reason, unknown: false })
  }
}

const today = (): string => new Date().toISOString().slice(0, 10)

const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed()

/** Where lists were put one below the other, their headings come again. */
const repeatsHeadings = (cells: Cell[], headings: string[]): boolean =>
  cells.filter(Boolean).length > 1 &&
  headings.every((heading, at) => plainHeading(textOfCell(cells[at])) === plainHeading(heading))

/** Whether a row has the headings of another table, which begins there. */
export function beginsTable(cells: Cell[], columns: Reading['columns']): boolean {
  const filled = cells.map(cell => textOfCell(cell).trim()).filter(Boolean)
  const headings = columns.map(({ heading }) => heading)
  if (filled.length < 2 || filled.some(text => /@|\d\d/.test(text)) || repeatsHeadings(cells, headings)) return false
  const fields = filled.flatMap(text => fieldOfHeading(text) ?? [])
  return new Set(fields).size >= 2 && fields.length * 2 >= filled.length
}

/** A row of totals: it begins with that word and has no e-mail. */
function isTotal(cells: Cell[]): boolean {
  const filled = cells.map(cell => textOfCell(cell).trim()).filter(Boolean)
  return (
    /^(sub)?(total|totais|soma)( geral)?( de [a-zà-ÿ]+| de(?= \d))?[\s:]*[\d.,]*$/i.test(filled[0] ?? '') &&
    !filled.some(text => text.includes('@'))
  )
}

function read(
  found: Understood,
  field: string,
  text: string,
  writing: Writing,
  settings: ImportSettings,
  lookups: Lookups
): void {
  const target = byName.get(field)
  if (field === 'tags') found.tags = [...new Set([...found.tags, ...readTags(text, settings, lookups)])]
  else if (target) {
    const value = readValue(field as ImportField, text, writing, lookups)
    found[target.column] = typeof value === 'string' ? fitting(target.longest, value) : value
    if (target.column === 'phone') found.phone_key = readPhone(String(value)).key
  } else {
    const own = lookups.custom.get(field.replace(/^custom:/, ''))
    if (own) found.custom[own.name] = readAnswer(own, text, writing)
  }
}
