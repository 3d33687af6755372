import { sql } from 'kysely'
import type { Config } from '../../core/config.ts'
import type { Trx } from '../../core/db.ts'
import type { InboundMail } from '../../core/mail.ts'
import type { SenderProof } from '../../core/rules.ts'
import { readReplyAddress } from '../../platform/inboundMail/addresses.ts'
import { type KeptMail, noteText, oneLine } from './mailContents.ts'
import { holdMerged, type MailSource, type Requester } from './messages.ts'
import { ticketLimits } from './rules.ts'
import { readRules } from './settings.ts'
import type {} from './tables.ts'
import { openTicket } from './write.ts'

type Named = Pick<InboundMail, 'id' | 'messageId'>

/** Without brackets. A mail that has no Message-ID is known by its row. */
export const messageIdOf = ({ id, messageId }: Named): string => messageId?.replace(/^<|>$/g, '') ?? rowName(id)

const rowName = (id: string): string => `${id}@inbound`

/** The name that a message keeps its mail by: its Message-ID, or its row where another mail has taken that. */
export async function freeMailId(trx: Trx, mail: Named): Promise<string> {
  const messageId = messageIdOf(mail)
  const { rows } = await sql`
    select from ticket_messages where mail_id = ${messageId}
    union all select from ticket_notes where mail_id = ${messageId} limit 1`.execute(trx)
  return rows.length === 0 ? messageId : rowName(mail.id)
}

const nameOf = ({ from }: Pick<InboundMail, 'from'>): string =>
  oneLine(from?.name ?? '', 200) || from?.address || 'Remetente desconhecido'

/** The author of a mail as somebody of no company. Answers go to the address that the mail asks for. */
export const requesterIn = (mail: Pick<InboundMail, 'from' | 'replyTo'>): Requester => ({
  id: null,
  name: nameOf(mail),
  email: mail.replyTo[0]?.address ?? mail.from?.address ?? null,
  userId: null
})

/** The addresses of a mail that are not the installation's own, of those it went to and of those that were copied in. */
function othersIn(config: Config, { to, cc }: Pick<InboundMail, 'to' | 'cc'>): { to: string[]; cc: string[] } {
  const others = (list: InboundMail['to']) =>
    list.map(({ address }) => address).filter(address => readReplyAddress(config, address) === null)
  return { to: others(to), cc: others(cc) }
}

/** The facts that a message keeps of its mail. */
export const sourceOf = (
  config: Config,
  mail: Named & Pick<InboundMail, 'to' | 'cc' | 'looksAutomatic' | 'senderProof' | 'receivedAt'>,
  messageId: string,
  { quoted, notices }: Pick<KeptMail, 'quoted' | 'notices'>
): MailSource => ({
  messageId,
  inboundId: mail.id,
  quoted,
  notices,
  looksAutomatic: mail.looksAutomatic,
  senderProof: mail.senderProof,
  receivedAt: mail.receivedAt,
  ...othersIn(config, mail)
})

/**
 * Opens a ticket of a mail, and returns its id. It is nobody's company's where it is not `placed`. Where it is `silent`,
 * nobody is mailed.
 */
export async function openMailTicket(
  trx: Trx,
  companyId: string,
  { subject, kept, source }: { subject: string; kept: KeptMail; source: MailSource },
  requester: Requester,
  { placed, silent = false }: { placed: boolean; silent?: boolean }
): Promise<string> {
  const { rules } = await readRules(trx)
  const opening = {
    subject: oneLine(subject, ticketLimits.subject) || '(sem assunto)',
    text: kept.text,
    source: 'mail' as const,
    category: 'question' as const,
    attachmentIds: kept.fileIds,
    mail: source,
    placed,
    silent
  }
  return (await openTicket(trx, companyId, rules, opening, requester)).ticketId
}

type MailNote = {
  messageId: string
  ticketId: string
  kind: 'stranger' | 'automatic'
  senderProof?: SenderProof
  /** A sentence before the mail. */
  first?: string
}

/** Keeps a mail as a note for staff, and returns the id of its ticket: one that was joined to another is read no more. */
export async function addMailNote(
  trx: Trx,
  companyId: string,
  mail: InboundMail,
  { messageId, ticketId, kind, senderProof = mail.senderProof, first }: MailNote
): Promise<string> {
  const { id } = await holdMerged(trx, companyId, ticketId)
  await trx
    .insertInto('ticket_notes')
    .values({
      company_id: companyId,
      ticket_id: id,
      author_name: nameOf(mail),
      text: [...(first ? [first, ''] : []), noteText(mail)].join('\n'),
      kind,
      mail_id: messageId,
      inbound_mail_id: mail.id,
      sender_proof: senderProof
    } as never)
    .execute()
  return id
}
