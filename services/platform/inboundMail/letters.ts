import { isUtf8 } from 'node:buffer'
import { randomUUID } from 'node:crypto'
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
  if (iconv.encodingExists(label) && !noCharset.test(label)) return iconv.decode(bytes, label)
  return utf8 ? bytes.toString('utf8') : null
}

/** The bytes of a quoted-printable text. */
function fromQuoted(text: string): Buffer {
  const joined = text.replace(/=[ \t]*\r?\n/g, '')
  return Buffer.from(
    joined.replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1'
  )
}

const uuEncoding = /^(x-)?(uuencode|uue)$/

/** The bytes of uuencode, in which old programs send files; null where none begins. */
function fromUu(body: Buffer): Buffer | null {
  const begin = /^begin \d{3,4} [^\r\n]{1,300}\r?\n/m.exec(body.toString('latin1', 0, 4096))
  if (!begin) return null
  const decoded = Buffer.alloc(body.length)
  let length = 0
  const sextet = (at: number) => ((body[at] ?? 0x20) - 0x20) & 63
  for (let at = begin.index + begin[0].length; at < body.length; ) {
    const found = body.indexOf(0x0a, at)
    const next = found === -1 ? body.length : found + 1
    const count = sextet(at)
    if (count === 0 || body.toString('latin1', at, at + 3) === 'end') break
    for (let n = 0; n < count; n++) {
      const from = at + 1 + Math.floor(n / 3) * 4 + (n % 3)
      decoded[length++] = ((sextet(from) << (2 + 2 * (n % 3))) | (sextet(from + 1) >> (4 - 2 * (n % 3)))) & 255
    }
    at = next
  }
  return decoded.subarray(0, length)
}

const encodedWord = /=\?([^?\s]{1,60})\?([qb])\?([^?\r\n]{0,4000})\?=/gi

type Word = { charset: string; bytes: Buffer; end: number; start: number; isBare: boolean }

const wordOf = ({ 0: all, 1: charset = '', 2: kind = '', 3: text = '', index }: RegExpExecArray): Word => ({
  // A language may follow: RFC 2231.
  charset: charset.split('*')[0]?.toLowerCase() ?? '',
  bytes: kind.toLowerCase() === 'b' ? Buffer.from(text, 'base64') : fromQuoted(text.replaceAll('_', ' ')),
  start: index,
  end: index + all.length,
  // Letters that the word should have encoded.
  isBare: /\P{ASCII}/u.test(text)
})

function textOfBytes(bytes: Buffer, charset: string): string {
  const decoder = decoderOf(charset) ?? new TextDecoder('windows-1252')
  return readLetters(bytes, charset) ?? decoder.decode(bytes)
}

/** The text of adjacent encoded words, of which those in one charset are joined first: letters are cut between them. */
function textOfWords(words: readonly Word[]): string {
  let text = ''
  for (let at = 0; at < words.length; ) {
    const { charset = '' } = words[at] ?? {}
    let next = at
    while (words[next]?.charset === charset) next++
    const bytes = words.slice(at, next).map(word => word.bytes)
    const joined = textOfBytes(Buffer.concat(bytes), charset)
    // Words that each return to ASCII (ISO-2022) are broken where they are joined.
    const apart = joined.includes('\ufffd') ? bytes.map(each => textOfBytes(each, charset)).join('') : joined
    text += countOf(apart, /\ufffd/g) < countOf(joined, /\ufffd/g) ? apart : joined
    at = next
  }
  return text
}

/**
 * The headers, a character for each byte, with each run of adjacent encoded words as one, in UTF-8, where the parser would
 * read it wrong.
 */
function joinWords(headers: string): string {
  const words = [...headers.matchAll(encodedWord)].map(wordOf)
  let written = ''
  let from = 0
  for (let at = 0; at < words.length; ) {
    let next = at + 1
    while (next < words.length && /^\s+$/.test(headers.slice(words[next - 1]?.end, words[next]?.start))) next++
    const run = words.slice(at, next)
    const [first, last] = [run[0], run.at(-1)]
    if (first && last && (run.length > 1 || first.isBare || readLetters(first.bytes, first.charset) !== null)) {
      written += `${headers.slice(from, first.start)}=?utf-8?B?${Buffer.from(textOfWords(run)).toString('base64')}?=`
      from = last.end
    }
    at = next
  }
  return written + headers.slice(from)
}

