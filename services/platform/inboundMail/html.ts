import { cut } from '../../core/rules.ts'

/** Characters of a text that is made; more than anybody reads of a mail. */
const longest = 200_000

/** The entities of HTML 4 (24): those of Latin-1 in their order, and the others with their signs. */
const latin1 = [
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute',
  'micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring',
  'AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml',
  'times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil',
  'egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash',
  'ugrave uacute ucirc uuml yacute thorn yuml'
]
const others = [
  'quot " amp & lt < gt > OElig Œ oelig œ Scaron Š scaron š Yuml Ÿ fnof ƒ circ ˆ tilde ˜ Alpha Α Beta Β Gamma Γ',
  'Delta Δ Epsilon Ε Zeta Ζ Eta Η Theta Θ Iota Ι Kappa Κ Lambda Λ Mu Μ Nu Ν Xi Ξ Omicron Ο Pi Π Rho Ρ Sigma Σ',
  'Tau Τ Upsilon Υ Phi Φ Chi Χ Psi Ψ Omega Ω alpha α beta β gamma γ delta δ epsilon ε zeta ζ eta η theta θ iota ι',
  'kappa κ lambda λ mu μ nu ν xi ξ omicron ο pi π rho ρ sigmaf ς sigma σ tau τ upsilon υ phi φ chi χ psi ψ',
  'omega ω thetasym ϑ upsih ϒ piv ϖ ndash – mdash — lsquo ‘ rsquo ’ sbquo ‚ ldquo “ rdquo ” bdquo „ dagger †',
  'Dagger ‡ bull • hellip … permil ‰ prime ′ Prime ″ lsaquo ‹ rsaquo › oline ‾ frasl ⁄ euro € image ℑ weierp ℘',
  'real ℜ trade ™ alefsym ℵ larr ← uarr ↑ rarr → darr ↓ harr ↔ crarr ↵ lArr ⇐ uArr ⇑ rArr ⇒ dArr ⇓ hArr ⇔',
  'forall ∀ part ∂ exist ∃ empty ∅ nabla ∇ isin ∈ notin ∉ ni ∋ prod ∏ sum ∑ minus − lowast ∗ radic √ prop ∝',
  'infin ∞ ang ∠ and ∧ or ∨ cap ∩ cup ∪ int ∫ there4 ∴ sim ∼ cong ≅ asymp ≈ ne ≠ equiv ≡ le ≤ ge ≥ sub ⊂ sup ⊃',
  'nsub ⊄ sube ⊆ supe ⊇ oplus ⊕ otimes ⊗ perp ⊥ sdot ⋅ lceil ⌈ rceil ⌉ lfloor ⌊ rfloor ⌋ lang 〈 rang 〉 loz ◊',
  'spades ♠ clubs ♣ hearts ♥ diams ♦'
]

const pairs = others.join(' ').split(' ')
const named = new Map<string, string>([
  ...latin1.flatMap(line => line.split(' ')).map((name, n) => [name, String.fromCharCode(0xa0 + n)] as const),
  ...pairs.flatMap((name, n) => (n % 2 === 0 ? [[name, pairs[n + 1] ?? ''] as const] : [])),
  // Spaces, and signs that are not seen.
  ...['nbsp', 'ensp', 'emsp', 'thinsp'].map(name => [name, ' '] as const),
  ...['zwnj', 'zwj', 'shy', 'lrm', 'rlm'].map(name => [name, ''] as const),
  ['apos', "'"]
])

function character(entity: string): string | undefined {
  if (!entity.startsWith('#')) return named.get(entity)
  const code = /^#x/i.test(entity) ? Number.parseInt(entity.slice(2), 16) : Number(entity.slice(1))
  if (!Number.isInteger(code) || code <= 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return ''
  return String.fromCodePoint(code)
}

const withEntities = (text: string): string =>
  text.replace(/&(#?[\da-z]{1,8});/gi, (whole, entity: string) => character(entity) ?? whole)

/** Elements whose content is no text at all, and those whose content is none for people. */
const code = new Set(['script', 'style'])
const unseen = new Set([...code, 'head', 'title', 'template', 'noscript', 'svg', 'math', 'iframe', 'object', 'select'])

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
 * its end, whatever that is; and once more where all its words are in what is not shown, such as a title without an end.
 */
export const htmlToText = (html: string): string => textWithout(html, unseen) || textWithout(html, code)

function textWithout(html: string, unseenElements: ReadonlySet<string>): string {
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
    } else if (!closing && unseenElements.has(name)) {
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
