import { isDay } from '../../core/rules.ts'
import { type FieldWith, fieldsWith, leadFields } from '../leads/fields.ts'
import type { LeadStatus, PreferredPeriod } from '../leads/rules.ts'

/** The fields that a column of an import can hold. Custom fields are named `custom:` and the field's name. */
export const importFields: readonly ImportField[] = [
  'name',
  'middleName',
  'lastName',
  'otherName',
  'email',
  'otherEmail',
  'phone',
  'otherPhone',
  ...fieldsWith('imported').flatMap(name =>
    ['name', 'email', 'phone'].includes(name)
      ? []
      : name === 'status'
        ? ['outcome' as const, 'funnel' as const, leadFields[name].imported.as]
        : leadFields[name].imported.as
  ),
  'optOut'
]
/** Chosen for a column that shall become a field of the company's own, called by its heading. */
export const asNewField = 'new'
/** Fields that a company may have of columns. */
export const maxColumnFields = 200

/** Columns that are no field of a lead, but a part of its name, or the reserve of one of its addresses. */
type PartOfField = 'middleName' | 'lastName' | 'otherName' | 'otherEmail' | 'otherPhone'
export type ImportField =
  | PartOfField
  /** Whether a deal is won or lost, which says more than its step: an open one has the status of that. */
  | 'outcome'
  /** The funnel whose steps the status names. */
  | 'funnel'
  /** Whether the person refused to be written to or called: yes is a refusal. */
  | 'optOut'
  | (typeof leadFields)[FieldWith<'imported'>]['imported']['as']

export const importFieldLabels = {
  middleName: 'Nome do meio',
  lastName: 'Sobrenome',
  otherName: 'Outro nome',
  otherEmail: 'Outro e-mail',
  otherPhone: 'Outro telefone',
  outcome: 'Ganho ou perdido (vale mais que a situação)',
  funnel: 'Funil',
  optOut: 'Recusa de contato (sim = não quer)',
  ...Object.fromEntries(fieldsWith('imported').map(name => [leadFields[name].imported.as, leadFields[name].label]))
} as Record<ImportField, string>

/** Without accents, case and punctuation, for comparing headings. */
export const plainHeading = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

/** Fields that several columns may hold: whatever is not needed as the first one stays in the message. */
export const reserveFields = { otherName: 'name', otherEmail: 'email', otherPhone: 'phone' } as const
export const isReserve = (field: string | null | undefined): field is keyof typeof reserveFields =>
  field !== null && field !== undefined && Object.hasOwn(reserveFields, field)
/** Whether several columns may hold a field. */
export const isRepeatable = (field: string | null | undefined): boolean => isReserve(field) || field === 'optOut'

/** The name of a lead whose row has none, and no company either. */
export const unnamed = 'Sem nome'

/** How rows of people whom the company already has are handled. */
export const duplicatePolicies = ['fill', 'all', 'skip', 'separate'] as const
export type DuplicatePolicy = (typeof duplicatePolicies)[number]

export const policyTexts: Record<DuplicatePolicy, { title: string; text: string }> = {
  fill: { title: 'Completar', text: 'Preenche só o que está vazio no lead. É o mais seguro.' },
  all: { title: 'Atualizar tudo', text: 'O arquivo vale mais: troca o que for diferente no lead.' },
  skip: { title: 'Pular', text: 'O lead fica como está; só uma recusa de contato é anotada.' },
  separate: { title: 'Criar separado', text: 'Cada linha vira um lead novo, mesmo que repita alguém.' }
}

/** The origin of a list, which decides what is allowed with it (LGPD, articles 7 and 10). */
export const listOrigins = ['asked', 'customers', 'consent', 'event', 'partner', 'other'] as const
type ListOrigin = (typeof listOrigins)[number]

export const originLabels: Record<ListOrigin, string> = {
  asked: 'As pessoas nos pediram contato', // english: a stored value
  customers: 'São nossos clientes ou já foram',
  consent: 'Deram consentimento por outro meio',
  event: 'Encontramos em um evento ou visita',
  partner: 'Recebemos de um parceiro',
  other: 'Outra origem'
}

