import type { Config } from '../../core/config.ts'
import type { Db } from '../../core/db.ts'
import { AppError } from '../../core/errors.ts'
import type { InboundMail } from '../../core/mail.ts'
import { piecesOf } from '../../platform/inboundMail/quotes.ts'
import { receiveTicketFile } from './files.ts'
import { ticketLimits } from './rules.ts'

/** What a ticket keeps of a mail. `quoted` is what is folded away: what it quotes, and its signature. */
export type KeptMail = { text: string; quoted: string; fileIds: string[] }

/** Characters of what is folded away, of a note, and of what is said of files that were not kept. */
const longest = { quoted: 20_000, note: 8000, refusals: 2000 }

/** Files of which it is said that they were not kept. */
const maxRefusals = 20

const short = (text: string, most: number): string => text.trim().slice(0, most).toWellFormed()

export const oneLine = (text: string, most: number): string => short(text.replace(/\s+/g, ' '), most)

/** Keeps the files that tickets take; the text says what became of the others. Throws where the scanner is away. */
export async function keepContents(
  parts: { db: Db; config: Config },
  companyId: string,
  mail: InboundMail
): Promise<KeptMail> {
  const fileIds: string[] = []
  const refused: string[] = []
  for (const { name: called, content } of mail.files) {
    const name = oneLine(called ?? '', 200) || 'arquivo'
    if (fileIds.length === ticketLimits.files) refused.push(`Anexo não guardado: ${name}`)
    else
      try {
        const bytes = (async function* () {
          yield content
        })()
        fileIds.push((await receiveTicketFile(parts, companyId, null, { name, size: 0 }, bytes)).fileId)
      } catch (error) {
        // The scanner will be back, and the mail is read again then.
        if (!(error instanceof AppError) || error.kind === 'unavailable') throw error
        refused.push(`Anexo não guardado: ${name}. ${error.message}`)
      }
  }
  if (mail.filesLeft > 0) refused.push(`Mais anexos não guardados: ${mail.filesLeft}`)
  if (mail.shortened) refused.push('O e-mail era grande demais e não foi lido até o fim.')
  const pieces = piecesOf(mail.text)
  const written = pieces.filter(({ kind }) => kind === 'text')
  const folded = pieces.filter(({ kind }) => kind !== 'text')
  const join = (some: typeof pieces) => some.map(({ text }) => text).join('\n\n')
  const said = short(refused.slice(0, maxRefusals).join('\n'), longest.refusals)
  // Of a mail in which all is quoted nothing is folded.
  const words = written.length > 0 ? join(written) : mail.text
  const room = ticketLimits.text - said.length - 60
  const cut = words.length > room ? '(O texto era mais longo e foi cortado.)' : ''
  return {
    text: [short(words, room) || '(e-mail sem texto)', cut, said].filter(Boolean).join('\n\n'),
    quoted: written.length > 0 ? short(join(folded), longest.quoted) : '',
    fileIds
  }
}

/** A mail as a note for staff: who wrote it, and all that it says. */
export function noteText(mail: InboundMail): string {
  const { from, subject, text, files, report } = mail
  const failures = (report?.recipients ?? [])
    .slice(0, 5)
    .map(({ address, status, diagnostic }) => oneLine(`Não chegou a ${address}: ${status} ${diagnostic}`, 500))
  const names = files.slice(0, maxRefusals).map(({ name }) => oneLine(name ?? 'arquivo', 100))
  return [
    `De: ${from?.address ?? 'remetente desconhecido'}`,
    `Assunto: ${oneLine(subject, ticketLimits.subject)}`,
    ...failures,
    '',
    short(text, longest.note),
    ...(names.length > 0 ? [`Anexos não guardados: ${names.join(', ')}`] : [])
  ].join('\n')
}
