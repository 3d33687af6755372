import { sql } from 'kysely'
import type { Config } from '../../core/config.ts'
import type { Db, Trx } from '../../core/db.ts'
import { attemptWait } from '../../core/limits.ts'
import { takeLocks } from '../../core/locks.ts'
import type { InboundMail, MailClaim, MailPlace } from '../../core/mail.ts'
import { isRobot } from '../../marketing/campaigns/robots.ts'
import { unfilledText } from '../../messaging/conversations/replies/rules.ts'
import { firstAbout } from '../../platform/inboundMail/addresses.ts'
import { piecesOf } from '../../platform/inboundMail/quotes.ts'
import { takeFiles } from '../tickets/files.ts'
import { announceDesk } from '../tickets/live.ts'
import { hearsOfLeft, mailNotKept } from '../tickets/mail.ts'
import { type KeptMail, keepContents } from '../tickets/mailContents.ts'
import { repetitionOf } from '../tickets/mailSenders.ts'
import { addMailNote, freeMailId, messageIdOf } from '../tickets/mailWrite.ts'
import { holdMerged } from '../tickets/messages.ts'
import { staffReplyTo } from '../tickets/replyTo.ts'
import { mailStaff } from '../tickets/staffMail.ts'
import type {} from '../tickets/tables.ts'
import { writeAnswer } from './answers.ts'
import { auditTicket } from './change.ts'

/** In an hour: answers of one person to one ticket, and mails about one that was not sent. */
const limits = {
  answers: { max: 20, seconds: 3600 },
  notices: { max: 3, seconds: 3600 }
}

/** The person and the ticket that an address is about; `id` is null once the person's account is deleted. */
type Addressed = {
  addressId: string
  companyId: string
  ticketId: string
  id: string | null
  name: string | null
  email: string | null
  mayAnswer: boolean
}

type Become =
  | { as: 'answer'; kept?: KeptMail; saysLeft?: boolean }
  /** It goes to no customer; `why` is null for a program's, of which nobody is notified. */
  | { as: 'note'; why: string | null; notify?: boolean }
  | { as: 'repeated' }

type Place = MailPlace & { companyId: string; about: Addressed; become: Become }

const reasons = {
  proof: 'o remetente não foi confirmado',
  address: 'o remetente não é a pessoa que recebeu o aviso',
  left: 'quem recebeu o aviso não faz mais parte da equipe',
  empty: 'o e-mail não tem texto próprio',
  many: 'foram respostas demais em uma hora'
} as const

async function findAddressed(trx: Trx, addressId: string): Promise<Addressed | undefined> {
  const { rows } = await sql<Addressed>`
    select a.id as "addressId", a.company_id as "companyId", a.ticket_id as "ticketId", u.id, u.name, lower(u.email) as email,
      coalesce(u.active and u.role in ('global_admin', 'manager', 'employee'), false) as "mayAnswer"
    from ticket_staff_addresses a left join users u on u.id = a.user_id where a.id = ${addressId}`.execute(trx)
  return rows[0]
}

const ownText = (mail: InboundMail): string =>
  piecesOf(mail.text)
    .filter(({ kind }) => kind === 'text')
    .map(({ text }) => text)
    .join('\n\n')
    .trim()

/** Judges a mail by its sender and its words. */
function judge(mail: InboundMail, { id, email, mayAnswer }: Addressed): Become {
  const text = ownText(mail)
  if (mail.kind !== 'ordinary' || mail.looksAutomatic || isRobot({ subject: mail.subject, text }))
    return { as: 'note', why: null }
  if (id === null || !mayAnswer) return { as: 'note', why: reasons.left }
  if (mail.from?.address !== email) return { as: 'note', why: reasons.address }
  if (mail.senderProof !== 'confirmed') return { as: 'note', why: reasons.proof }
  // The quoted notice is for staff, and must not be sent where it stands alone.
  if (text === '') return { as: 'note', why: reasons.empty }
  const unfilled = unfilledText(text)
  return unfilled ? { as: 'note', why: `falta preencher o texto. ${unfilled}` } : { as: 'answer' }
}

async function claims(mail: InboundMail, { db, config }: { db: Db; config: Config }): Promise<Place | null> {
  const addressId = firstAbout(config, 'staff', mail.recipients)
  if (addressId === null) return null
  return db.everyCompany(async trx => {
    const about = await findAddressed(trx, addressId)
    if (!about) return null
    const isRepeated = (await repetitionOf(trx, mail)) === 'same'
    return { companyId: about.companyId, about, become: isRepeated ? { as: 'repeated' } : judge(mail, about) }
  })
}