const unfolded = (headers: string): string => headers.replace(/\r?\n[ \t]/g, ' ')
const charsetOf = (type: string): string => /;\s{0,20}charset\s{0,20}=\s{0,20}"?([^\s";]{1,100})/i.exec(type)?.[1] ?? ''
const boundaryIn = /;\s{0,20}boundary\s{0,20}=\s{0,20}(?:"([^"]{1,200})"|([^\s;"]{1,200}))/i
function boundaryOf(type: string): string | undefined {
  const found = boundaryIn.exec(type)
  return (found?.[1] ?? found?.[2])?.trimEnd()
}
const headerOf = (headers: string, name: string): string =>
  headers
    .split('\n')
    .find(line => line.slice(0, name.length).toLowerCase() === name && /^[ \t]{0,20}:/.test(line.slice(name.length)))
    ?.replace(/^[^:]*:/, '')
    .trim() ?? ''

type Part = { headers: string; body: Buffer }

/** The headers, unfolded and each ended, without those of some names. */
const withoutHeaders = (headers: string, names: RegExp): string =>
  unfolded(headers)
    .split('\n')
    .filter(line => line.trim() !== '' && !names.test(line))
    .map(line => `${line.trimEnd()}\r\n`)
    .join('')

const encodingOf = (flat: string): string => headerOf(flat, 'content-transfer-encoding').toLowerCase()

/** Whether the beginning of a text is base64: words that only say so have spaces and other signs. */
function isBase64(body: Buffer): boolean {
  const text = body
    .toString('latin1', 0, 4096)
    .replace(/[ \t]{0,20}\r?\n/g, '')
    .trim()
  return countOf(text, /[^a-z\d+/=]/gi) * 20 <= text.length
}

function bytesOf({ headers, body }: Part): Buffer {
  const encoding = encodingOf(unfolded(headers))
  if (encoding === 'base64') return isBase64(body) ? Buffer.from(body.toString('latin1'), 'base64') : body
  return encoding === 'quoted-printable' ? fromQuoted(body.toString('latin1')) : body
}

const inBase64 = (bytes: Uint8Array): Buffer =>
  Buffer.from(`${Buffer.from(bytes).toString('base64').replace(/.{76}/g, '$&\r\n')}\r\n`)

const isType = (type: string): boolean => /^[\w!#$&^.+-]{1,100}\/[\w!#$&^.+*-]{1,100}/.test(type)

/** A part whose text the parser would read wrong, in UTF-8; any other one unchanged. Files stay as they are. */
function readPart({ headers, body }: Part): Part {
  const flat = unfolded(headers)
  const said = headerOf(flat, 'content-type')
  // A type that is none means a text (RFC 2045, 5.2).
  const type = isType(said) ? said : /html/i.test(said) ? 'text/html' : 'text/plain'
  if (isAttached(flat) || body.length > longest || !/^text\//i.test(type)) return { headers, body }
  const bytes = bytesOf({ headers, body })
  const isWrong = (said !== '' && !isType(said)) || (encodingOf(flat) === 'base64' && bytes === body)
  const text = readLetters(bytes, charsetOf(type)) ?? (isWrong ? textOfBytes(bytes, charsetOf(type)) : null)
  if (text === null) return { headers, body }
  const rest = type.replace(/;\s{0,20}charset\s{0,20}=\s{0,20}("[^"]{0,200}"|[^\s;"]{0,200})/i, '')
  const others = withoutHeaders(headers, /^content-(type|transfer-encoding)[ \t]{0,20}:/i)
  return {
    headers: `${others}Content-Type: ${rest}; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n`,
    body: inBase64(Buffer.from(text))
  }
}

/** Whether a part is a file and no text: one that has a name, unless it is a text that is to be shown. */
function isAttached(flat: string): boolean {
  const type = headerOf(flat, 'content-type')
  const isText = /^text\/(plain|html)\s{0,20}(;|$)/i.test(type)
  return /^attachment/i.test(headerOf(flat, 'content-disposition')) || (!isText && /name\*?=/i.test(type))
}

