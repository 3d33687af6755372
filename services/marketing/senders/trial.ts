import type { Config } from '../../core/config.ts'
import { AppError } from '../../core/errors.ts'
import { loopHeader, loopMark } from '../../core/mail.ts'
import { ForbiddenAddressError } from '../../core/outside.ts'
import { cut } from '../../core/rules.ts'
import { unstorable } from '../../core/text.ts'
import { bounceAddress, type SenderWithKeys } from './queries.ts'
import { senderTexts, type TestOutcome } from './rules.ts'
import { openTransport } from './transport.ts'

/** Milliseconds that a person waits for a test, and characters of an answer that are shown. */
const [patience, longestAnswer] = [25_000, 1000]

type Trial = { outcome: TestOutcome; answer: string | null }

/**
 * Sends one signed mail through the sender's settings, and returns what the other side answered. Never throws for what
 * a server does; throws 409 where the installation has no mail server and the company none of its own.
 */
export async function trySender(config: Config, sender: SenderWithKeys, to: string): Promise<Trial> {
  const { row } = sender
  if (row.smtp_host === null && config.smtpUrl === undefined) throw new AppError('conflict', senderTexts.noMail)
  const { transporter, close } = await openTransport(config, sender).catch(cause => {
    throw new AppError('conflict', senderTexts.sealed, { cause })
  })
  let late = false
  const timer = setTimeout(() => {
    late = true
    close()
  }, patience)
  try {
    const { response } = await transporter.sendMail({
      // As objects addresses are taken literally; texts would be parsed as lists.
      from: { name: row.name, address: `${row.local_part}@${row.domain}` },
      to: { name: '', address: to },
      ...(row.reply_to !== null && { replyTo: { name: '', address: row.reply_to } }),
      envelope: { from: bounceAddress(config, row), to: [to] },
      subject: 'Teste do seu remetente',
      text: `Este é um teste do remetente ${row.name}.\n\nSe você o recebeu, o envio funciona.\n`,
      headers: { 'Auto-Submitted': 'auto-generated', [loopHeader]: loopMark(config) }
    })
    return { outcome: 'accepted', answer: shown(response) }
  } catch (error) {
    return late ? { outcome: 'timeout', answer: null } : explain(error)
  } finally {
    clearTimeout(timer)
    close()
  }
}

/** The outcome for a failure of the mail library, and the server's own words where it said any. */
export function explain(error: unknown): Trial {
  if (error instanceof ForbiddenAddressError) return { outcome: 'address', answer: null }
  const failure = (error instanceof Error ? error : new Error(String(error))) as Error & Failure
  const outcome = outcomeOf(failure)
  const technical = ['certificate', 'other', 'no_tls'].includes(outcome) ? failure.message : undefined
  return { outcome, answer: shown(failure.response ?? technical) }
}

type Failure = { code?: string; originalCode?: string; response?: string; responseCode?: number; command?: string }

/** Node's codes for a certificate that does not hold. */
const certificate = /CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS_CERT/

function outcomeOf({
  code = '',
  originalCode = '',
  response,
  responseCode = 0,
  command,
  message
}: Error & Failure): TestOutcome {
  if (certificate.test(originalCode) || certificate.test(code) || /certificate|self.signed|altnames/i.test(message))
    return 'certificate'
  // A busy server judges neither address nor password.
  if (responseCode >= 400 && responseCode < 500) return 'temporary'
  if (code === 'EAUTH') return 'password'
  if (['ETIMEDOUT', 'ABORT_ERR'].includes(code) || originalCode === 'ETIMEDOUT') return 'timeout'
  if (code === 'ETLS' || originalCode === 'EPROTO' || /wrong version number|STARTTLS/i.test(message)) return 'no_tls'
  if (responseCode === 530) return 'password' // it wants a login first (RFC 4954, 6)
  if (response && responseCode >= 500) return command === 'MAIL FROM' ? 'refused_sender' : 'refused'
  return [
    'ECONNREFUSED',
    'ECONNRESET',
    'ENOTFOUND',
    'EAI_AGAIN',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'ECONNECTION',
    'ESOCKET',
    'EDNS'
  ].some(each => each === code || each === originalCode)
    ? 'connection'
    : 'other'
}

/** A stranger's text in a form and a size that can be shown. */
function shown(text: string | undefined): string | null {
  const clean = text?.replace(/[^\S\n]+/g, ' ').trim() ?? ''
  return clean === '' || unstorable(clean) ? null : cut(clean, longestAnswer)
}
