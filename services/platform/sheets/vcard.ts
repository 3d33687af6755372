import { decode } from 'libqp'
import { AppError } from '../../core/errors.ts'
import { cut } from '../../core/rules.ts'
import { bytesOf, type Source } from '../files/source.ts'
import { cellOf, type Row } from './cells.ts'
import { decoderOf } from './encoding.ts'
import type { Encoding } from './rules.ts'

// Cards of versions 2.1, 3.0 and 4.0, read line by line: a file has the letters of several encodings, and photos that
// nobody needs. The lines are of bytes, one character each, until the encoding of their property is known.

/** The columns of the list that the cards make, and its first row. */
export const cardColumns = [
  ...['Nome', 'Empresa', 'Cargo', 'Telefone', 'Telefone 2', 'Telefone 3', 'Fax', 'E-mail', 'E-mail 2', 'E-mail 3'],
  ...['Endereço', 'País', 'Aniversário', 'Site', 'Redes', 'Apelido', 'Etiquetas', 'Observações']
] as const

/** Whether a file begins with a card. */
export const beginsWithCard = (text: string): boolean => /^BEGIN ?: ?VCARD/i.test(text.trimStart())

/** Characters of one property, which are more than a cell may have, and those of one card. */
const longest = 128 * 1024
const longestCard = 1024 * 1024

/** The properties that are read; a card has others, of programs alone. */
const read =
  /^(?:N|FN|NICKNAME|ORG|TITLE|ROLE|TEL|EMAIL|ADR|BDAY|URL|IMPP|X-SOCIALPROFILE|X-AIM|X-SKYPE(?:-USERNAME)?|X-MSN|X-JABBER|CATEGORIES|NOTE|X-ABLABEL)$/

type Property = { name: string; group: string; types: Set<string>; charset: string; encoding: string; value: string }

/** The first row has the headings; each of the others is a card. */
export async function* cardRows(source: Source, encoding: Encoding): AsyncGenerator<Row> {
  yield { n: 1, cells: [...cardColumns] }
  let n = 1
  for await (const card of cardsOf(source, encoding)) yield { n: ++n, cells: cellsOf(card, encoding) }
}

/** The properties of each card; one without an end goes up to the next. */
async function* cardsOf(source: Source, encoding: Encoding): AsyncGenerator<Property[]> {
  let card: Property[] | undefined
  // A card within a card is that of an assistant.
  let inAgent = false
  let size = 0
  for await (const line of unfolded(linesOf(source, encoding))) {
    const mark = /^(BEGIN|END)\s*:\s*VCARD\s*$/i.exec(line)?.[1]?.toUpperCase()
    if (inAgent) inAgent = mark !== 'END'
    else if (mark === 'BEGIN') {
      if (card) yield card
      card = []
      size = 0
    } else if (mark === 'END') {
      if (card) yield card
      card = undefined
    } else if (card) {
      const property = propertyOf(line)
      if (!property) continue
      inAgent = property.name === 'AGENT' && /^(BEGIN:VCARD)?$/i.test(property.value.trim())
      if (!read.test(property.name)) continue
      card.push(property)
      size += line.length
      if (size > longestCard)
        throw new AppError('invalid', 'Um contato deste arquivo tem dados demais. Tire-o e envie o arquivo de novo.')
    }
  }
  if (card) yield card
}

/** The lines of a file, each cut to what a property may have. */
async function* linesOf(source: Source, encoding: Encoding): AsyncGenerator<string> {
  let line = ''
  for await (const part of singleBytes(source, encoding)) {
    const lines = part.split(/\r\n|\n|\r(?!$)/)
    for (const [at, text] of lines.entries()) {
      if (at > 0) {
        yield line.endsWith('\r') ? line.slice(0, -1) : line
        line = ''
      }
      if (line.length < longest) line += cut(text, longest)
    }
  }
  yield line
}

/** The bytes of a file, one character each; those of an encoding of two bytes a letter as UTF-8. */
async function* singleBytes(source: Source, encoding: Encoding): AsyncGenerator<string> {
  const decoder = encoding.startsWith('utf-16') ? decoderOf(encoding) : undefined
  let isFirst = true
  for await (const part of bytesOf(source, 0, source.size)) {
    const text = (decoder ? Buffer.from(decoder.decode(part, { stream: true })) : part).toString('latin1')
    yield isFirst ? text.replace(/^\xef\xbb\xbf/, '') : text
    isFirst = false
  }
}

const pictures = /^(?:[\w-]+\.)?(?:PHOTO|LOGO|SOUND|KEY)[;:]/i

