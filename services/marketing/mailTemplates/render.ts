import { Liquid, type Template } from 'liquidjs'
import { cut } from '../../core/rules.ts'
import { toMjml } from './compile.ts'
import { mjmlToHtml } from './mjml.ts'
import { escaped } from './richText.ts'
import { type MailContent, mailLimits, type Placeholder, partsOf, webLinksOf } from './rules.ts'
import { textFooter, toText } from './text.ts'

/**
 * Bodies are bounded long before, and no tag or filter is left that could cost more than its length: these hold where
 * that fails. Characters, milliseconds and items.
 */
const limits = { parseLimit: 4_000_000, renderLimit: 1000, memoryLimit: 50_000_000 }

/** Reads nothing from a disk or the network: what a template may name is gone with the tags that name it. */
const liquid = new Liquid({
  ...limits,
  outputEscape: 'escape',
  ownPropertyOnly: true,
  strictFilters: true,
  templates: {}
})
for (const tag of Object.keys(liquid.tags)) delete liquid.tags[tag]
for (const filter of Object.keys(liquid.filters))
  if (filter !== 'default' && filter !== 'escape') delete liquid.filters[filter]

type Parts = (string | Placeholder)[]

/** A template ready for any number of people. Opaque: made by `compileTemplate`, read by `renderFor`. */
type CompiledMail = {
  subject: Parts
  preheader: Parts
  text: Parts
  html: Template[]
  /** The fallbacks that the HTML names, so that no text of a person is parsed. */
  fallbacks: Record<string, string>
}

/** The sender and the recipient of a mail. */
export type MailFor = {
  /** By name; what is missing is empty. */
  variables: Readonly<Record<string, string>>
  /** As the footer shows it; `cnpj` with its punctuation. */
  company: { name: string; cnpj: string | null; address: string | null }
  /** Where the person unsubscribes: an http(s) address. */
  unsubscribeUrl: string
  /** For a mail that was compiled with counting: this person's links, in the order of `webLinksOf`. */
  counting?: { links: readonly string[]; picture: string }
}

type RenderedMail = { subject: string; preheader: string; html: string; text: string }

/**
 * Makes a template into what is filled in for each person, once for all of them. `publicUrl`: of this installation,
 * where uploaded pictures are. `counted`: its links, and a picture that nobody sees, get an address of each person. The
 * text part keeps the addresses as they were written. Takes some ten milliseconds, the first time a second. Throws 422
 * for a body that takes too much time or memory.
 */
export async function compileTemplate(
  content: MailContent,
  publicUrl: string,
  { counted = false } = {}
): Promise<CompiledMail> {
  const keys = new Map<string, string>()
  const placeholder = ({ name, fallback }: Placeholder): string => {
    if (!fallback) return `{{ ${name} }}`
    const key = keys.get(fallback) ?? `_f${keys.size}`
    keys.set(fallback, key)
    return `{{ ${name} | default: ${key} }}`
  }
  const toHtml = (text: string) =>
    partsOf(text)
      .map(part => (typeof part === 'string' ? escaped(part) : placeholder(part)))
      .join('')
  const plain = await mjmlToHtml(toMjml(content.body, publicUrl, toHtml))
  const html = counted ? withCounting(plain, webLinksOf(content.body)) : plain
  return {
    subject: partsOf(content.subject),
    preheader: partsOf(content.preheader),
    text: [...partsOf(toText(content.body)), ...textFooter],
    html: liquid.parse(withoutIndents(html)),
    fallbacks: Object.fromEntries([...keys].map(([fallback, key]) => [key, fallback]))
  }
}

/** MJML indents generously: a third of what Gmail shows of a mail would be blanks. */
const withoutIndents = (text: string): string => text.replace(/^[ \t]+/gm, '').replace(/\n{2,}/g, '\n')

/** Links of a mail that are counted: each has a number in a byte of its address. */
export const maxCounted = 255

const unescaped = (attribute: string): string =>
  attribute.replace(/&(?:#(\d{1,4})|amp|quot);/g, (entity, code: string | undefined) =>
    code ? String.fromCharCode(Number(code)) : entity === '&amp;' ? '&' : '"'
  )

function withCounting(html: string, links: readonly string[]): string {
  const counted = html.replace(/\bhref="([^"]*)"/g, (whole, attribute: string) => {
    const n = links.indexOf(unescaped(attribute))
    return n >= 0 && n < maxCounted ? `href="{{ _link${n} }}"` : whole
  })
  const picture =
    '<img src="{{ _foto }}" alt="" width="1" height="1" style="display:block;width:1px;height:1px;border:0" />'
  return counted.replace('</body>', () => `${picture}</body>`)
}

/** Characters of the value of a variable. */
const longest = 1000

/** In one line: a line break in a header would begin another one. */
const oneLine = (text: string, maxLength: number): string =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, maxLength)

/** The mail of one person. Throws where the address for unsubscribing is none: no mail goes out without it. */
export function renderFor(
  compiled: CompiledMail,
  { variables, company, unsubscribeUrl, counting }: MailFor
): RenderedMail {
  if (!/^https?:\/\//.test(unsubscribeUrl)) throw new Error('A mail needs an address for unsubscribing')
  const identity = [company.cnpj && `CNPJ ${company.cnpj}`, company.address].filter(Boolean)
  // Without a prototype: `{{ constructor }}` is as empty as any other name that nobody has.
  const scope: Record<string, string> = Object.create(null)
  for (const [name, value] of Object.entries(variables)) scope[name] = cut(value.trim(), longest)
  Object.assign(scope, compiled.fallbacks, {
    empresa: company.name,
    _identificacao: identity.join('\u00a0· '),
    _descadastro: unsubscribeUrl
  })
  if (counting) scope._foto = counting.picture
  for (const [n, link] of counting?.links.entries() ?? []) scope[`_link${n}`] = link
  const fill = (parts: Parts): string =>
    parts.map(part => (typeof part === 'string' ? part : scope[part.name] || part.fallback)).join('')
  const subject = oneLine(fill(compiled.subject), 2 * mailLimits.subject)
  const preheader = oneLine(fill(compiled.preheader), 2 * mailLimits.preheader)
  const text = fill(compiled.text)
  scope._subject = subject
  scope._preheader = preheader
  return { subject, preheader, html: String(liquid.renderSync(compiled.html, scope)), text }
}
