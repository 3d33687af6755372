import { getDomain } from 'tldts'
import { cut, type SenderProof } from '../../core/rules.ts'
import type { Header } from './kinds.ts'

/** Characters of an Authentication-Results header that are read. */
const longest = 10_000

/** Whether two domains are of one organisation (RFC 7489, 3.1, relaxed). */
export function isAligned(one: string, other: string): boolean {
  const [a, b] = [one, other].map(domain => domain.toLowerCase().replace(/\.$/, ''))
  if (!a || !b) return false
  const organisation = getDomain(a, { allowPrivateDomains: true })
  return a === b || (organisation !== null && organisation === getDomain(b, { allowPrivateDomains: true }))
}

/** The text without comments, which may hold comments. */
function withoutComments(text: string): string {
  let depth = 0
  let kept = ''
  for (const sign of text) {
    if (sign === '(') depth++
    else if (sign === ')' && depth > 0) depth--
    else if (depth === 0) kept += sign
  }
  return kept
}

/**
 * The verdict on the sender's domain of the server `authservId`: its topmost Authentication-Results header counts
 * (RFC 8601), none of another server and none further down, which the sender may have written. Null where there is none.
 */
export function verdictOf(headers: readonly Header[], authservId: string, fromDomain: string): SenderProof | null {
  for (const { key, value } of headers) {
    if (key !== 'authentication-results') continue
    const [id = '', ...results] = withoutComments(cut(value, longest)).split(';')
    const [server = ''] = id
      .trim()
      .replace(/^"([^"]*)"/, '$1')
      .split(/\s+/)
    if (server.toLowerCase() !== authservId.toLowerCase()) continue
    return judge(results, fromDomain)
  }
  return null
}

function judge(results: readonly string[], fromDomain: string): SenderProof {
  let proof: SenderProof = 'none'
  for (const result of results) {
    const [, method = '', outcome = ''] = /^\s*(dmarc|dkim|spf)(?:\/\d+)?\s?=\s?([a-z]+)/i.exec(result) ?? []
    const property = (name: string) => {
      const [, quoted, bare] =
        new RegExp(`\\b${name}\\s?=\\s?(?:"([^"]{1,320})"|([^\\s;]{1,320}))`, 'i').exec(result) ?? []
      const said = quoted ?? bare ?? ''
      return said.slice(said.lastIndexOf('@') + 1)
    }
    const passes = outcome.toLowerCase() === 'pass'
    const how = method.toLowerCase()
    if (how === 'dmarc') {
      const about = property('header\\.from')
      if (passes && (about === '' || isAligned(about, fromDomain))) return 'confirmed'
      if (outcome.toLowerCase() === 'fail') return 'failed'
    }
    const domain = how === 'dkim' ? property('header\\.d') || property('header\\.i') : property('smtp\\.mailfrom')
    if (passes && (how === 'dkim' || how === 'spf') && isAligned(domain, fromDomain)) proof = 'confirmed'
  }
  return proof
}
