import { getDomain } from 'tldts'
import { findUnstorable } from '../../core/text.ts'
import type { Lookups } from './lookups.ts'
import { longestFound, maxFound, type RecordKind } from './rules.ts'
import { judgeSpf, mergeSpf } from './spf.ts'
import type { RecordCheck } from './tables.ts'

/** A record as it should be. `term` is the part that an SPF record must have. */
export type Expected = { kind: RecordKind; name: string; value: string; term?: string }

type Key = { state: 'signing' | 'next'; selector: string; publicKey: string }

const dkimName = (selector: string, domain: string): string => `${selector}._domainkey.${domain}`
const dkimValue = (publicKey: string): string => `v=DKIM1; k=rsa; p=${publicKey}`
const dmarcName = (domain: string): string => `_dmarc.${domain}`

/**
 * The domain that somebody registered, by the list of public suffixes: most panels keep its records in one zone, and
 * its DMARC policy counts for the domains below it (RFC 7489, 3.2).
 */
export const registeredDomain = (domain: string): string => getDomain(domain, { allowPrivateDomains: true }) ?? domain

/** The records that prove a domain, in the order in which they are shown; a key that is awaited has its own. */
export function expectedRecords(domain: string, spfTerm: string, keys: readonly Key[]): Expected[] {
  const ofKey = (state: Key['state'], kind: RecordKind): Expected[] =>
    keys
      .filter(key => key.state === state)
      .map(({ selector, publicKey }) => ({ kind, name: dkimName(selector, domain), value: dkimValue(publicKey) }))
  return [
    { kind: 'spf', name: domain, value: mergeSpf([], spfTerm), term: spfTerm },
    ...ofKey('signing', 'dkim'),
    ...ofKey('next', 'next_dkim'),
    { kind: 'dmarc', name: dmarcName(domain), value: 'v=DMARC1; p=none' }
  ]
}

/** A TXT record is made of strings of at most 255 bytes; most panels cut it themselves. The value is ASCII. */
export const toStrings = (value: string): string[] => value.match(/.{1,255}/gs) ?? []

type Judged = Pick<RecordCheck, 'state' | 'problem' | 'found' | 'value'>

/** Looks one record up, and says how it stands. */
export async function checkRecord(lookups: Lookups, domain: string, expected: Expected): Promise<RecordCheck> {
  const { kind, name } = expected
  const judged =
    kind === 'spf'
      ? await checkSpf(lookups, expected)
      : kind === 'dmarc'
        ? await checkDmarc(lookups, domain)
        : await checkDkim(lookups, domain, expected)
  return { ...judged, kind, name, found: bounded(judged.found), at: new Date().toISOString() }
}

async function checkSpf(lookups: Lookups, { name, term = '' }: Expected): Promise<Judged> {
  const judged = await judgeSpf(lookups, name, term)
  const mendable = judged.problem === 'several' || judged.problem === 'not_included'
  return {
    ...judged,
    value: enterable(mendable ? mergeSpf(judged.found, term) : judged.state === 'right' ? judged.found[0] : '')
  }
}

/** A value that a panel takes; null for any other. */
const enterable = (value = ''): string | null => (/^[\x20-\x7e]{1,1000}$/.test(value) ? value : null)

/**
 * The value to enter for a record, by the result of a check. The company's own SPF or DMARC record may do more than the
 * expected one, so it is replaced only by a value that was made of it; null without one.
 */
export function valueToEnter({ kind, value }: Expected, check: RecordCheck | undefined): string | null {
  const own =
    (kind === 'spf' || kind === 'dmarc') && check && check.state !== 'missing' && check.problem !== 'unreadable'
  return own ? check.value : value
}

/** The tags of a record of DKIM or DMARC, by their names in lower case. */
function tagsOf(record: string): Map<string, string> {
  const pairs = record.split(';').map(tag => {
    const equals = tag.indexOf('=')
    return [tag.slice(0, equals).trim().toLowerCase(), tag.slice(equals + 1).replace(/\s+/g, '')] as const
  })
  return new Map(pairs.filter(([name]) => name !== ''))
}

