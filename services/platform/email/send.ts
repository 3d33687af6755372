import type { Transporter } from 'nodemailer'
import type { Config } from '../../core/config.ts'
import { readEmail } from '../../core/emails.ts'
import { loopHeader, loopMark } from '../../core/mail.ts'
import { cut } from '../../core/rules.ts'
import type { MailNature } from './account.ts'

export type Message = {
  id: string
  to: string
  subject: string
  text: string
  /** Its pictures may be `data:` addresses, which go as files of the mail. */
  html?: string
  /** The name that it comes from; the address stays the installation's. */
  fromName?: string
  /** The address that answers go to. */
  replyTo?: string
  /** Its own Message-ID, without brackets; else one is made of `id`. */
  messageId?: string
  /** The Message-IDs of the mails before it, the last one being answered. */
  references?: readonly string[]
  attachments?: readonly { filename: string; contentType: string; content: Buffer }[]
  /** By which it says whether a program wrote it (RFC 3834). */
  kind?: MailNature
  copies?: readonly string[]
  /** An iCalendar text, and its method. */
  calendar?: { method: string; content: string }
}

/** The outcome of a mail: sent, refused for good, or to be retried later. */
export type Outcome =
  | { state: 'sent' }
  | { state: 'refused'; error: string }
  | { state: 'later'; error: string; failure: unknown }

/** Milliseconds: a server that says nothing must not keep a worker. */
const timeouts = { connectionTimeout: 30_000, greetingTimeout: 30_000, socketTimeout: 60_000 }

const transports = new WeakMap<Config, Transporter>()

async function transportOf(config: Config): Promise<Transporter> {
  // Loaded with the first mail, which many installations never send.
  const { createTransport } = await import('nodemailer')
  const options = { url: config.smtpUrl, ...timeouts }
  const transport = transports.get(config) ?? createTransport(options as never, { from: config.mailFrom } as never)
  transports.set(config, transport)
  return transport
}

export const close = (config: Config): void => transports.get(config)?.close()

/**
 * Hands a mail to the server. The Message-ID derives from the mail's id, so that a duplicate after a crash can be
 * recognised.
 */
export async function handOver(
  config: Config,
  {
    id,
    to,
    replyTo,
    calendar,
    messageId,
    references = [],
    attachments = [],
    kind = 'notice',
    copies = [],
    fromName,
    ...mail
  }: Message
): Promise<Outcome> {
  const host = new URL(config.publicUrl).hostname
  const address = readEmail(to)
  if (address === null) return { state: 'refused', error: 'O endereço não é um e-mail válido. Nada foi enviado.' }
  const answers = replyTo === undefined ? null : readEmail(replyTo)
  return attempt(config, transporter =>
    transporter.sendMail({
      ...mail,
      ...(fromName && { from: { name: oneLine(fromName), address: addressIn(config.mailFrom) } }),
      // Mail programs show no `data:` addresses.
      attachDataUrls: true,
      subject: oneLine(mail.subject),
      // As an object the address is taken literally; a string would be parsed as a list.
      to: { name: '', address },
      messageId: `<${messageId ?? `${id}@${host}`}>`,
      headers: { ...(kind !== 'answer' && { 'Auto-Submitted': submitted[kind] }), [loopHeader]: loopMark(config) },
      cc: copies.map(copy => ({ name: '', address: copy })),
      // Nothing comes back of a receipt.
      ...(kind === 'receipt' && { envelope: { from: '', to: [address] } }),
      attachments: [...attachments],
      ...(references.length > 0 && {
        inReplyTo: `<${references.at(-1)}>`,
        references: references.map(each => `<${each}>`)
      }),
      ...(answers !== null && { replyTo: { name: '', address: answers } }),
      ...(calendar && { icalEvent: { ...calendar, filename: 'convite.ics' } })
    })
  )
}

/** The address in a sender such as `Prosa <avisos@example.com>`. */
export const addressIn = (sender: string): string =>
  sender
    .slice(sender.lastIndexOf('<') + 1)
    .replace('>', '')
    .trim()

/** A sender as a mail's reader sees it. */
export const senderText = (mailFrom: string, name: string | null): string =>
  name === null ? mailFrom : `"${oneLine(name).replaceAll('"', "'")}" <${addressIn(mailFrom)}>`

/** Hands the bytes of a mail to the server. Its headers are the caller's, and must be the installation's own. */
export function handOverAsItIs(config: Config, to: string, raw: Buffer): Promise<Outcome> {
  const envelope = { from: config.mailFrom, to: { name: '', address: to } }
  return attempt(config, transporter => transporter.sendMail({ envelope, raw }))
}

async function attempt(config: Config, send: (transporter: Transporter) => Promise<unknown>): Promise<Outcome> {
  const transporter = await transportOf(config)
  try {
    await send(transporter)
    return { state: 'sent' }
  } catch (failure) {
    const error = cut(failure instanceof Error ? failure.message : String(failure), 500)
    return isRefusal(failure) ? { state: 'refused', error } : { state: 'later', error, failure }
  }
}

const submitted = { notice: 'auto-generated', receipt: 'auto-replied' } as const

/** A header must not contain line breaks. */
export const oneLine = (text: string): string => text.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim()

/** True for a permanent refusal (SMTP 5xx) of the mail; anything else, as a wrong password, may be temporary. */
function isRefusal(failure: unknown): boolean {
  if (failure instanceof Error && 'code' in failure && failure.code === 'EAUTH') return false
  const code = failure instanceof Error && 'responseCode' in failure ? Number(failure.responseCode) : 0
  return code >= 500 && code < 600
}