/** Values of `status` in other systems. */
export const statusNames: Record<string, LeadStatus> = {
  novo: 'new',
  nova: 'new',
  new: 'new',
  created: 'new',
  'em contato': 'contacted',
  contatado: 'contacted',
  contacted: 'contacted',
  'em atendimento': 'contacted',
  agendado: 'scheduled',
  scheduled: 'scheduled',
  convertido: 'converted',
  converted: 'converted',
  ganho: 'converted',
  vendido: 'converted',
  fechado: 'converted',
  perdido: 'lost',
  lost: 'lost',
  ganha: 'converted',
  vendida: 'converted',
  won: 'converted',
  'closed won': 'converted',
  'fechado ganho': 'converted',
  'negocio ganho': 'converted',
  'venda ganha': 'converted',
  perdida: 'lost',
  'closed lost': 'lost',
  'fechado perdido': 'lost',
  'negocio perdido': 'lost',
  'venda perdida': 'lost'
}

/** How programs write that a deal is neither won nor lost. */
export const isOpenDeal = (text: string): boolean =>
  /^(abert[oa]|open|em aberto|em andamento|pausad[oa]|ongoing|in progress)$/.test(plainHeading(text))

export const commaInEmail = 'Email inválido: há uma vírgula no endereço.'
export const improbableDate = 'Data improvável: um contato chega entre o ano 2000 e hoje.'
export const severalEmails = 'Tem mais de um e-mail. Deixe um só.'
export const severalPhones = 'Tem mais de um telefone. Deixe um só.'

export const otherTable =
  'Outra tabela começa abaixo da primeira, com títulos próprios. Para importar, copie-a para outro arquivo.'

/** Forms of companies, after which a name is no person's: its other words may be initials too. */
const companyForm = /(?<!\p{L})(?:(?:LTDA|S\.A|S\/A|EPP|MEI|EIRELI|CIA)(?!\p{L})|ME\.?$)/u
/** Roman numbers, and words that are only initials: IBM, BMW. */
const initials = /^(?:[IVX]{2,}|[^AEIOUY]+|[A-Z]?[AEIOU][^AEIOULRSNMZY][^AEIOU])$/
const titles = /^(?:DRA?|SRA?|JR|STA?)$/

/**
 * A person's name of several words in capitals, as people write it: "MARIA DA SILVA" is "Maria da Silva". Any other
 * name, and the word that may be more than a name, stays as it is.
 */
