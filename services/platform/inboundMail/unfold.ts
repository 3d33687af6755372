import PostalMime, { type Attachment, type Email } from 'postal-mime'
import { inUtf8 } from './letters.ts'
import { oneLine } from './plain.ts'
import { signedContent } from './signedContent.ts'
import { readTnef } from './tnef.ts'

/** Mails in a mail whose contents are shown, and how deep they lie in each other; all are kept as files. */
const limits = { mails: 20, depth: 5 }

/** A mail that is a file of the mail itself; its words are the texts from `first` on. */
export type AttachedMail = { from: Email['from']; subject: string; first: number }

/** The words and files in the containers of a mail: attached mails, Outlook's rich text, opaque signatures. */
export type Unfolded = { texts: string[]; files: Attachment[]; mails: AttachedMail[] }

const bytesOf = ({ content }: Attachment): Uint8Array =>
  typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content as ArrayBuffer)

const isMail = ({ mimeType, filename }: Attachment): boolean =>
  mimeType === 'message/rfc822' || mimeType === 'message/global' || /\.eml$/i.test(filename ?? '')

const isTnef = ({ mimeType, filename }: Attachment): boolean =>
  mimeType === 'application/ms-tnef' || mimeType === 'application/vnd.ms-tnef' || /^winmail\.dat$/i.test(filename ?? '')

const isSigned = ({ mimeType, filename }: Attachment): boolean =>
  /^application\/(x-)?pkcs7-mime$/.test(mimeType) || /\.p7m$/i.test(filename ?? '')

/**
 * Takes the containers among the files of a mail apart. `textOf` reads the text of a parsed mail. A file that cannot
 * be read stays one, as does each container.
 */
export async function unfold(files: readonly Attachment[], textOf: (email: Email) => string): Promise<Unfolded> {
  const unfolded: Unfolded = { texts: [], files: [], mails: [] }
  const say = (text: string) => text.trim() !== '' && unfolded.texts.push(text)
  let left = limits.mails
  async function parse(bytes: Uint8Array): Promise<Email | null> {
    if (--left < 0) return null
    const letters = inUtf8(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    return PostalMime.parse(letters, { forceRfc822Attachments: true, maxNestingDepth: 100 }).catch(() => null)
  }
  async function take(some: readonly Attachment[], depth: number): Promise<void> {
    if (depth > limits.depth) return
    for (const file of some) {
      const tnef = isTnef(file) ? readTnef(bytesOf(file)) : null
      if (tnef) {
        say(tnef.text)
        const inside = tnef.files.map(
          ({ name, content }): Attachment => ({
            filename: name || null,
            mimeType: 'application/octet-stream',
            disposition: 'attachment',
            content
          })
        )
        unfolded.files.push(...inside)
        await take(inside, depth + 1)
      }
      const signed = isSigned(file) ? signedContent(bytesOf(file)) : null
      const email = signed ? await parse(signed) : isMail(file) ? await parse(bytesOf(file)) : null
      if (!email) continue
      if (!signed) {
        say(titleOf(email))
        if (depth === 0)
          unfolded.mails.push({ from: email.from, subject: email.subject ?? '', first: unfolded.texts.length })
      }
      say(textOf(email))
      unfolded.files.push(...email.attachments)
      await take(email.attachments, depth + 1)
    }
  }
  await take(files, 0)
  return unfolded
}

/** The author and subject of an attached mail, in a line that no reader takes for a quotation. */
function titleOf({ from, subject }: Email): string {
  const author =
    from && 'address' in from ? `${from.name ?? ''} <${from.address ?? ''}>`.trim() : 'remetente desconhecido'
  return oneLine(`E-mail anexo de ${author}: ${subject || '(sem assunto)'}`, 700)
}
