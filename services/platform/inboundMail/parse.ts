import { createHash } from 'node:crypto'
import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime'
import { readEmail } from '../../core/emails.ts'
import type { InboundMail, MailAddress, MailFile } from '../../core/mail.ts'
import { forwardedInText } from './forwards.ts'
import { htmlToText } from './html.ts'
import { kindOf, looksAutomatic, type Own } from './kinds.ts'
import { inUtf8 } from './letters.ts'
import { oneLine, storable } from './plain.ts'
import { readReport } from './report.ts'
import { shorten } from './shorten.ts'
import { type Unfolded, unfold } from './unfold.ts'

/** The envelope of a mail: the facts that are not in its bytes. */
export type Envelope = { from: string | null; recipients: readonly string[]; peer?: string | null }

/** A mail as it was read, without the facts of the database. */
export type ReadMail = Omit<InboundMail, 'id' | 'receivedAt' | 'senderProof'>

/** Bounds of what is read of a mail; `headers` and `depth` refuse it. */
const bounds = {
  headers: 2 * 1024 * 1024,
  depth: 100,
  files: 50,
  text: 200_000,
  subject: 500,
  name: 200,
  ids: 100,
  id: 1000,
  recipients: 100,
  headerLines: 300,
  headerValue: 4000,
  calendars: 5,
  calendar: 256 * 1024,
  report: 256 * 1024
}

const options = {
  // A mail in a mail is a file first; `unfold` reads it.
  forceRfc822Attachments: true,
  maxNestingDepth: bounds.depth,
  maxHeadersSize: bounds.headers
}

const flat = (list: readonly Address[] = []) => list.flatMap(each => each.group ?? [each])

const bytesOf = ({ content }: Attachment): Uint8Array =>
  typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content as ArrayBuffer)

const textIn = (part: Attachment | undefined, limit: number): string =>
  part ? storable(Buffer.from(bytesOf(part).subarray(0, limit)).toString('utf8'), limit) : ''

/** In the characters that RFC 5322 allows: others find no row, and a zero byte is refused by the database. */
const idsIn = (text = ''): string[] =>
  (text.slice(-bounds.id * 20).match(/<[\x21-\x3b\x3d\x3f-\x7e]{1,998}>/g) ?? []).slice(-bounds.ids)

/** The addresses that can be written to, each once. */
function addressesIn(list: readonly Address[] | undefined): MailAddress[] {
  const read = flat(list)
    .slice(0, bounds.recipients)
    .map(({ name, address }) => ({ name: oneLine(name, bounds.name), address: readEmail(address) }))
  const found = read.filter((each): each is MailAddress => each.address !== null)
  return [...new Map(found.map(each => [each.address, each])).values()]
}

function recipientsOf({ to, cc, deliveredTo, headers }: Email, envelope: Envelope): string[] {
  const others = headers
    .filter(({ key }) => ['delivered-to', 'x-original-to', 'envelope-to'].includes(key))
    .slice(0, bounds.recipients)
    .map(({ value }) => value)
  const all = [
    ...envelope.recipients,
    ...others,
    deliveredTo ?? '',
    ...[...flat(to), ...flat(cc)].slice(0, bounds.recipients).map(({ address }) => address)
  ]
  const read = all.map(address => readEmail(address.replace(/^<|>$/g, ''))).filter(address => address !== null)
  return [...new Set(read)].slice(0, bounds.recipients)
}

const isCalendar = ({ mimeType, filename }: Attachment): boolean =>
  mimeType === 'text/calendar' || mimeType === 'application/ics' || /\.ics$/i.test(filename ?? '')

/** The iCalendar parts; mail programs often send the same one as a part and as a file. */
function calendarsOf(parts: readonly Attachment[]): string[] {
  const texts = parts
    .filter(isCalendar)
    .slice(0, bounds.calendars)
    .filter(part => bytesOf(part).length <= bounds.calendar)
    .map(part => textIn(part, bounds.calendar).replaceAll('\0', ''))
  return [...new Set(texts)]
}

/** Some programs name a file with the drive and the folders in which it lay. */
const withoutFolders = (name: string): string =>
  name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1).replace(/^[a-z]:/i, '')

const fileOf = (part: Attachment): MailFile => ({
  name: part.filename === null ? null : oneLine(withoutFolders(part.filename), bounds.name) || null,
  type: oneLine(part.mimeType, 100),
  // A copy: it may be a view of the bytes of the whole mail.
  content: bytesOf(part).slice(),
  inline: part.related === true && part.mimeType.startsWith('image/')
})

/** Characters below which a text beside a page may only say that there is a page. */
const stub = 300

