import { cut } from '../../core/rules.ts'

/** Characters of a text that is made; more than anybody reads of a mail. */
const longest = 200_000

const named: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ensp: ' ',
  emsp: ' ',
  thinsp: ' ',
  zwnj: '',
  zwj: '',
  shy: '',
  copy: '©',
  reg: '®',
  trade: '™',
  hellip: '…',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  laquo: '«',
  raquo: '»',
  bull: '•',
  middot: '·',
  deg: '°',
  ordf: 'ª',
  ordm: 'º',
  euro: '€',
  pound: '£',
  times: '×',
  aacute: 'á',
  agrave: 'à',
  acirc: 'â',
  atilde: 'ã',
  auml: 'ä',
  eacute: 'é',
  egrave: 'è',
  ecirc: 'ê',
  euml: 'ë',
  iacute: 'í',
  oacute: 'ó',
  ocirc: 'ô',
  otilde: 'õ',
  ouml: 'ö',
  uacute: 'ú',
  uuml: 'ü',
  ccedil: 'ç',
  ntilde: 'ñ',
  Aacute: 'Á',
  Agrave: 'À',
  Acirc: 'Â',
  Atilde: 'Ã',
  Eacute: 'É',
  Ecirc: 'Ê',
  Iacute: 'Í',
  Oacute: 'Ó',
  Ocirc: 'Ô',
  Otilde: 'Õ',
  Uacute: 'Ú',
  Ccedil: 'Ç',
  Ntilde: 'Ñ'
}

function character(entity: string): string | undefined {
  if (!entity.startsWith('#')) return named[entity]
  const code = /^#x/i.test(entity) ? Number.parseInt(entity.slice(2), 16) : Number(entity.slice(1))
  if (!Number.isInteger(code) || code <= 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return ''
  return String.fromCodePoint(code)
}

const withEntities = (text: string): string =>
  text.replace(/&(#?[\da-z]{1,8});/gi, (whole, entity: string) => character(entity) ?? whole)

/** Elements whose content is no text for people. */
const unseen = new Set([
  'script',
  'style',
  'head',
  'title',
  'template',
  'noscript',
  'svg',
  'math',
  'iframe',
  'object',
  'select'
])

const blocks = new Set([
  ...[
    'address',
    'article',
    'aside',
    'blockquote',
    'center',
    'div',
    'dl',
    'dt',
    'dd',
    'fieldset',
    'footer',
    'form',
    'header'
  ],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'hr', 'li', 'main', 'nav', 'ol', 'p', 'pre', 'section', 'table', 'tr', 'ul']
])

/** The deepest quotation within others that is kept as its own. */
const deepest = 10

/** Collects lines, each with a mark for each quotation that it is in. */
class Lines {
  quotes = 0
  readonly #lines: string[] = []
  readonly #line: string[] = []
  #spaced = true
  #length = 0
  #empty = 0

  get full(): boolean {
    return this.#length > longest
  }

  text(text: string): void {
    const plain = cut(text, longest).replace(/[ \t\r\n\f]+/g, ' ')
    // No space at the beginning of a line, nor two of them.
    const rest = this.#spaced && plain.startsWith(' ') ? plain.slice(1) : plain
    if (rest === '') return
    this.#line.push(rest)
    this.#spaced = rest.endsWith(' ')
    this.#length += rest.length
  }

  end(): void {
    const line = this.#line.join('').trimEnd()
    this.#line.length = 0
    this.#spaced = true
    this.#length++
    // One empty line between two others says as much as many.
    this.#empty = line === '' ? this.#empty + 1 : 0
    if (line === '' && (this.#empty > 1 || this.#lines.length === 0)) return
    this.#lines.push('> '.repeat(Math.min(this.quotes, deepest)) + line)
  }

  /** Begins a new line, unless one has just begun. */
  block(): void {
    if (this.#line.length > 0) this.end()
  }

  toString(): string {
    this.block()
    return this.#lines.join('\n').trimEnd()
  }
}

/** Where a link leads, said after its words where these do not say it. */
function targetIn(attributes: string, words: string): string {
  const [, double, single, bare] =
    /\bhref\s?=\s?(?:"([^"]{0,2000})"|'([^']{0,2000})'|([^\s"'>]{1,2000}))/i.exec(attributes) ?? []
  const target = withEntities(double ?? single ?? bare ?? '').trim()
  if (!/^https?:\/\/\S+$/i.test(target)) return ''
  const plain = (text: string) =>
    text
      .trim()
      .replace(/^https?:\/\//i, '')
      .replace(/\/$/, '')
      .toLowerCase()
  return plain(target) === plain(words) ? '' : ` <${target}>`
}

/**
 * The text of an HTML mail: no element, script, style or image is left. It reads the mail once, from its beginning to
 * its end, whatever that is.
 */
export function htmlToText(html: string): string {
  const lines = new Lines()
  let hidden: string | null = null
  let link: { attributes: string; words: string } | null = null
  let at = 0
  const lastClose = html.lastIndexOf('>')
  const say = (raw: string) => {
    if (hidden !== null || raw === '') return
    const text = withEntities(raw.slice(0, longest * 2))
    if (link) link.words += cut(text, 2000)
    lines.text(text)
  }
  while (at < html.length && !lines.full) {
    const open = html.indexOf('<', at)
    if (open === -1) {
      say(html.slice(at))
      break
    }
    say(html.slice(at, open))
    if (html.startsWith('<!--', open)) {
      const end = html.indexOf('-->', open + 4)
      // An unclosed comment hides the rest, as in a browser.
      if (end === -1) break
      at = end + 3
      continue
    }
    const close = /[a-z/!?]/i.test(html.charAt(open + 1)) && open < lastClose ? html.indexOf('>', open) : -1
    if (close === -1) {
      say('<')
      at = open + 1
      continue
    }
    const tag = html.slice(open + 1, close)
    at = close + 1
    const name = /^\/?([a-z][a-z\d]{0,20})/i.exec(tag)?.[1]?.toLowerCase() ?? ''
    const closing = tag.startsWith('/')
    if (hidden !== null) {
      if (closing && name === hidden) hidden = null
    } else if (!closing && unseen.has(name)) {
      if (!tag.endsWith('/')) hidden = name
    } else if (name === 'br') lines.end()
    else if (name === 'a') {
      if (link) lines.text(targetIn(link.attributes, link.words))
      link = closing ? null : { attributes: tag.slice(0, 4000), words: '' }
    } else if (name === 'td' || name === 'th') lines.text(' ')
    else if (blocks.has(name)) {
      lines.block()
      if (name === 'p' || /^h\d$/.test(name)) lines.end()
      if (name === 'blockquote') lines.quotes = Math.max(0, lines.quotes + (closing ? -1 : 1))
      if (name === 'li' && !closing) lines.text('- ')
    }
  }
  return cut(lines.toString(), longest)
}
