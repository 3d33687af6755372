import type { RecipientReason, softReasons } from './rules.ts'

/** Codes of addresses and domains that do not exist (RFC 3463, RFC 7505); others of 5.1 are about the sender. */
const dead = /^5\.(1\.(0|1|2|3|6|10)|4\.4)$/

/** Servers that turn everybody away at first often say so with a code of the mailbox. */
const greylisting = /gr[ae]y[- ]?list/i
/** Words for a mail that is too large, which concern the mail alone. */
const size = /\bsize\b|too (big|large)|tamanho/i

/** A server's refusal. `status`: its code by RFC 3463, empty for none. */
export type Refusal = { code: number; status: string; answer: string | null }

/**
 * The state of an existing mailbox by a refusal: full, or switched off (RFC 3463, 3.3). Null where the refusal is about
 * something else: the mail, the sender's address or reputation, limits, greylisting, and servers that are not reached
 * say nothing of one person's mailbox.
 */
export function mailboxFault({ code, status, answer }: Refusal): (typeof softReasons)[number] | null {
  const said = answer ?? ''
  if (greylisting.test(said)) return null
  if (/^[45]\.2\.2$/.test(status)) return 'full'
  if (/^[45]\.2\.1$/.test(status)) return 'inactive'
  return code === 552 && /^(|5\.[02]\.0)$/.test(status) && !size.test(said) ? 'full' : null
}

/** Why a server refused a mail for good. `recipient`: it refused the recipient, before it saw the mail. */
export function refusalOf(refused: Refusal & { recipient: boolean }): RecipientReason {
  const { code, status, recipient } = refused
  const unspecific = status === '' || status === '5.0.0'
  if (dead.test(status) || (unspecific && recipient && (code === 550 || code === 553))) return 'mailbox'
  return mailboxFault(refused) ?? (/^5\.7\./.test(status) || code === 554 ? 'policy' : 'refused')
}
