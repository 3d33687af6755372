import type { MailKind } from '../../core/rules.ts'

export type Header = { key: string; value: string }

/** The marks of an installation's own mail. */
export type Own = { mark: string; host: string }

/** Servers through which a mail may have come; a loop has it pass more (RFC 5321, 6.3). */
const maxHops = 50

const awaySubject =
  /^\s*(auto(mátic[ao]|matic|matische|-)?\s?(resposta|reply|response|antwort)?\s*:|out of (the )?office|automatic reply|auto reply|resposta automática|fora do escritório|ausência temporária|estou de férias|férias:|ausente)/i

/** Outlook.com passes the complaints of its users on without a report, in mails that look like this (JMRP). */
export const jmrpSender = 'staff@hotmail.com'
const jmrpSubject = /^\s*complaint about message from/i

/**
 * The kind of a mail, by its headers (RFC 3834, RFC 3464, RFC 5965), and the types of its parts where those do not say
 * that it is a report.
 */
export function kindOf(
  headers: readonly Header[],
  subject: string,
  own: Own,
  envelopeFrom: string | null,
  parts: readonly string[] = []
): MailKind {
  const all = (name: string) => headers.filter(({ key }) => key === name).map(({ value }) => value.trim().toLowerCase())
  const [first] = [(name: string) => all(name)[0] ?? '']
  if (all('x-prosa-loop').includes(own.mark)) return 'loop'
  if (isOwnId(first('message-id'), own.host) || all('received').length > maxHops) return 'loop'
  const type = first('content-type')
  if (type.startsWith('multipart/report')) {
    if (/report-type\s?=\s?"?feedback-report/.test(type)) return 'complaint'
    if (/report-type\s?=\s?"?delivery-status/.test(type)) return 'bounce'
    return reportIn(parts) ?? 'automatic'
  }
  const from = senderIn(first('from')).replace('>', '')
  if (from === jmrpSender && jmrpSubject.test(subject) && parts.includes('message/rfc822')) return 'complaint'
  const submitted = first('auto-submitted')
  const automatic =
    (submitted !== '' && !submitted.startsWith('no')) ||
    /^(bulk|junk|list|auto_reply)$/.test(first('precedence')) ||
    ['x-auto-response-suppress', 'x-autoreply', 'x-autorespond', 'list-id', 'feedback-id'].some(
      name => first(name) !== ''
    ) ||
    first('return-path') === '<>' ||
    envelopeFrom === '' ||
    /^[^@]*\b(mailer-daemon|postmaster|no-?reply|nao-?responda)@/.test(from) ||
    awaySubject.test(subject)
  return automatic ? (reportIn(parts) ?? 'automatic') : 'ordinary'
}

/** A server's report without the type of one; persons forward such parts too, so the headers must speak of a program. */
function reportIn(parts: readonly string[]): MailKind | undefined {
  if (parts.includes('message/feedback-report')) return 'complaint'
  return parts.some(type => /^message\/(global-)?delivery-status$/.test(type)) ? 'bounce' : undefined
}

/** Subjects that programs give to their answers; words that people use for theirs are not among them. */
const programSubject = /^\s*(automatic reply|auto(matic)?[- ]?(reply|response)|resposta automática)\s*:/i

/**
 * Whether a program may have written a mail, as people are shown it. It is narrower than the kind 'automatic', which says
 * that programs must not answer: people write through lists and forms, and with headers that are meant for others.
 */
export function looksAutomatic(headers: readonly Header[], subject: string, envelopeFrom: string | null): boolean {
  const first = (name: string) =>
    headers
      .find(({ key }) => key === name)
      ?.value.trim()
      .toLowerCase() ?? ''
  const submitted = first('auto-submitted')
  const viaList = first('list-id') !== '' || first('precedence') === 'list'
  const sender = senderIn(first('from'))
  return (
    (submitted !== '' && !submitted.startsWith('no')) ||
    first('content-type').startsWith('multipart/report') ||
    /^(bulk|junk|auto_reply)$/.test(first('precedence')) ||
    ['x-autoreply', 'x-autorespond', 'feedback-id'].some(name => first(name) !== '') ||
    (!viaList && (first('return-path') === '<>' || envelopeFrom === '')) ||
    /^[^@]*\b(mailer-daemon|postmaster)@/.test(sender) ||
    (/^[^@]*\b(no-?reply|nao-?responda)@/.test(sender) && first('reply-to') === '') ||
    programSubject.test(subject)
  )
}

const senderIn = (from: string): string => from.slice(from.lastIndexOf('<') + 1)

/** The Message-ID of a mail that was sent from here: the id of its row. */
const isOwnId = (messageId: string, host: string): boolean =>
  /^<[\da-f]{24}@/.test(messageId) && messageId.slice(26) === `${host.toLowerCase()}>`

/** Whether a program may answer: what answers a program may be answered by it. */
export const mayAnswer = (kind: MailKind): boolean => kind === 'ordinary'
