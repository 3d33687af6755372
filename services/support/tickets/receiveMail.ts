import type { Config } from '../../core/config.ts'
import type { Db, Trx } from '../../core/db.ts'
import { attemptWait, returnAttempt } from '../../core/limits.ts'
import { takeLocks } from '../../core/locks.ts'
import type { InboundMail, MailClaim, MailPlace } from '../../core/mail.ts'
import { ownCompanyId } from '../contact/queries.ts'
import { announceDesk } from './live.ts'
import { type KeptMail, keepContents, noteText, oneLine } from './mailContents.ts'
import { addressedIn, type Found, findPlace, findSenders, isRepeated, isRequester, isStaff } from './mailSenders.ts'
import { holdMerged, type Requester } from './messages.ts'
import { ticketLimits } from './rules.ts'
import { readRules } from './settings.ts'
import { mailStaff } from './staffMail.ts'
import type {} from './tables.ts'
import { addReply, openTicket } from './write.ts'

/**
 * Tickets that mails of one person of a company, of one stranger and of all strangers may open in an hour; and what
 * mails of strangers and programs may add to one ticket.
 */
const limits = {
  client: { max: 60, seconds: 3600 },
  each: { max: 10, seconds: 3600 },
  all: { max: 300, seconds: 3600 },
  notes: { max: 30, seconds: 3600 }
}

type Become =
  | { as: 'answer'; ticketId: string; requester: Requester }
  | { as: 'stranger' | 'automatic'; ticketId: string }
  | { as: 'ticket' | 'unplaced'; requester: Requester }
  | { as: 'repeated' }
  | { as: 'dropped' }

type Place = MailPlace & { companyId: string; become: Become; kept?: KeptMail }
type Parts = { db: Db; config: Config }

/** Without brackets. A mail that has no Message-ID is known by its row. */
const messageIdOf = ({ id, messageId }: InboundMail): string => messageId?.replace(/^<|>$/g, '') ?? `${id}@inbound`

const nameOf = ({ from }: InboundMail): string =>
  oneLine(from?.name ?? '', 200) || from?.address || 'Remetente desconhecido'

const stranger = (mail: InboundMail): Requester => ({
  id: null,
  name: nameOf(mail),
  email: mail.from?.address ?? null,
  userId: null
})

async function claims(mail: InboundMail, { db, config }: Parts): Promise<Place | null> {
  if (addressedIn(config, mail).some(({ kind }) => kind !== 'ticket')) return null
  const own = await ownCompanyId(db)
  return db.everyCompany(async trx => {
    const found = await findPlace(trx, config, mail)
    const companyId = found?.companyId ?? own
    if (companyId === undefined) return null
    if (await isRepeated(trx, messageIdOf(mail))) return { companyId, become: { as: 'repeated' } }
    if (mail.kind !== 'ordinary')
      return found ? { companyId, become: { as: 'automatic', ticketId: found.ticketId } } : null
    const address = mail.from?.address ?? null
    const senders = address === null ? [] : await findSenders(trx, address, found?.ticketId ?? null)
    if (found) return { companyId, become: await inTicket(trx, mail, found, senders) }
    // Staff hear of tickets by mail: an absence that does not say so would have one ticket bring about the next.
    if (address !== null && (await isStaff(trx, address))) return null
    // Of several companies staff say which is meant.
    const [sender] = senders.length === 1 ? senders : []
    return sender
      ? { companyId: sender.companyId, become: { as: 'ticket', requester: sender } }
      : { companyId, become: { as: 'unplaced', requester: stranger(mail) } }
  })
}

/** Who is not of the ticket's company is heard by staff alone. */
async function inTicket(
  trx: Trx,
  mail: InboundMail,
  found: Found,
  senders: Awaited<ReturnType<typeof findSenders>>
): Promise<Become> {
  const { ticketId, companyId, placed } = found
  const address = mail.from?.address ?? null
  const sender = placed ? senders.find(each => each.companyId === companyId) : undefined
  if (sender) return { as: 'answer', ticketId, requester: sender }
  // Whoever opened it, of no company, goes on with it.
  const same = address !== null && (await isRequester(trx, found, address))
  return same ? { as: 'answer', ticketId, requester: stranger(mail) } : { as: 'stranger', ticketId }
}