export function withoutShouting(name: string): string {
  const isLoud = / /.test(name) && name === name.toUpperCase() && name !== name.toLowerCase()
  if (!isLoud || companyForm.test(name) || /[&\d]/.test(name)) return name
  return name.replace(/\p{L}[\p{L}\p{M}]*(?:['’]\p{L}+)?/gu, (word, at: number) => quiet(word, at === 0))
}

function quiet(word: string, isFirst: boolean): string {
  const plain = word.normalize('NFD').replace(/\p{M}/gu, '')
  if (plain.length > 1 && initials.test(plain) && !titles.test(plain)) return word
  const small = word.toLowerCase()
  if (/^(d[aeo]s?|e)$/.test(small)) return isFirst ? capital(small) : small
  if (/^d['’]/.test(small)) return `${small.slice(0, 2)}${capital(small.slice(2))}`
  if (/^\p{L}['’]/u.test(small)) return `${capital(small.slice(0, 2))}${capital(small.slice(2))}`
  return /^mc[^aeiou]/.test(small) && small.length > 4 ? `Mc${capital(small.slice(2))}` : capital(small)
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** Labels of the lines of the message that keep the rest of a cell beside its value. */
export const keptTexts = {
  name: 'Outro nome',
  phone: 'Outro telefone',
  email: 'Outro e-mail',
  extension: 'Ramal'
} as const

/**
 * Ways with a row that has a bad value: it stays out, or comes in without it, with the first of several, or with a point
 * for each comma.
 */
export const faultWays = ['out', 'blank', 'first', 'point'] as const
export type FaultWay = (typeof faultWays)[number]
/** Bad values of one kind that are shown, each with its own choice; the others share one. */
export const maxShownValues = 25

export const periodNames: Record<PreferredPeriod, string> = { morning: 'Manhã', afternoon: 'Tarde', evening: 'Noite' }

export const dateStyles = ['dmy', 'mdy', 'ymd'] as const
export type DateStyle = (typeof dateStyles)[number]
export const dateStyleLabels: Record<DateStyle, string> = {
  dmy: 'dia/mês/ano (31/12/2026)',
  mdy: 'mês/dia/ano (12/31/2026)',
  ymd: 'ano-mês-dia (2026-12-31)'
}

/** The style in which alone all dates of a column exist; null where both would do, or neither. */
export function provenDateStyle(texts: readonly string[]): 'dmy' | 'mdy' | null {
  const dates = texts.flatMap(text => {
    const [, first, second] = /^(\d{1,2})[/.-](\d{1,2})[/.-](?:\d{4}|\d{2})(?:[ T,].*)?$/.exec(text) ?? []
    return first && second ? [{ first: Number(first), second: Number(second) }] : []
  })
  const dmy = dates.every(({ first, second }) => first <= 31 && second <= 12)
  const mdy = dates.every(({ first, second }) => first <= 12 && second <= 31)
  return dmy === mdy ? null : dmy ? 'dmy' : 'mdy'
}

/** The days that spreadsheets count as numbers from 1900 on: those of 1970 to 2069. */
const [firstSerial, lastSerial] = [25_569, 62_093]

const date = /(\d{1,4})[/.-](\d{1,2})[/.-](\d{1,4})/
const time = /(\d{1,2})(?:[:h](\d{2})(?::(\d{2})(?:[.,]\d+)?)?|h)(?:\s*([ap])\.?m\.?)?/
const zone = /Z|(?:UTC|GMT)?([+-])(\d{1,2})(?::?(\d{2}))?|UTC|GMT/
const moment = new RegExp(`^${date.source}(?:[ T,]+(?:[àa]s )?${time.source}\\s*(${zone.source})?)?$`, 'i')

/** A day and a time as a file has them; `offset` from UTC where it says so, else they are of the company's zone. */
export type ListedDate = { day: string; time: string; offset: string }

/** Months by their first three letters, in Portuguese and in English. */
const months: Record<string, number> = {
  ...{ jan: 1, fev: 2, feb: 2, mar: 3, abr: 4, apr: 4, mai: 5, may: 5, jun: 6, jul: 7, ago: 8, aug: 8 },
  ...{ set: 9, sep: 9, out: 10, oct: 10, nov: 11, dez: 12, dec: 12 }
}
const monthNames =
  /^(jan(eiro|uary)?|fev(ereiro)?|feb(ruary)?|mar(co|ch)?|abr(il)?|apr(il)?|mai(o)?|may|jun(ho|e)?|jul(ho|y)?|ago(sto)?|aug(ust)?|set(embro)?|sept?(ember)?|out(ubro)?|oct(ober)?|nov(embro|ember)?|dez(embro)?|dec(ember)?)$/
const weekday =
  /^(?:(?:segunda|terca|quarta|quinta|sexta)(?:-feira)?|sabado|domingo|(?:seg|ter|qua|qui|sex|sab|dom)\.?|(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?),? /
const dayFirst =
  /^(\d{1,2})(?:o|º|st|nd|rd|th)?(?: de |[/.\- ])([a-z]{3,9})\.?(?:(?: de |, |[/.\- ])(\d{4}|\d{2})(?!\d))?/
const monthFirst = /^([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})(?!\d)/

/** A date whose month is in words, with numbers and the day first; any other text as it is. */
function withMonthNumber(text: string): string {
  if (text.length > 80 || !/\p{L}{3}/u.test(text)) return text
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').replace(weekday, '')
  const [start, day, name, year] =
    dayFirst.exec(plain) ?? (([start = '', name, day, year]) => [start, day, name, year])(monthFirst.exec(plain) ?? [])
  if (!start || name === undefined || !monthNames.test(name)) return text
  return `${day}/${months[name.slice(0, 3)]}${year ? `/${year}` : ''}${plain.slice(start.length)}`
}

/** A day and a month, whose year is that of the latest such day that is not to come; any other text as it is. */
function withLastYear(text: string, style: DateStyle, today: string): string {
  const [, first, second, rest = ''] = /^(\d{1,2})[/.](\d{1,2})((?: .*)?)$/.exec(text) ?? []
  if (first === undefined || second === undefined) return text
  const [day, month] = style === 'mdy' ? [second, first] : [first, second]
  const year = Number(today.slice(0, 4))
  const inYear = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return `${first}/${second}/${inYear <= today ? year : year - 1}${rest}`
}

/**
 * The date that a text of a list means; a fault in words where it means none. With `today`, a date without a year is
 * the latest that is not to come.
 */
export function readListedDate(written: string, style: DateStyle, today?: string): ListedDate | { fault: string } {
  const named = withMonthNumber(written)
  const order = named === written ? style : 'dmy'
  const text = today === undefined ? named : withLastYear(named, order, today)
  const serial = /^\d{5}([.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : 0
  if (serial >= firstSerial && serial < lastSerial) {
    const at = new Date(Math.round((serial - firstSerial) * 24 * 3600) * 1000).toISOString()
    return { day: at.slice(0, 10), time: at.slice(11, 19), offset: '' }
  }
  const found = moment.exec(text)
  if (!found) return { fault: /^\d{1,2}[/.]\d{1,2}$/.test(text) ? 'Falta o ano.' : 'Data inválida.' }
  const [, a = '', b = '', c = '', hour = '0', minute = '00', second = '00', half, zoneText, sign, hours, minutes] =
    found
  const last = c.length === 2 ? `20${c}` : c
  const [year, month, dayOfMonth] = a.length === 4 ? [a, b, c] : order === 'mdy' ? [last, a, b] : [last, b, a]
  const day = `${year}-${month.padStart(2, '0')}-${dayOfMonth.padStart(2, '0')}`
  if (!isDay(day) || Number(year) < 1900 || Number(year) > 2100) return { fault: 'Esta data não existe.' }
  const hourOfDay = half ? (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0) : Number(hour)
  const exists = hourOfDay <= 23 && Number(minute) <= 59 && Number(second) <= 59 && !(half && Number(hour) > 12)
  if (!exists) return { fault: 'Esta hora não existe.' }
  if (Number(hours ?? 0) > 14 || Number(minutes ?? 0) > 59) return { fault: 'Este fuso horário não existe.' }
  const offset = zoneText === undefined ? '' : `${sign ?? '+'}${(hours ?? '0').padStart(2, '0')}:${minutes ?? '00'}`
  return { day, time: `${String(hourOfDay).padStart(2, '0')}:${minute}:${second}`, offset }
}

/** Whether the year of a date has two digits, and could be of two centuries. */
export const hasShortYear = (text: string): boolean =>
  /^\d{1,2}[/.-]\d{1,2}[/.-]\d{2}(?!\d)/.test(withMonthNumber(text))

export const rowOutcomes = ['created', 'updated', 'same', 'skipped', 'duplicate', 'error', 'ignored'] as const
export type RowOutcome = (typeof rowOutcomes)[number]

/** The distance from UTC that a heading names for its column's times: "Submit Date (UTC)"; empty where it names none. */
export function zoneOfHeading(heading: string): string {
  const found = /(?:^|[^a-z])(?:UTC|GMT) ?(?:([+-]) ?(\d{1,2})(?::?(\d{2}))?)? ?\)?$/i.exec(
    heading.replace(/\s+/g, ' ').trim()
  )
  if (!found) return ''
  const [, sign = '+', hours = '0', minutes = '00'] = found
  return Number(hours) > 14 || Number(minutes) > 59 ? '' : `${sign}${hours.padStart(2, '0')}:${minutes}`
}

/** Whether a text says at what time of a day: a day alone is one of the company's zone. */
export const hasTime = (text: string): boolean => /\d[:h]\d|\dh|^\d{5}[.,]\d/i.test(text)

export const outcomeNames: Record<RowOutcome, string> = {
  created: 'Novos',
  updated: 'Atualizados',
  same: 'Já iguais',
  skipped: 'Pulados',
  duplicate: 'Repetidos',
  error: 'Com erro',
  ignored: 'Totais e títulos'
}

export const maxBytes = 50 * 1024 * 1024
export const tooManyBytes = 'O arquivo tem mais de 50 MB. Divida a planilha em partes menores.'
/** Rows of one file. */
export const maxRows = 200_000
/** Cards of one file of contacts. */
export const maxCards = 100_000
/** Days for which an import can be undone and its file is kept. */
export const importDays = 7
export const importUndoOver = `O prazo de ${importDays} dias para desfazer acabou.`

type Mapped = { reading: { columns: readonly { heading: string; examples: readonly string[] }[] } }

/** The columns with something in them that no field gets: their places and headings. */
export const leftOutColumns = (
  { reading: { columns } }: Mapped,
  mapping: readonly (string | null)[]
): { at: number; heading: string }[] =>
  columns.flatMap(({ heading, examples }, at) =>
    (mapping[at] ?? null) === null && examples.length > 0 ? { at, heading } : []
  )
