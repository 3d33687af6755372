import { isUtf8 } from 'node:buffer'
import iconv from 'iconv-lite'

/** Bytes of a text that are read again; a longer one is left to the parser. */
const longest = 4 * 1024 * 1024

/** Charsets of one byte a letter, in which any bytes are a text: those of UTF-8 are then taken for it. */
const oneByte = /^((us-)?ascii|ansi_x3|(x-)?(iso[-_ ]?8859|cp\d|windows-\d|ibm|mac|koi8|latin|l\d))/
/** Charsets that write other letters in ASCII. */
const shifting = /^(utf-?7|unicode-1-1-utf-7|iso-2022|hz)/
/** Names of no charset that the library knows too. */
const noCharset = /^(base64|hex|binary|ucs2|cesu8)$/

const isAscii = (bytes: Uint8Array): boolean => bytes.every(byte => byte < 0x80)

function decoderOf(label: string): TextDecoder | null {
  try {
    return new TextDecoder(label)
  } catch {
    return null
  }
}

const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

/** True where more letters than not are none in UTF-8; a text that was cut has one or two of those. */
function isBroken(bytes: Buffer): boolean {
  const text = bytes.toString('utf8')
  return countOf(text, /\ufffd/g) > countOf(text, /[\u0080-\ufffc]/g)
}

/**
 * The text of bytes whose label is missing, unknown to the parser, or contradicted by them; null where the parser reads
 * them as they are labelled.
 */
export function readLetters(bytes: Buffer, charset: string): string | null {
  const label = charset.trim().toLowerCase()
  if (isAscii(bytes) && !shifting.test(label) && !label.startsWith('utf-16')) return null
  const utf8 = isUtf8(bytes)
  if (label === '' || label === 'utf-8' || label === 'utf8')
    return utf8 || !isBroken(bytes) ? null : new TextDecoder('windows-1252').decode(bytes)
  if (utf8 && (oneByte.test(label) || (label.startsWith('utf-16') && !bytes.includes(0)))) return bytes.toString('utf8')
  const decoder = decoderOf(label)
  if (decoder)
    return utf8 && !shifting.test(label) && decoder.decode(bytes).includes('\ufffd') ? bytes.toString('utf8') : null
  return iconv.encodingExists(label) && !noCharset.test(label) ? iconv.decode(bytes, label) : null
}

/** The bytes of a quoted-printable text. */
function fromQuoted(text: string): Buffer {
  const joined = text.replace(/=[ \t]*\r?\n/g, '')
  return Buffer.from(
    joined.replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1'
  )
}

const encodedWord = /=\?([^?\s]{1,60})\?([qb])\?([^?\r\n]{0,4000})\?=/gi

type Word = { charset: string; bytes: Buffer; end: number; start: number }

const wordOf = ({ 0: all, 1: charset = '', 2: kind = '', 3: text = '', index }: RegExpExecArray): Word => ({
  // A language may follow: RFC 2231.
  charset: charset.split('*')[0]?.toLowerCase() ?? '',
  bytes: kind.toLowerCase() === 'b' ? Buffer.from(text, 'base64') : fromQuoted(text.replaceAll('_', ' ')),
  start: index,
  end: index + all.length
})

/** The text of adjacent encoded words, of which those in one charset are joined first: letters are cut between them. */
function textOfWords(words: readonly Word[]): string {
  let text = ''
  for (let at = 0; at < words.length; ) {
    const { charset = '' } = words[at] ?? {}
    let next = at
    while (words[next]?.charset === charset) next++
    const bytes = Buffer.concat(words.slice(at, next).map(word => word.bytes))
    const decoder = decoderOf(charset) ?? new TextDecoder('windows-1252')
    text += readLetters(bytes, charset) ?? decoder.decode(bytes)
    at = next
  }
  return text
}

/** The headers with each run of adjacent encoded words as one, in UTF-8, where the parser would read it wrong. */
function joinWords(headers: string): string {
  const words = [...headers.matchAll(encodedWord)].map(wordOf)
  let written = ''
  let from = 0
  for (let at = 0; at < words.length; ) {
    let next = at + 1
    while (next < words.length && /^\s+$/.test(headers.slice(words[next - 1]?.end, words[next]?.start))) next++
    const run = words.slice(at, next)
    const [first, last] = [run[0], run.at(-1)]
    if (first && last && (run.length > 1 || readLetters(first.bytes, first.charset) !== null)) {
      written += `${headers.slice(from, first.start)}=?utf-8?B?${Buffer.from(textOfWords(run)).toString('base64')}?=`
      from = last.end
    }
    at = next
  }
  return written + headers.slice(from)
}

