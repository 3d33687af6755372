import type { RecipientReason } from './rules.ts'

/** Codes of addresses and domains that do not exist (RFC 3463, RFC 7505); others of 5.1 are about the sender. */
const dead = /^5\.(1\.(0|1|2|3|6|10)|4\.4)$/

/**
 * Why a server refused a mail for good. `status`: its code by RFC 3463, empty for none. `recipient`: it refused the
 * recipient, before it saw the mail.
 */
export function refusalOf(refused: { code: number; status: string; recipient: boolean }): RecipientReason {
  const { code, status, recipient } = refused
  const unspecific = status === '' || status === '5.0.0'
  if (dead.test(status) || (unspecific && recipient && (code === 550 || code === 553))) return 'mailbox'
  if (status === '5.2.2' || code === 552) return 'full'
  return /^5\.7\./.test(status) || code === 554 ? 'policy' : 'refused'
}