/** Whether a text that is shown has a name, as a file has. */
function isNamedText(flat: string): boolean {
  const [type, disposition] = [headerOf(flat, 'content-type'), headerOf(flat, 'content-disposition')]
  const isText = /^text\/(plain|html)\s{0,20}(;|$)/i.test(type) && !isAttached(flat)
  return isText && /;\s{0,20}(file)?name(\*\d{0,3}\*?)?\s{0,20}=/i.test(`${type};${disposition}`)
}

/** The bytes of a part without the end of the line that belongs to the boundary behind it. */
function withoutEnd(body: Buffer): Buffer {
  const end = body.at(-1) === 0x0a ? body.length - 1 : body.length
  return body.subarray(0, body[end - 1] === 0x0d && end < body.length ? end - 1 : end)
}

/** A text with a name as two parts, of which the parser takes one for the text and one for a file. */
function withFile(part: Part): Part {
  const flat = unfolded(part.headers)
  const boundary = `prosa-${randomUUID()}`
  const named = withoutHeaders(part.headers, /^(?!content-)|^content-(transfer-encoding|disposition)[ \t]{0,20}:/i)
  const disposition = headerOf(flat, 'content-disposition').replace(/^[^;]*/, 'attachment') || 'attachment'
  const nameless = withoutHeaders(part.headers, /^(?!content-(type|transfer-encoding)[ \t]{0,20}:)/i)
  const shown = readPart({ headers: `${nameless}\r\n`, body: part.body })
  const lines = [
    Buffer.from(`--${boundary}\r\n${shown.headers}`),
    shown.body,
    Buffer.from(
      `\r\n--${boundary}\r\n${named}Content-Disposition: ${disposition}\r\nContent-Transfer-Encoding: base64\r\n\r\n`
    ),
    inBase64(bytesOf({ headers: part.headers, body: withoutEnd(part.body) })),
    Buffer.from(`\r\n--${boundary}--\r\n`)
  ]
  return {
    headers: `${withoutHeaders(part.headers, /^content-/i)}Content-Type: multipart/mixed; boundary="${boundary}"\r\n\r\n`,
    body: Buffer.concat(lines)
  }
}

/** The text of headers: old programs write them in Windows-1252. */
const headersOf = (bytes: Buffer): string =>
  isUtf8(bytes) ? bytes.toString('utf8') : new TextDecoder('windows-1252').decode(bytes)

/** A path of Windows whose backslashes nobody escaped. */
const windowsPath = /(name\s?=\s?")([a-z]:\\(?!\\)[^"\r\n]{1,300})"/gi

/** The headers of a part as the parser reads them right. */
const headersIn = (bytes: Buffer): string =>
  headersOf(Buffer.from(joinWords(bytes.toString('latin1')), 'latin1')).replace(
    windowsPath,
    (_, before: string, name: string) => `${before}${name.replaceAll('\\', '/')}"`
  )

/** Parts in parts whose boundaries are looked for, and texts with a name that become files, in one mail. */
const limits = { unbounded: 5, named: 50 }

/** A line that can only begin a part: a boundary before a header, or before an empty line. */
const beginning = /^--([^\s"][^\r\n"]{0,198}?)[ \t]{0,20}\r?\n(?=[\w-]{1,70}:|\r?\n)/m

/**
 * The headers of a multipart whose own boundary does not come: with the one that its body begins with, else those of a
 * text, as nothing of it would be seen.
 */
function boundHeaders(headers: string, body: Buffer): { headers: string; isBound: boolean } {
  const type = headerOf(unfolded(headers), 'content-type')
  const boundary = beginning.exec(body.toString('latin1'))?.[1]
  const others = withoutHeaders(headers, /^content-(type|transfer-encoding)[ \t]{0,20}:/i)
  const [kind = ''] = type.split(/[;\s]/, 1)
  const [rest = ''] = type
    .slice(kind.length)
    .replace(boundaryIn, '')
    .split(/boundary/i, 1)
  if (boundary === undefined) return { headers: `${others}Content-Type: text/plain\r\n\r\n`, isBound: false }
  return { headers: `${others}Content-Type: ${kind}${rest.trimEnd()}; boundary="${boundary}"\r\n\r\n`, isBound: true }
}