const unfolded = (headers: string): string => headers.replace(/\r?\n[ \t]/g, ' ')
const charsetOf = (type: string): string => /;\s?charset\s?=\s?"?([^\s";]{1,100})/i.exec(type)?.[1] ?? ''
function boundaryOf(type: string): string | undefined {
  const found = /;\s?boundary\s?=\s?(?:"([^"]{1,200})"|([^\s;"]{1,200}))/i.exec(type)
  return found?.[1] ?? found?.[2]
}
const headerOf = (headers: string, name: string): string =>
  headers
    .split('\n')
    .find(line => line.toLowerCase().startsWith(`${name}:`))
    ?.slice(name.length + 1)
    .trim() ?? ''

type Part = { headers: string; body: Buffer }

/** A part whose text the parser would read wrong, in UTF-8; any other one unchanged. Files stay as they are. */
function readPart({ headers, body }: Part): Part {
  const flat = unfolded(headers)
  const type = headerOf(flat, 'content-type')
  const isFile = /^attachment/i.test(headerOf(flat, 'content-disposition')) || /name\*?=/i.test(type)
  if (isFile || body.length > longest || (type !== '' && !/^text\//i.test(type))) return { headers, body }
  const encoding = headerOf(flat, 'content-transfer-encoding').toLowerCase()
  const bytes =
    encoding === 'base64'
      ? Buffer.from(body.toString('latin1'), 'base64')
      : encoding === 'quoted-printable'
        ? fromQuoted(body.toString('latin1'))
        : body
  const text = readLetters(bytes, charsetOf(type))
  if (text === null) return { headers, body }
  const others = flat
    .split('\n')
    .filter(line => line.trim() !== '' && !/^content-(type|transfer-encoding):/i.test(line))
    .map(line => `${line.trimEnd()}\r\n`)
  const rest = type.replace(/;\s?charset\s?=\s?("[^"]{0,200}"|[^\s;"]{0,200})/i, '') || 'text/plain'
  const lines =
    Buffer.from(text)
      .toString('base64')
      .match(/.{1,76}/g) ?? []
  return {
    headers: `${others.join('')}Content-Type: ${rest}; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n`,
    body: Buffer.from(`${lines.join('\r\n')}\r\n`)
  }
}

/** The text of headers: old programs write them in Windows-1252. */
const headersOf = (bytes: Buffer): string =>
  isUtf8(bytes) ? bytes.toString('utf8') : new TextDecoder('windows-1252').decode(bytes)

const hyphen = 0x2d

/**
 * The mail with its headers and texts in UTF-8 where its own labels say too little or the wrong thing. A mail within the
 * mail stays as it is.
 */
export function inUtf8(raw: Buffer): Buffer {
  const boundaries = new Set<string>()
  const written: Buffer[] = []
  let part: { headers: Buffer; from: number } | null = null
  let headersFrom = 0
  const lineEnd = (at: number): number => {
    const found = raw.indexOf(0x0a, at)
    return found === -1 ? raw.length : found + 1
  }
  const isEmpty = (at: number) => raw[at] === 0x0a || (raw[at] === 0x0d && raw[at + 1] === 0x0a)
  const finish = (to: number) => {
    const headers = headersOf(part ? part.headers : raw.subarray(headersFrom, to))
    const read = readPart({ headers: joinWords(headers), body: part ? raw.subarray(part.from, to) : Buffer.alloc(0) })
    written.push(Buffer.from(read.headers), read.body)
  }
  for (let at = 0; at < raw.length; ) {
    const next = lineEnd(at)
    if (raw[at] === hyphen && raw[at + 1] === hyphen && next - at < 250) {
      const name = raw.toString('latin1', at + 2, next).trimEnd()
      if (boundaries.has(name) || (name.endsWith('--') && boundaries.has(name.slice(0, -2)))) {
        finish(at)
        written.push(raw.subarray(at, next))
        part = null
        headersFrom = next
      }
    } else if (!part && isEmpty(at)) {
      part = { headers: raw.subarray(headersFrom, next), from: next }
      const boundary = boundaryOf(headerOf(unfolded(headersOf(part.headers)), 'content-type'))
      if (boundary !== undefined) boundaries.add(boundary)
    }
    at = next
  }
  if (part || headersFrom < raw.length) finish(raw.length)
  return Buffer.concat(written)
}