/** The text of a mail; that of its page where the plain one is a stub. */
function textOf({ text, html }: Email): string {
  const plain = text?.trim() ?? ''
  if (plain.length >= stub || !html) return plain === '' ? htmlToText(html ?? '') : (text ?? '')
  const page = htmlToText(html)
  const words = (some: string) => some.replace(/[\s\p{P}\p{S}]+/gu, '').toLowerCase()
  return plain === '' || (page.length > plain.length * 3 && !words(page).includes(words(plain))) ? page : (text ?? '')
}

/** A text beyond the limit goes along as a file. */
const wholeText = (text: string): Attachment[] =>
  text.length > bounds.text
    ? [
        {
          filename: 'texto completo.txt',
          mimeType: 'text/plain',
          disposition: 'attachment',
          content: new Uint8Array(Buffer.from(text))
        }
      ]
    : []

/** The mail that is the only one among the files of a mail, else the one in its text. */
function forwardedIn(subject: string, text: string, { mails, texts }: Unfolded): ReadMail['forwarded'] {
  const [attached] = mails
  if (!attached) return forwardedInText(subject, text)
  const [author] = mails.length === 1 ? addressesIn(attached.from && [attached.from]) : []
  if (!author) return null
  const words = storable(texts.slice(attached.first).join('\n\n'), bounds.text).trim()
  return { author, subject: oneLine(attached.subject, bounds.subject), text: words, comment: text.trim() }
}

/** A hash of the parts that two deliveries of one mail have in common. */
function hashOf({ messageId, from, subject, text, files }: Omit<ReadMail, 'contentHash'>): Uint8Array {
  const hash = createHash('sha256').update(JSON.stringify([messageId, from?.address ?? null, subject, text]))
  for (const { content } of files) hash.update(content)
  return new Uint8Array(hash.digest())
}

/** Reads a mail. Throws where it is broken in a way that leaves nothing to read, or beyond the bounds. */
export async function parseMail(raw: Uint8Array, envelope: Envelope, own: Own): Promise<ReadMail> {
  const short = shorten(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength))
  const email = await PostalMime.parse(inUtf8(short.raw), options)
  const { attachments, headers } = email
  const subject = oneLine(email.subject ?? '', bounds.subject)
  const kind = kindOf(
    headers,
    subject,
    own,
    envelope.from,
    attachments.map(({ mimeType }) => mimeType)
  )
  const [sender] = flat(email.from ? [email.from] : [])
  const address = sender ? readEmail(sender.address) : null
  const isReport = kind === 'bounce' || kind === 'complaint'
  const inside = isReport ? { texts: [], files: [], mails: [] } : await unfold(attachments, textOf)
  const text = [textOf(email), ...inside.texts].filter(words => words.trim() !== '').join('\n\n')
  const all = [...attachments, ...inside.files, ...wholeText(text)]
  // Files first, then the pictures of the text, which are often those of a signature.
  const isPicture = (each: Attachment) => each.related === true && each.mimeType.startsWith('image/')
  const kept = [...all.filter(each => !isPicture(each)), ...all.filter(isPicture)].slice(0, bounds.files)
  const part = (...types: string[]) => attachments.find(({ mimeType }) => types.includes(mimeType))
  const status = part('message/delivery-status', 'message/global-delivery-status', 'message/feedback-report')
  const returned = part('message/rfc822', 'text/rfc822-headers', 'message/rfc822-headers', 'message/global')
  const mail = {
    kind,
    looksAutomatic: looksAutomatic(headers, subject, envelope.from),
    from: sender && address !== null ? { name: oneLine(sender.name, bounds.name), address } : null,
    to: addressesIn(email.to),
    cc: addressesIn(email.cc),
    replyTo: addressesIn(email.replyTo),
    headers: headers.slice(0, bounds.headerLines).map(({ originalKey, value }) => ({
      name: oneLine(originalKey, bounds.name),
      value: oneLine(value, bounds.headerValue)
    })),
    recipients: recipientsOf(email, envelope),
    subject,
    messageId: idsIn(email.messageId)[0] ?? null,
    references: [...new Set([...idsIn(email.references), ...idsIn(email.inReplyTo)])],
    text: storable(text, bounds.text).trim(),
    files: kept.map(fileOf),
    filesLeft: all.length - kept.length,
    shortened: short.shortened,
    forwarded: isReport ? null : forwardedIn(subject, storable(textOf(email), bounds.text), inside),
    calendars: calendarsOf(attachments),
    report:
      kind === 'bounce' || kind === 'complaint'
        ? readReport(textIn(status, bounds.report), textIn(returned, bounds.report))
        : null
  }
  return { ...mail, contentHash: mail.messageId === null ? null : hashOf(mail) }
}