const hyphen = 0x2d

/** Whether lines before an empty one are a text without headers. */
const isHeadless = (lines: Buffer): boolean => {
  const text = lines.toString('latin1', 0, 4096)
  return text.trim() !== '' && !/^(from |[!-9;-~]{1,100}[ \t]{0,20}:)/im.test(text)
}

/**
 * The mail with its headers and texts in UTF-8 where its own labels say too little or the wrong thing. A mail within the
 * mail stays as it is.
 */
export function inUtf8(raw: Buffer): Buffer {
  return writeAnew(raw, { unbounded: limits.unbounded, named: limits.named })
}

/** A part that is being read: its headers, and where its body begins. */
type Open = { headers: Buffer; from: number; isMultipart: boolean; boundary: string | undefined }

const headless = (from: number): Open => ({
  headers: Buffer.from('\r\n'),
  from,
  isMultipart: false,
  boundary: undefined
})

function writeAnew(raw: Buffer, left: { unbounded: number; named: number }): Buffer {
  const boundaries = new Set<string>()
  const written: Buffer[] = []
  let part: Open | null = null
  let headersFrom = 0
  const lineEnd = (at: number): number => {
    const found = raw.indexOf(0x0a, at)
    return found === -1 ? raw.length : found + 1
  }
  const isEmpty = (at: number) => raw[at] === 0x0a || (raw[at] === 0x0d && raw[at + 1] === 0x0a)
  /** Writes the part that ends here, before the line of a boundary or at the end of the mail. */
  const finish = (to: number, boundary?: string) => {
    const lines = raw.subarray(headersFrom, to)
    part ??= isHeadless(lines) ? headless(headersFrom) : null
    const headers = headersIn(part ? part.headers : lines)
    const body = part ? raw.subarray(part.from, to) : Buffer.alloc(0)
    const isBound = part?.boundary !== undefined && part.boundary === boundary
    const isUnbounded = part?.isMultipart && !isBound && body.some(byte => byte > 0x20)
    if (isUnbounded) {
      const bound = left.unbounded-- > 0 ? boundHeaders(headers, body) : boundHeaders(headers, Buffer.alloc(0))
      const whole = Buffer.concat([Buffer.from(bound.headers), body])
      written.push(bound.isBound ? writeAnew(whole, left) : whole)
      return
    }
    const decoded = uuEncoding.test(encodingOf(unfolded(headers))) ? fromUu(body) : null
    if (decoded) {
      const others = withoutHeaders(headers, /^content-transfer-encoding[ \t]{0,20}:/i)
      written.push(Buffer.from(`${others}Content-Transfer-Encoding: base64\r\n\r\n`), inBase64(decoded))
      return
    }
    const isFile = isNamedText(unfolded(headers)) && left.named-- > 0
    const read = isFile ? withFile({ headers, body }) : readPart({ headers, body })
    written.push(Buffer.from(read.headers), read.body)
  }
  for (let at = 0; at < raw.length; ) {
    const next = lineEnd(at)
    if (raw[at] === hyphen && raw[at + 1] === hyphen && next - at < 250) {
      const name = raw.toString('latin1', at + 2, next).trimEnd()
      const [, closed] = /^(.*)--[^\w'()+,./:=?-]{0,20}$/.exec(name) ?? []
      const found = [name, closed].find(each => each !== undefined && boundaries.has(each))
      if (found !== undefined) {
        finish(at, found)
        // Some have a sign behind the end, with which the parser would not know it.
        written.push(found === name ? raw.subarray(at, next) : Buffer.from(`--${found}--\r\n`))
        part = null
        headersFrom = next
      }
    } else if (!part && isEmpty(at)) {
      const headers = raw.subarray(headersFrom, next)
      if (isHeadless(headers)) {
        part = headless(headersFrom)
        at = next
        continue
      }
      const type = headerOf(unfolded(headersOf(headers)), 'content-type')
      const boundary = boundaryOf(type)
      part = { headers, from: next, isMultipart: /^multipart\//i.test(type), boundary }
      if (boundary !== undefined) boundaries.add(boundary)
    }
    at = next
  }
  if (part || headersFrom < raw.length) finish(raw.length)
  return Buffer.concat(written)
}
