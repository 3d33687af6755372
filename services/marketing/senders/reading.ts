import { isIP } from 'node:net'
import { readNamedEmail, withoutInvisible } from '../../core/emails.ts'
import { invalid } from '../../core/errors.ts'
import { isFreeMail } from './freeMail.ts'
import { longestDomain, senderTexts } from './rules.ts'
import type { SenderConfig } from './schema.ts'

/** A sender as it is stored. */
export type ReadSender = {
  name: string
  local: string
  domain: string
  replyTo: string | null
  smtp: (NonNullable<SenderConfig['smtp']> & { password?: string }) | null
  pace: SenderConfig['pace']
  /** Undefined where it stays as it is. */
  tracking: boolean | undefined
  /** The same. */
  takesAnswers: boolean | undefined
}

/** Every receiver takes these before the @; others need an extension that many servers lack. */
const plainLocal = /^[a-z0-9._%+=&'-]+$/

/**
 * Reads what a person entered. The domain comes out in A-labels, and nothing in it can end a header: addresses are
 * exactly one, and names have no control characters. Throws 400 with a sentence for each field.
 */
export function readSender({ name, address, replyTo, smtp, pace, tracking, takesAnswers }: SenderConfig): ReadSender {
  const errors: Record<string, string> = {}
  const shown = withoutInvisible(name).trim()
  if (shown === '' || /[\p{Cc}\p{Zl}\p{Zp}<>]/u.test(shown)) errors.name = senderTexts.name
  const read = readNamedEmail(address)
  const at = read?.lastIndexOf('@') ?? -1
  const [local, domain] = read === null ? ['', ''] : [read.slice(0, at), read.slice(at + 1)]
  if (read === null) errors.address = senderTexts.address
  else if (!plainLocal.test(local)) errors.address = senderTexts.plainAddress
  else if (isFreeMail(domain)) errors.address = senderTexts.freeMail(domain)
  else if (domain.length > longestDomain) errors.address = senderTexts.longDomain
  const answers = replyTo === null ? null : readNamedEmail(replyTo)
  if (replyTo !== null && answers === null) errors.replyTo = senderTexts.address
  const server = smtp === null ? null : readServer(smtp, errors)
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return { name: shown, local, domain, replyTo: answers, smtp: server, pace, tracking, takesAnswers }
}

function readServer(smtp: NonNullable<SenderConfig['smtp']>, errors: Record<string, string>): ReadSender['smtp'] {
  const host = readHost(smtp.host)
  const included = smtp.spfInclude?.trim() ? readHost(smtp.spfInclude) : null
  const spfInclude = included !== null && isIP(included) === 0 ? included : null
  if (host === null) errors.host = senderTexts.host
  if (spfInclude === null && smtp.spfInclude?.trim()) errors.spfInclude = senderTexts.spf
  if (smtp.password !== undefined && smtp.user === null) errors.user = senderTexts.user
  return { ...smtp, host: host ?? '', spfInclude }
}

const hostName = /^([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/

/** A host's name in A-labels, or its IP address; null for anything else. */
export function readHost(text: string): string | null {
  const plain = text.trim().replace(/\.$/, '').normalize('NFKC').toLowerCase()
  if (isIP(plain)) return plain
  // URL also accepts ports, passwords and escapes, so only letters, digits, dots, hyphens and underscores get this far.
  if (/[^\p{L}\p{M}\p{N}._-]/u.test(plain) || !URL.canParse(`http://${plain}`)) return null
  const { hostname } = new URL(`http://${plain}`)
  // It reads a number as an address.
  return hostname.length <= 253 && hostName.test(hostname) && isIP(hostname) === 0 ? hostname : null
}
