import { isIP } from 'node:net'
import type { Config } from '../../core/config.ts'
import { mayCall } from '../../core/outside.ts'
import type { Lookups } from './lookups.ts'
import type { RecordProblem } from './rules.ts'

/** Lookups that a receiver makes for one record and those that it includes (RFC 7208, 4.6.4); beyond, SPF fails. */
const maxLookups = 10

/** Terms that cost a lookup. */
const costly = /^[+?~-]?(include:|a$|a[:/]|mx$|mx[:/]|ptr$|ptr:|exists:)/i

const isSpf = (text: string): boolean => /^v=spf1(\s|$)/i.test(text.trim())

const termsOf = (record: string): string[] => record.trim().split(/\s+/).slice(1)
const isAll = (term: string): boolean => /^[+?~-]?all$/i.test(term)
const isRedirect = (term: string): boolean => /^redirect=/i.test(term)

const mechanism = /^[+?~-]?(all|(include|exists):.+|(a|mx)(:[^/].*)?(\/\d{1,2})?(\/\/\d{1,3})?|ptr(:.+)?)$/i
/** A receiver ignores those that it does not know. */
const modifier = /^(?!(redirect|exp)=$)[a-z][a-z0-9_.-]*=/i

/** Whether SPF has such a term; where it has not, receivers refuse the whole record (RFC 7208, 4.6). */
function isTerm(term: string): boolean {
  const [, version, address = '', bits = '0'] = /^[+?~-]?ip([46]):([^/]+)(?:\/(\d{1,3}))?$/i.exec(term) ?? []
  if (version) return isIP(address) === Number(version) && Number(bits) <= (version === '4' ? 32 : 128)
  return mechanism.test(term) || modifier.test(term)
}

/** The term that authorises a host, or an address. */
const termOfHost = (host: string): string => {
  const version = isIP(host)
  return version === 0 ? `a:${host}` : `ip${version}:${host}`
}

/**
 * The terms that the company's SPF record must have: those of its own server's provider, or the server itself; without
 * an own server the installation's. A server that only this machine can reach sends as this machine does.
 */
export function spfTermOf(
  { smtpUrl, spfInclude, publicUrl }: Pick<Config, 'smtpUrl' | 'spfInclude' | 'publicUrl'>,
  own: { smtp_host: string | null; spf_include: string | null }
): string {
  if (own.smtp_host !== null) return own.spf_include ? `include:${own.spf_include}` : termOfHost(own.smtp_host)
  if (spfInclude) return `include:${spfInclude}`
  const server = hostOf(smtpUrl ?? publicUrl)
  return termOfHost(isPublic(server) ? server : hostOf(publicUrl))
}

const hostOf = (url: string): string => new URL(url).hostname.replace(/^\[|\]$/g, '')

const isPublic = (host: string): boolean => (isIP(host) ? mayCall(host, false) : host.includes('.'))

/**
 * The one record that is to stand in place of those found: all their terms and the one asked for, before what says how
 * everybody else is treated. Without any, everybody else is suspect but not refused.
 */
export function mergeSpf(records: readonly string[], term: string): string {
  const each = records.map(termsOf)
  const all = each.flat().find(isAll)
  // A redirect counts where its record has no `all`, and one alone in what becomes of them.
  const [redirect, ...more] = each.flatMap(terms => (terms.some(isAll) ? [] : terms.filter(isRedirect)))
  const included = (all && redirect ? [redirect, ...more] : more).map(other => other.replace(/^redirect=/i, 'include:'))
  const denied = ['-', '~', '?'].map(sign => sign + term.toLowerCase())
  const others = each
    .flat()
    .filter(other => !isAll(other) && !isRedirect(other) && !denied.includes(other.toLowerCase()))
  const kept = new Map([...others, ...included, term].map(other => [other.toLowerCase().replace(/^\+/, ''), other]))
  return ['v=spf1', ...kept.values(), all ?? redirect ?? '~all'].join(' ')
}

type SpfJudgement = {
  state: 'right' | 'missing' | 'different' | 'silent'
  problem: RecordProblem | null
  found: string[]
}

/** Whether a mail by the term passes by the record of a domain, and receivers can read it to its end. */
export async function judgeSpf(lookups: Lookups, domain: string, term: string): Promise<SpfJudgement> {
  const answer = await lookups.texts(domain)
  if (answer.kind !== 'texts') return { state: answer.kind, problem: null, found: [] }
  const found = answer.texts.filter(isSpf)
  if (found.length === 0) return { state: 'missing', problem: null, found }
  if (found.length > 1) return { state: 'different', problem: 'several', found }
  const [record = ''] = found
  if (!termsOf(record).every(isTerm)) return { state: 'different', problem: 'syntax', found }
  const end = await follow(lookups, record, { spent: 0, wanted: term.toLowerCase(), seen: new Set([domain]) })
  if (end === 'silent') return { state: 'silent', problem: null, found }
  if (typeof end === 'string') return { state: 'different', problem: end, found }
  return end ? { state: 'right', problem: null, found } : { state: 'different', problem: 'not_included', found }
}

type Walk = { spent: number; wanted: string; seen: Set<string> }

/** Whether a mail by the term that is wanted passes by this record: the first of its terms that matches decides. */
async function follow(
  lookups: Lookups,
  record: string,
  walk: Walk
): Promise<boolean | 'silent' | 'lookups' | 'broken'> {
  let passes: boolean | undefined
  for (const term of lookedAt(termsOf(record.toLowerCase()))) {
    const passing = !/^[~?-]/.test(term)
    const mechanism = term.replace(/^[+~?-]/, '').replace(/\.$/, '')
    if (mechanism === walk.wanted) passes ??= passing
    if (!costly.test(term) && !isRedirect(term)) continue
    walk.spent++
    if (walk.spent > maxLookups) return 'lookups'
    const inner = /^(?:include:|redirect=)(.+)$/.exec(mechanism)?.[1]
    // A macro names another domain for each mail; one that includes itself goes round.
    if (!inner || inner.includes('%')) continue
    if (walk.seen.has(inner)) return 'broken'
    const answer = await lookups.texts(inner)
    if (answer.kind === 'silent') return 'silent'
    const [only = '', ...more] = answer.kind === 'texts' ? answer.texts.filter(isSpf) : []
    if (!only || more.length > 0 || !termsOf(only).every(isTerm)) return 'broken'
    walk.seen.add(inner)
    const ended = await follow(lookups, only, walk)
    if (typeof ended === 'string') return ended
    // Two may include the same one: that costs lookups, and nothing else.
    walk.seen.delete(inner)
    if (ended) passes ??= passing
  }
  return passes ?? false
}

/**
 * The terms that are looked at: those before `all`, or where there is none all, and `redirect` last (RFC 7208, 6.1).
 */
function lookedAt(terms: readonly string[]): string[] {
  const mechanisms = terms.filter(term => !isRedirect(term))
  const end = mechanisms.findIndex(isAll)
  return end < 0 ? [...mechanisms, ...terms.filter(isRedirect)] : mechanisms.slice(0, end)
}