/** Counts what mails bring about; true where it was too much. The mail is kept, and can be read again. */
async function isTooMuch(parts: Parts, mail: InboundMail, become: Become): Promise<boolean> {
  if (become.as === 'repeated') return false
  // An answer of the company itself is not limited.
  if (become.as === 'answer' && become.requester.id !== null) return false
  if ('ticketId' in become) return (await attemptWait(parts, 'ticket mail notes', become.ticketId, limits.notes)) > 0
  if (become.as === 'ticket')
    return (await attemptWait(parts, 'ticket mail of', become.requester.id ?? '', limits.client)) > 0
  const each = await attemptWait(parts, 'ticket mail', mail.from?.address ?? 'unknown', limits.each)
  return each > 0 || (await attemptWait(parts, 'ticket mails', 'all', limits.all)) > 0
}

async function returnAttempts(db: Db, mail: InboundMail, become: Become): Promise<void> {
  if (become.as === 'ticket') await returnAttempt(db, 'ticket mail of', become.requester.id ?? '')
  if (become.as !== 'unplaced') return
  await returnAttempt(db, 'ticket mail', mail.from?.address ?? 'unknown')
  await returnAttempt(db, 'ticket mails', 'all')
}

async function prepare(mail: InboundMail, place: Place, parts: Parts): Promise<Place> {
  if (await isTooMuch(parts, mail, place.become)) return { ...place, become: { as: 'dropped' } }
  if (!('requester' in place.become)) return place
  try {
    return { ...place, kept: await keepContents(parts, place.companyId, mail) }
  } catch (error) {
    // The mail is read again, and is one mail all the same.
    await returnAttempts(parts.db, mail, place.become)
    throw error
  }
}

async function handle(
  trx: Trx,
  mail: InboundMail,
  { companyId, become, kept }: Place,
  config: Config
): Promise<string> {
  if (become.as === 'repeated' || become.as === 'dropped') return become.as
  const messageId = messageIdOf(mail)
  // Another delivery of the same mail, read at the same moment, waits here and finds this one.
  await takeLocks(trx, null, `ticket mail ${messageId}`)
  if (await isRepeated(trx, messageId)) return 'repeated'
  if (!('requester' in become)) {
    await addNote(trx, config, companyId, mail, become.ticketId, become.as)
    return become.as
  }
  const { text = '', quoted = '', fileIds = [] } = kept ?? {}
  const source = { messageId, inboundId: mail.id, quoted }
  const written = { text, source: 'mail' as const, attachmentIds: fileIds, mail: source }
  const { rules } = await readRules(trx)
  if (become.as === 'answer') await addReply(trx, companyId, rules, become.ticketId, written, become.requester)
  else {
    const subject = oneLine(mail.subject, ticketLimits.subject) || '(sem assunto)'
    const opening = { ...written, subject, category: 'question' as const, placed: become.as === 'ticket' }
    await openTicket(trx, companyId, rules, opening, become.requester)
  }
  return become.as
}

async function addNote(
  trx: Trx,
  config: Config,
  companyId: string,
  mail: InboundMail,
  ticketId: string,
  kind: 'stranger' | 'automatic'
): Promise<void> {
  const messageId = messageIdOf(mail)
  // A ticket that was joined to another is read by nobody any more.
  const { id: toTicket } = await holdMerged(trx, companyId, ticketId)
  await trx
    .insertInto('ticket_notes')
    .values({
      company_id: companyId,
      ticket_id: toTicket,
      author_name: nameOf(mail),
      text: noteText(mail),
      kind,
      mail_id: messageId,
      inbound_mail_id: mail.id
    } as never)
    .execute()
  // An automatic answer notifies nobody, so that it brings about no other.
  if (kind === 'stranger')
    await mailStaff(trx, config, companyId, toTicket, {
      text: 'Alguém que não é da empresa escreveu.',
      cause: `stranger ${messageId}`
    })
  await announceDesk(trx, toTicket)
}

/**
 * Mail to tickets. It goes into the ticket of its address, else into that of the mails that it answers; what belongs to
 * none opens one, which staff place where the sender is not known. What somebody writes who is not of the ticket's
 * company, and what programs write, is kept as a note for staff. No mail is answered by a program.
 */
export const ticketMail: MailClaim<Place> = { name: 'tickets', claims, prepare, handle, everyCompany: true }
