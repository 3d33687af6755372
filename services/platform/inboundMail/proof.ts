import { Resolver } from 'node:dns/promises'
import type { SenderProof } from '../../core/rules.ts'
import type { Header } from './kinds.ts'
import { isAligned, verdictOf } from './verdict.ts'

/** The means of an installation: the id of its own mail server, and the DNS servers that it asks. */
export type Means = { authservId: string | undefined; dnsServers: readonly string[] }

export type Delivery = {
  /** The address of the client that delivered the mail, where it is a stranger's server. */
  peer: string | null
  /** The address in MAIL FROM. */
  from: string | null
}

/** Signatures that are verified, and milliseconds for one question to DNS, and for all of one mail. */
const limits = { signatures: 5, question: 2000, whole: 5000 }

/** Milliseconds for which DNS is not asked after it has not answered: mails do not wait for it one by one. */
const rest = 30_000
let awayUntil = 0

/** Codes by which a resolver says that it got no answer. */
const silent = new Set(['ETIMEOUT', 'ECONNREFUSED', 'ECANCELLED', 'ESERVFAIL', 'EREFUSED'])

const away = () => Object.assign(new Error('DNS does not answer'), { code: 'ETIMEOUT' })

function resolverOf({ dnsServers }: Means) {
  const resolver = new Resolver({ timeout: limits.question, tries: 1 })
  if (dnsServers.length > 0) resolver.setServers(dnsServers)
  const end = Date.now() + limits.whole
  return async (name: string, type: string): Promise<unknown> => {
    if (Date.now() < awayUntil || Date.now() > end) throw away()
    try {
      return await resolver.resolve(name, type as 'TXT')
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : ''
      // A server that refuses one name still knows others.
      if (code === 'ETIMEOUT' || code === 'ECONNREFUSED') awayUntil = Date.now() + rest
      throw silent.has(code) ? away() : error
    }
  }
}

const [lineFeed, carriageReturn] = [0x0a, 0x0d]
const signature = /^dkim-signature[ \t]?:/i

/** The mail without the signatures beyond those that are verified. */
function withFewSignatures(raw: Buffer): Buffer {
  const kept: Buffer[] = []
  let seen = 0
  let keep = true
  for (let at = 0; at < raw.length; ) {
    const found = raw.indexOf(lineFeed, at)
    const next = found === -1 ? raw.length : found + 1
    if (raw[at] === lineFeed || raw[at] === carriageReturn) {
      kept.push(raw.subarray(at))
      break
    }
    if (raw[at] !== 0x20 && raw[at] !== 0x09) {
      const isSignature = signature.test(raw.subarray(at, at + 20).toString('latin1'))
      if (isSignature) seen++
      keep = !isSignature || seen <= limits.signatures
    }
    if (keep) kept.push(raw.subarray(at, next))
    at = next
  }
  return seen > limits.signatures ? Buffer.concat(kept) : raw
}

/**
 * Whether the sender of a mail is proved: by the verdict of the installation's own mail server, else by the signatures
 * of the mail, the policy of its domain, and the server that delivered it. DNS that does not answer proves nothing, and
 * is not waited for.
 */
export async function proveSender(
  raw: Buffer,
  headers: readonly Header[],
  sender: string | null,
  { peer, from }: Delivery,
  means: Means
): Promise<SenderProof> {
  const domain = sender?.slice(sender.lastIndexOf('@') + 1) ?? ''
  // A mail of two authors is nobody's.
  if (domain === '' || headers.filter(({ key }) => key === 'from').length !== 1) return 'none'
  const verdict = means.authservId ? verdictOf(headers, means.authservId, domain) : null
  if (verdict !== null) return verdict
  const { authenticate } = await import('mailauth')
  const { dkim, spf, dmarc } = await authenticate(withFewSignatures(raw), {
    ...(peer !== null && { ip: peer, helo: peer }),
    sender: from ?? '',
    resolver: resolverOf(means) as never,
    disableArc: true,
    disableBimi: true
  })
  const outcome = dmarc ? dmarc.status.result : 'none'
  // A signature of the beginning of a text alone (l=) says nothing of the rest, which anybody may have written.
  const signed = dkim.results.some(
    ({ status, signingDomain }) =>
      status.result === 'pass' && !status.underSized && isAligned(signingDomain ?? '', domain)
  )
  const sent = spf && spf.status.result === 'pass' && isAligned(spf.domain ?? '', domain)
  if (signed || sent) return 'confirmed'
  return dmarc && outcome === 'fail' && dmarc.policy !== 'none' ? 'failed' : 'none'
}
