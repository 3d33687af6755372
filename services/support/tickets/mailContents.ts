import type { Config } from '../../core/config.ts'
import type { Db } from '../../core/db.ts'
import { AppError } from '../../core/errors.ts'
import type { InboundMail } from '../../core/mail.ts'
import { piecesOf } from '../../platform/inboundMail/quotes.ts'
import { receiveTicketFile } from './files.ts'
import { ticketLimits } from './rules.ts'

/**
 * The contents of a mail that a ticket keeps. `quoted` is folded away: quotations and the signature. `notices` say what
 * did not come with it.
 */
export type KeptMail = { text: string; quoted: string; notices: string[]; fileIds: string[] }

/** Characters of a mail's text, of what is folded away, and of a note. */
const longest = { text: 200_000, note: 8000 }

/** Files that are named as not kept. */
const maxNotices = 20

const short = (text: string, limit: number): string => text.trim().slice(0, limit).toWellFormed()

export const oneLine = (text: string, limit: number): string => short(text.replace(/\s+/g, ' '), limit)

/** Keeps the files of a mail; the notices say what became of the others. Throws 503 where the scanner is away. */
export async function keepContents(
  parts: { db: Db; config: Config },
  companyId: string,
  mail: InboundMail
): Promise<KeptMail> {
  const fileIds: string[] = []
  const notices: string[] = []
  for (const { name: called, content, inline } of mail.files.slice(0, ticketLimits.mailFiles)) {
    const name = oneLine(called ?? '', 200) || 'arquivo'
    try {
      const bytes = (async function* () {
        yield content
      })()
      fileIds.push((await receiveTicketFile(parts, companyId, null, { name, size: 0, inline }, bytes)).fileId)
    } catch (error) {
      // The scanner will be back, and the mail is read again then.
      if (!(error instanceof AppError) || error.kind === 'unavailable') throw error
      notices.push(error.message.startsWith('Anexo') ? error.message : `Anexo não guardado: ${name}. ${error.message}`)
    }
  }
  const left = mail.filesLeft + Math.max(0, mail.files.length - ticketLimits.mailFiles)
  if (left > 0) notices.push(`Mais anexos não guardados: ${left}.`)
  if (mail.shortened) notices.push('O e-mail era grande demais e não foi lido até o fim.')
  const pieces = piecesOf(mail.text)
  const written = pieces.filter(({ kind }) => kind === 'text')
  const folded = pieces.filter(({ kind }) => kind !== 'text')
  const join = (some: typeof pieces) => some.map(({ text }) => text).join('\n\n')
  // Nothing is folded of a mail in which all is quoted.
  const words = written.length > 0 ? join(written) : mail.text
  return {
    text: short(words, longest.text) || '(e-mail sem texto)',
    quoted: written.length > 0 ? short(join(folded), longest.text) : '',
    notices: notices.length > maxNotices ? [...notices.slice(0, maxNotices), '…'] : notices,
    fileIds
  }
}

/** A mail as a note for staff: its author, and all that it says. */
export function noteText(mail: InboundMail): string {
  const { from, subject, text, files, report } = mail
  const failures = (report?.recipients ?? [])
    .slice(0, 5)
    .map(({ address, status, diagnostic }) => oneLine(`Não chegou a ${address}: ${status} ${diagnostic}`, 500))
  const names = files.slice(0, maxNotices).map(({ name }) => oneLine(name ?? 'arquivo', 100))
  return [
    `De: ${from?.address ?? 'remetente desconhecido'}`,
    `Assunto: ${oneLine(subject, ticketLimits.subject)}`,
    ...failures,
    '',
    short(text, longest.note),
    ...(text.length > longest.note ? ['(O texto é mais longo. Abra o e-mail para ler tudo.)'] : []),
    ...(names.length > 0 ? [`Anexos, no e-mail: ${names.join(', ')}`] : [])
  ].join('\n')
}