async function prepare(mail: InboundMail, place: Place, parts: { db: Db; config: Config }): Promise<Place> {
  const { about, companyId } = place
  let { become } = place
  if (become.as === 'answer') {
    // Two programs that answer each other end here.
    if ((await attemptWait(parts, 'ticket staff answer', about.addressId, limits.answers)) > 0)
      become = { as: 'note', why: reasons.many }
    else {
      const kept = await keepContents(parts, companyId, mail)
      return { ...place, become: { as: 'answer', kept, saysLeft: await hearsOfLeft(parts, mail, kept) } }
    }
  }
  if (become.as !== 'note' || become.why === null) return { ...place, become }
  const wait = await attemptWait(parts, 'ticket staff notice', about.addressId, limits.notices)
  return { ...place, become: { ...become, notify: wait === 0 } }
}

async function handle(trx: Trx, mail: InboundMail, { companyId, about, become }: Place, config: Config) {
  if (become.as === 'repeated') return 'repeated'
  // Another delivery of the same mail, read at the same moment, waits here and finds this one.
  await takeLocks(trx, null, `ticket mail ${messageIdOf(mail)}`)
  if ((await repetitionOf(trx, mail)) === 'same') return 'repeated'
  const messageId = await freeMailId(trx, mail)
  if (become.as === 'note') return note(trx, config, mail, messageId, { companyId, about, become })
  const { kept, saysLeft } = become
  if (!kept) throw new Error('The contents of the mail were not kept')
  const ticket = await holdMerged(trx, companyId, about.ticketId)
  const actor = { actorId: about.id, actorName: about.name, ip: null, requestId: null }
  const { quoted, notices } = kept
  const answer = {
    text: kept.text,
    status: 'waiting' as const,
    mail: { messageId, inboundId: mail.id, quoted, notices }
  }
  const written = await writeAnswer(trx, ticket, answer, actor)
  await takeFiles(trx, companyId, { ticketId: ticket.id, messageId: written, userId: null }, kept.fileIds)
  // They are the author's, who may take the answer back and write another with them.
  await trx
    .updateTable('ticket_files')
    .set({ user_id: about.id })
    .where('company_id', '=', companyId)
    .where('message_id', '=', written)
    .execute()
  if (saysLeft && mail.from && about.id) {
    const replyTo = await staffReplyTo(trx, config, { companyId, ticketId: ticket.id, userId: about.id })
    await mailNotKept(trx, config, {
      to: mail.from.address,
      subject: mail.subject,
      mailId: messageId,
      notices,
      replyTo
    })
  }
  await auditTicket(trx, actor, 'ticket.answered', ticket)
  await announceDesk(trx, ticket.id)
  return 'answer'
}

async function note(
  trx: Trx,
  config: Config,
  mail: InboundMail,
  messageId: string,
  { companyId, about, become }: { companyId: string; about: Addressed; become: Become & { as: 'note' } }
): Promise<string> {
  const { why, notify = false } = become
  const isTheirs = mail.from?.address === about.email && about.mayAnswer
  const ticketId = await addMailNote(trx, companyId, mail, {
    messageId,
    ticketId: about.ticketId,
    kind: why === null ? 'automatic' : 'stranger',
    // Another domain's proof says nothing about the person of the address.
    senderProof: mail.senderProof === 'confirmed' && !isTheirs ? 'none' : mail.senderProof,
    ...(why !== null && { first: `Não foi enviado ao cliente: ${why}.`.replace(/\.\.$/, '.') })
  })
  if (why !== null && notify)
    await mailStaff(trx, config, companyId, ticketId, {
      text: `Um e-mail não foi enviado ao cliente: ${why}. O texto está entre as notas do chamado.`.replace('..', '.'),
      cause: `unsent ${messageId}`,
      also: about.id
    })
  await announceDesk(trx, ticketId)
  return why === null ? 'automatic' : 'stranger'
}

/**
 * Answers of staff by mail: the signed address that is answered names a person and a ticket, and the mail must be proved
 * to be that person's. Anything else that is sent there is a note for staff.
 */
export const staffAnswers: MailClaim<Place> = { name: 'desk', claims, prepare, handle, everyCompany: true }