/** Lines with what follows them on others: after a space, or where a quoted one ends with =. Pictures are left out. */
async function* unfolded(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let parts: string[] = []
  let [size, isQuoted, isPicture] = [0, false, false]
  const add = (text: string) => {
    if (size >= longest || isPicture) return
    parts.push(text)
    size += text.length + 1
  }
  for await (const line of lines) {
    const last = parts.at(-1) ?? ''
    if (isQuoted && last.endsWith('=') && !/^(?:BEGIN|END) ?:/i.test(line)) {
      parts[parts.length - 1] = last.slice(0, -1)
      // Some programs fold such a line too.
      add(/^[ \t]=/.test(line) ? line.slice(1) : line)
    } else if (/^[ \t]/.test(line)) add(line.slice(1))
    else {
      if (!isPicture) yield parts.join('')
      parts = [line]
      size = line.length
      isQuoted = line.slice(0, line.indexOf(':')).toUpperCase().includes('QUOTED-PRINTABLE')
      isPicture = pictures.test(line)
    }
  }
  if (!isPicture) yield parts.join('')
}

/** A line as a property; undefined for one that is none, as a picture that is written without spaces before it. */
function propertyOf(line: string): Property | undefined {
  const [start, group = '', name = ''] = /^(?:([\w-]+)\.)?([\w-]+)(?=[;:])/.exec(line) ?? []
  if (start === undefined) return undefined
  const property = { name: name.toUpperCase(), group, types: new Set<string>(), charset: '', encoding: '', value: '' }
  const rest = line.slice(start.length)
  const [, parameters = '', value] =
    /^((?:;(?:"[^"]*"|[^":;])*)*):(.*)$/s.exec(rest) ?? /^([^:]*):(.*)$/s.exec(rest) ?? []
  if (value === undefined) return undefined
  for (const [, key = '', said = ''] of parameters.matchAll(/;([\w-]+)(?:=((?:"[^"]*"|[^;])*))?/g)) {
    const bare = said.replaceAll('"', '').toUpperCase()
    const parameter = key.toUpperCase()
    if (parameter === 'CHARSET') property.charset = bare
    else if (parameter === 'ENCODING') property.encoding = bare
    else if (said === '' && /^(QUOTED-PRINTABLE|BASE64)$/.test(parameter)) property.encoding = parameter
    else for (const type of parameter === 'TYPE' ? bare.split(',') : [parameter]) property.types.add(type)
  }
  return { ...property, value }
}

/** The text of a property, whose letters are of its own encoding, of UTF-8, or of that of the file. */
function textOf({ charset, encoding, value }: Property, ofFile: Encoding): string {
  const bytes =
    encoding === 'QUOTED-PRINTABLE'
      ? decode(value)
      : Buffer.from(value, encoding === 'B' || encoding === 'BASE64' ? 'base64' : 'latin1')
  const rest = ofFile.startsWith('utf') ? 'windows-1252' : ofFile
  const text = decoded(bytes, charset) ?? decoded(bytes, 'utf-8') ?? decoderOf(rest).decode(bytes)
  return text.replaceAll('\0', '')
}

/** Bytes of an encoding; undefined where they are none of it, or it is unknown. */
function decoded(bytes: Buffer, charset: string): string | undefined {
  try {
    return charset === '' ? undefined : new TextDecoder(charset, { fatal: true }).decode(bytes)
  } catch (error) {
    if (error instanceof RangeError || error instanceof TypeError) return undefined
    throw error
  }
}

/** The parts of a text between semicolons, save those behind a backslash, each as it is meant. */
function partsOf(text: string): string[] {
  const parts = ['']
  for (const [sign] of text.matchAll(/\\.|[^\\]/gs))
    if (sign === ';') parts.push('')
    else parts[parts.length - 1] += sign
  return parts.map(plain)
}

/** A text without the backslashes before its signs. */
const plain = (text: string): string =>
  text
    .replace(/\\([nN;,:\\])/g, (_, sign: string) => (sign.toLowerCase() === 'n' ? '\n' : sign))
    .replace(/\r\n?/g, '\n')
    .trim()

const nameOfLabel = (text: string): string => text.replace(/^_\$!<|>!\$_$/g, '').toUpperCase()

function cellsOf(properties: readonly Property[], encoding: Encoding): Row['cells'] {
  const texts = (...names: string[]) =>
    properties.flatMap(property => {
      const text = names.includes(property.name) ? textOf(property, encoding) : ''
      return text.trim() === '' ? [] : text
    })
  const labels = new Map(
    properties.flatMap(property =>
      property.name === 'X-ABLABEL' && property.group ? [[property.group, nameOfLabel(textOf(property, encoding))]] : []
    )
  )
  const phones = properties
    .filter(({ name }) => name === 'TEL')
    .map(property => ({
      number: phoneOf(plain(textOf(property, encoding))),
      kind: [...property.types, labels.get(property.group) ?? ''].join(' ')
    }))
    .filter(({ number }, at, all) => number !== '' && all.findIndex(other => other.number === number) === at)
  const isFax = ({ kind }: (typeof phones)[number]) => /\bFAX|FAX\b/.test(kind)
  const rank = ({ kind }: (typeof phones)[number]) =>
    /\b(CELL|MOBILE|IPHONE|CELULAR|WHATSAPP)\b/.test(kind) ? 0 : /\bPAGER\b/.test(kind) ? 2 : 1
  // The first one is what the person is called by.
  const wordOf = (kind: string) => (/\bWORK\b/.test(kind) ? 'trabalho' : /\bHOME\b/.test(kind) ? 'casa' : '')
  const numbers = phones
    .filter(phone => !isFax(phone))
    .toSorted((a, b) => rank(a) - rank(b))
    .map(({ number, kind }, at) => (at === 0 || !wordOf(kind) ? number : `${number} (${wordOf(kind)})`))
  const mails = texts('EMAIL').map(text => plain(text).replace(/^mailto:/i, ''))
  const emails = mails.filter((one, at) => mails.findIndex(other => other.toLowerCase() === one.toLowerCase()) === at)
  const addresses = texts('ADR')
    .map(partsOf)
    .filter(parts => parts.some(Boolean))
  const found: Record<(typeof cardColumns)[number], string> = {
    Nome: nameOf(texts('FN')[0], texts('N')[0], texts('NICKNAME')[0]),
    Empresa: texts('ORG').map(text => partsOf(text).filter(Boolean).join(' - '))[0] ?? '',
    Cargo: [...texts('TITLE'), ...texts('ROLE')].map(plain)[0] ?? '',
    ...{ Telefone: numbers[0] ?? '', 'Telefone 2': numbers[1] ?? '', 'Telefone 3': numbers.slice(2).join('; ') },
    Fax: phones
      .filter(isFax)
      .map(({ number }) => number)
      .join('; '),
    ...{ 'E-mail': emails[0] ?? '', 'E-mail 2': emails[1] ?? '', 'E-mail 3': emails.slice(2).join('; ') },
    Endereço: addresses.map(parts => parts.filter(Boolean).join(', ').replaceAll('\n', ' ')).join('; '),
    País: addresses.map(parts => parts[6] ?? '').find(Boolean) ?? '',
    Aniversário: texts('BDAY').map(dayOf)[0] ?? '',
    Site: texts('URL').map(plain).join(' '),
    Redes: texts('IMPP', 'X-SOCIALPROFILE', 'X-AIM', 'X-SKYPE', 'X-SKYPE-USERNAME', 'X-MSN', 'X-JABBER')
      .map(plain)
      .join(' '),
    Apelido: texts('NICKNAME').map(plain)[0] ?? '',
    Etiquetas: texts('CATEGORIES').flatMap(labelsOf).join('; '),
    Observações: texts('NOTE').map(plain).join('\n')
  }
  return cardColumns.map(column => cellOf(found[column]))
}

/** A person's name as it is written out, else in its parts: the family's name comes first in them. */
function nameOf(written = '', parts = '', nickname = ''): string {
  const [family = '', first = '', middle = ''] = partsOf(parts)
  return plain(written) || [first, middle, family].filter(Boolean).join(' ') || plain(nickname)
}

/** A telephone without what addresses write around it: `tel:+55-11-98765-4321;ext=12`. */
const phoneOf = (text: string): string =>
  text
    .replace(/^tel:/i, '')
    .replace(/;ext=(\d+)/i, ' ramal $1')
    .replace(/;.*$/s, '')
    .trim()

/** A day as it is read everywhere: 19800512 is 1980-05-12. One without a year stays so. */
const dayOf = (text: string): string =>
  plain(text)
    .replace(/^(\d{4})(\d{2})(\d{2})(?:T.*)?$/, '$1-$2-$3')
    .replace(/^--(\d{2})-?(\d{2})$/, '$2/$1')
    .replace(/^(\d{4}-\d{2}-\d{2})T.*$/, '$1')

/** Groups of a card without those that every address book has. */
const labelsOf = (text: string): string[] =>
  plain(text)
    .split(',')
    .map(each => each.trim())
    .filter(each => each !== '' && !/^(?:my ?contacts|starred in android)$/i.test(each))