async function checkDkim(lookups: Lookups, domain: string, { name, value }: Expected): Promise<Judged> {
  const answer = await lookups.texts(name)
  if (answer.kind === 'silent') return plain('silent')
  if (answer.kind === 'missing') return missing(lookups, domain, name)
  const keys = answer.texts.filter(text => tagsOf(text).has('p'))
  if (keys.length === 0) return { ...plain('different'), problem: 'unreadable', found: answer.texts }
  if (keys.length > 1) return { ...plain('different'), problem: 'several', found: keys }
  const [read, wanted] = [tagsOf(keys[0] ?? ''), tagsOf(value)]
  // Its kind and its hashes, where it names any: RSA and SHA-256 are what is signed with (RFC 6376, 3.6.1).
  const usable =
    (read.get('k') ?? 'rsa').toLowerCase() === 'rsa' &&
    (read.get('h') ?? 'sha256').toLowerCase().split(':').includes('sha256')
  if (!usable) return { ...plain('different'), problem: 'unreadable', found: keys }
  const same = read.get('p') === wanted.get('p') && ['DKIM1', undefined].includes(read.get('v'))
  return same ? { ...plain('right'), found: keys } : { ...plain('different'), problem: 'other_key', found: keys }
}

const isDmarc = (text: string): boolean => /^\s*v\s*=\s*DMARC1\s*(;|$)/.test(text)

/**
 * The policy of a domain, or else of the registered one above it; texts that are no policy do not count (RFC 7489,
 * 6.6.3).
 */
async function checkDmarc(lookups: Lookups, domain: string): Promise<Judged> {
  const own = dmarcName(domain)
  let others: string[] = []
  for (const name of new Set([own, dmarcName(registeredDomain(domain))])) {
    const answer = await lookups.texts(name)
    if (answer.kind === 'silent') return plain('silent')
    const found = answer.kind === 'texts' ? answer.texts.filter(isDmarc) : []
    if (found.length > 1) return { ...plain('different'), problem: 'several', found }
    if (found.length === 1) {
      const policy =
        tagsOf(found[0] ?? '')
          .get('p')
          ?.toLowerCase() ?? ''
      const isPolicy = ['none', 'quarantine', 'reject'].includes(policy)
      return isPolicy
        ? { ...plain('right'), found, value: enterable(found[0]) }
        : { ...plain('different'), problem: 'unreadable', found }
    }
    if (name === own && answer.kind === 'texts') others = answer.texts
  }
  if (others.length > 0) return { ...plain('different'), problem: 'unreadable', found: others }
  return missing(lookups, domain, own)
}

const plain = (state: Judged['state']): Judged => ({ state, problem: null, found: [], value: null })

/** Many panels add the domain to a name that has it already. */
async function missing(lookups: Lookups, domain: string, name: string): Promise<Judged> {
  const doubled = await lookups.texts(`${name}.${registeredDomain(domain)}`)
  return doubled.kind === 'texts' ? { ...plain('missing'), problem: 'doubled', found: doubled.texts } : plain('missing')
}

/** The answer of a stranger's DNS, in a form and a size that can be stored. */
const bounded = (found: readonly string[]): string[] =>
  found
    .slice(0, maxFound)
    .map(text => (text.length > longestFound ? `${text.slice(0, longestFound - 1)}…` : text))
    .map(text => (findUnstorable(text) === null ? text.replace(/\p{Cc}/gu, ' ') : ''))

/**
 * Whether a domain counts as proved after a check. Where DNS did not answer, what was known stays: only a record that
 * is known to be gone takes the proof away.
 */
export function isProved(checks: readonly Pick<RecordCheck, 'kind' | 'state'>[], before: boolean): boolean {
  const states = checks.filter(({ kind }) => kind !== 'next_dkim').map(({ state }) => state)
  return states.every(state => state === 'right' || (before && state === 'silent'))
}
