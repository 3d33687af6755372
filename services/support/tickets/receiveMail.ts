import { sql } from 'kysely'
import type { Config } from '../../core/config.ts'
import type { Db, Trx } from '../../core/db.ts'
import { readNamedEmail } from '../../core/emails.ts'
import { attemptWait, isUsedUp, returnAttempt } from '../../core/limits.ts'
import { takeLocks } from '../../core/locks.ts'
import type { InboundMail, MailClaim, MailPlace } from '../../core/mail.ts'
import { readReplyAddress } from '../../platform/inboundMail/addresses.ts'
import { ownCompanyId } from '../contact/queries.ts'
import { announceDesk } from './live.ts'
import { answerOf, hearsOfLeft, mailNotKept, mailReceipt } from './mail.ts'
import { type KeptMail, keepContents, oneLine } from './mailContents.ts'
import {
  addressedIn,
  type Found,
  findPlace,
  findSenders,
  findStaff,
  isParticipant,
  isRequester,
  isStaff,
  repetitionOf
} from './mailSenders.ts'
import { addMailNote, freeMailId, messageIdOf, openMailTicket, requesterIn, sourceOf } from './mailWrite.ts'
import { holdMerged, type Requester } from './messages.ts'
import { replyToOf } from './replyTo.ts'
import { ticketLimits } from './rules.ts'
import { readRules } from './settings.ts'
import { isBlocked } from './spam.ts'
import { mailStaff } from './staffMail.ts'
import { setStatus } from './states.ts'
import type {} from './tables.ts'
import { addReply } from './write.ts'

/**
 * Tickets that mails of one person of a company, of one stranger and of all strangers may open in an hour, beyond which
 * they join the sender's last one; and notes that mails of strangers and programs may add to one ticket.
 */
const limits = {
  client: { max: 60, seconds: 3600 },
  each: { max: 10, seconds: 3600 },
  all: { max: 300, seconds: 3600 },
  notes: { max: 30, seconds: 3600 },
  receipt: { max: 1, seconds: 3600 }
}

type Become =
  | { as: 'answer'; ticketId: string; requester: Requester; silent?: boolean; participant?: boolean }
  | { as: 'stranger' | 'automatic'; ticketId: string }
  | { as: 'ticket' | 'unplaced'; requester: Requester; silent?: boolean }
  /** Delivered before. */
  | { as: 'repeated' }
  /** Beyond the limits: it waits for staff to decide on it. */
  | { as: 'dropped' }
  /** From an address that staff want to hear no more from: it stays in the list of received mails. */
  | { as: 'blocked' }

type Place = MailPlace & {
  companyId: string
  become: Become
  kept?: KeptMail
  /** Whether the author is mailed that it became a ticket. */
  receipt?: boolean
  /** The member of the staff who forwards it, and the mail that they forward as one of its author's. */
  forward?: { by: { id: string; name: string }; mail: InboundMail; comment: string }
  /** Whether the author is mailed what was not kept of it. */
  saysLeft?: boolean
  /** The answer of staff that a report says did not arrive, and the words of the server. */
  returned?: { ticketId: string; messageId: string; words: string }
}
type Parts = { db: Db; config: Config }

const isReport = ({ kind }: InboundMail): boolean => kind === 'bounce' || kind === 'complaint'

async function claims(mail: InboundMail, { db, config }: Parts): Promise<Place | null> {
  if (addressedIn(config, mail).some(({ kind }) => kind !== 'ticket')) return null
  const own = await ownCompanyId(db)
  return db.everyCompany(async trx => {
    const found = await findPlace(trx, config, mail)
    const companyId = found?.companyId ?? own
    if (companyId === undefined) return null
    if ((await repetitionOf(trx, mail)) === 'same') return { companyId, become: { as: 'repeated' } }
    if (isReport(mail)) {
      if (!found) return null
      const returned = returnedAnswer(mail, config)
      return { companyId, become: { as: 'automatic', ticketId: found.ticketId }, ...(returned && { returned }) }
    }
    const address = mail.from?.address ?? null
    const senders = address === null ? [] : await findSenders(trx, address, found?.ticketId ?? null)
    const isKnown = senders.length > 0 && mail.senderProof === 'confirmed'
    if (address !== null && !isKnown && (await isBlocked(trx, address))) return { companyId, become: { as: 'blocked' } }
    if (found) return { companyId, become: await inTicket(trx, mail, found, senders) }
    const forward =
      mail.senderProof === 'confirmed' && address !== null && (await forwardOf(trx, config, mail, address))
    if (forward) return { companyId, become: { as: 'unplaced', requester: requesterIn(forward.mail) }, forward }
    // Staff place what is not proved, and say which of several companies is meant.
    const [sender] = senders.length === 1 ? senders : []
    if (sender && mail.senderProof === 'confirmed')
      return { companyId: sender.companyId, become: { as: 'ticket', requester: sender } }
    // Staff hear of tickets by mail: an absence that does not say so would have one ticket bring about the next.
    const silent = address !== null && (await isStaff(trx, address))
    return { companyId, become: { as: 'unplaced', requester: requesterIn(mail), silent } }
  })
}

/** A mail that staff forward, as its author's: nobody has proved them, and others that it went to are no part of it. */
async function forwardOf(
  trx: Trx,
  config: Config,
  mail: InboundMail,
  address: string
): Promise<Place['forward'] | undefined> {
  if (!mail.forwarded || mail.kind !== 'ordinary' || mail.looksAutomatic) return undefined
  const { author, subject, text, comment } = mail.forwarded
  const by = await findStaff(trx, address)
  // Our own mails, and those of staff among themselves, are no customer's.
  const isOurs = readReplyAddress(config, author.address) !== null || readNamedEmail(config.mailFrom) === author.address
  if (!by || isOurs || (await isStaff(trx, author.address))) return undefined
  const theirs = { from: author, replyTo: [], to: [], cc: [], senderProof: 'none' as const }
  return { by, comment, mail: { ...mail, ...theirs, subject, text } }
}

/**
 * An author who is not of the ticket's company is heard by staff alone, as is one whose sender is refuted, and one who
 * names a mail of the ticket without proof of who they are.
 */
async function inTicket(
  trx: Trx,
  mail: InboundMail,
  found: Found,
  senders: Awaited<ReturnType<typeof findSenders>>
): Promise<Become> {
  const { ticketId, companyId, placed } = found
  const address = mail.from?.address ?? null
  const note = { as: mail.looksAutomatic ? ('automatic' as const) : ('stranger' as const), ticketId }
  if (mail.senderProof === 'failed' || (found.by === 'reference' && mail.senderProof !== 'confirmed')) return note
  const sender = placed ? senders.find(each => each.companyId === companyId) : undefined
  if (sender) return { as: 'answer', ticketId, requester: sender }
  // A person of no company goes on with the ticket that they opened.
  const addresses = [address, ...mail.replyTo.map(each => each.address)].filter(each => each !== null)
  if (await isRequester(trx, found, addresses)) return { as: 'answer', ticketId, requester: requesterIn(mail) }
  // An author who was copied into the conversation takes part in it, and is shown as of no company.
  if (found.by === 'address' && (await isParticipant(trx, ticketId, addresses)))
    return { as: 'answer', ticketId, requester: requesterIn(mail), participant: true }
  return note
}

/** Counts the mails that bring something about; true where it was too much. */
async function isTooMuch(parts: Parts, become: Become): Promise<boolean> {
  // An answer of the company itself is not limited.
  if (become.as === 'answer' && become.requester.id !== null) return false
  if ('ticketId' in become) return (await attemptWait(parts, 'ticket mail notes', become.ticketId, limits.notes)) > 0
  if (become.as === 'ticket')
    return (await attemptWait(parts, 'ticket mail of', become.requester.id ?? '', limits.client)) > 0
  if (become.as !== 'unplaced') return false
  const each = await attemptWait(parts, 'ticket mail', become.requester.email ?? 'unknown', limits.each)
  return each > 0 || (await attemptWait(parts, 'ticket mails', 'all', limits.all)) > 0
}

async function returnAttempts(db: Db, become: Become): Promise<void> {
  if (become.as === 'ticket') await returnAttempt(db, 'ticket mail of', become.requester.id ?? '')
  if (become.as !== 'unplaced') return
  await returnAttempt(db, 'ticket mail', become.requester.email ?? 'unknown')
  await returnAttempt(db, 'ticket mails', 'all')
}

/** The last ticket of a person that is open, which their further mails may join; a stranger's is nobody's company's. */
async function findLastTicket(
  trx: Trx,
  companyId: string,
  { id, email }: Pick<Requester, 'id' | 'email'>
): Promise<string | undefined> {
  const last = await trx
    .selectFrom('tickets')
    .select('id')
    .where('company_id', '=', companyId)
    .where('placed', '=', id !== null)
    .where('status', 'in', ['open', 'in_progress', 'waiting'])
    .where(id === null ? 'requester_email' : 'requester_id', '=', id ?? email)
    .orderBy('last_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.id
}

/**
 * Why a sender is to try again later: their next mail would be one too many, and could join none of their tickets. The
 * From line, by which mails are counted once they are read, is mostly the sender of the envelope.
 */
async function defers(sender: string, parts: Parts): Promise<string | null> {
  const own = await ownCompanyId(parts.db)
  if (own === undefined) return null
  const senders = await parts.db.everyCompany(trx => findSenders(trx, sender, null))
  const [person] = senders.length === 1 ? senders : []
  const isTooMany = person
    ? await isUsedUp(parts, 'ticket mail of', person.id ?? '', limits.client)
    : (await isUsedUp(parts, 'ticket mail', sender, limits.each)) ||
      (await isUsedUp(parts, 'ticket mails', 'all', limits.all))
  if (!isTooMany) return null
  const last = await parts.db.everyCompany(trx =>
    person ? findLastTicket(trx, person.companyId, person) : findLastTicket(trx, own, { id: null, email: sender })
  )
  return last === undefined ? 'Too many messages in an hour, try again later' : null
}

/** The becoming of a mail beyond the limits: a silent part of its sender's last ticket, else a case for staff. */
async function beyondLimits({ db }: Parts, companyId: string, become: Become): Promise<Become> {
  if (become.as === 'answer') return { ...become, silent: true }
  if (become.as !== 'ticket' && become.as !== 'unplaced') return { as: 'dropped' }
  const { requester } = become
  const last = await db.everyCompany(trx => findLastTicket(trx, companyId, requester))
  return last ? { as: 'answer', ticketId: last, requester, silent: true } : { as: 'dropped' }
}

/**
 * Whether the author of a mail that opens a ticket is mailed so: one whose sender is proved, once an hour, as two
 * programs would go on for ever.
 */
async function getsReceipt(parts: Parts, mail: InboundMail, become: Become): Promise<boolean> {
  if ((become.as !== 'ticket' && become.as !== 'unplaced') || become.silent) return false
  if (mail.senderProof !== 'confirmed' || mail.kind !== 'ordinary' || mail.from === null) return false
  return (await attemptWait(parts, 'ticket receipt', mail.from.address, limits.receipt)) === 0
}

/** The answer of staff that a report returns for good. */
function returnedAnswer({ report }: InboundMail, config: Config): Place['returned'] {
  const failed = report?.recipients.find(({ action }) => action === 'failed')
  const answer = report?.messageId ? answerOf(config, report.messageId.replace(/^<|>$/g, '')) : undefined
  return failed && answer ? { ...answer, words: oneLine(`${failed.status} ${failed.diagnostic}`, 500) } : undefined
}

async function prepare(mail: InboundMail, place: Place, parts: Parts): Promise<Place> {
  const tooMuch = await isTooMuch(parts, place.become)
  const become = tooMuch ? await beyondLimits(parts, place.companyId, place.become) : place.become
  if (!('requester' in become)) return { ...place, become }
  try {
    const kept = await keepContents(parts, place.companyId, place.forward?.mail ?? mail)
    const receipt = !place.forward && (await getsReceipt(parts, mail, become))
    return { ...place, become, kept, receipt, saysLeft: !receipt && (await hearsOfLeft(parts, mail, kept)) }
  } catch (error) {
    // The mail is read again, and is one mail all the same.
    await returnAttempts(parts.db, place.become)
    throw error
  }
}

async function handle(
  trx: Trx,
  mail: InboundMail,
  { companyId, become, kept, receipt, saysLeft, forward, returned }: Place,
  config: Config
): Promise<string> {
  if (become.as === 'repeated' || become.as === 'dropped' || become.as === 'blocked') return become.as
  // Another delivery of the same mail, read at the same moment, waits here and finds this one.
  await takeLocks(trx, null, `ticket mail ${messageIdOf(mail)}`)
  const repetition = await repetitionOf(trx, mail)
  if (repetition === 'same') return 'repeated'
  const messageId = await freeMailId(trx, mail)
  if (!('requester' in become)) {
    await addNote(trx, config, companyId, mail, messageId, become.ticketId, become.as)
    if (returned) await noteReturned(trx, config, companyId, returned)
    return become.as
  }
  if (!kept) throw new Error('The contents of the mail were not kept')
  const source = {
    ...sourceOf(config, forward?.mail ?? mail, messageId, kept),
    maybeRepeated: repetition === 'other',
    participant: become.as === 'answer' && become.participant === true
  }
  const { silent } = become
  let ticketId: string
  if (become.as === 'answer') {
    const written = { text: kept.text, source: 'mail' as const, attachmentIds: kept.fileIds, mail: source, silent }
    const { rules } = await readRules(trx)
    ticketId = (await addReply(trx, companyId, rules, become.ticketId, written, become.requester)).ticketId
  } else {
    const opening = { subject: (forward?.mail ?? mail).subject, kept, source }
    const placed = become.as === 'ticket'
    ticketId = await openMailTicket(trx, companyId, opening, become.requester, { placed, silent })
    if (receipt && mail.from)
      await mailReceipt(trx, config, companyId, {
        ticketId,
        to: mail.from.address,
        mailId: messageId,
        notices: kept.notices
      })
  }
  if (forward) await noteForward(trx, companyId, ticketId, forward)
  if (saysLeft && mail.from) {
    // An answer to it goes where the mail went.
    const replyTo = forward ? undefined : replyToOf(config, ticketId)
    await mailNotKept(trx, config, {
      to: mail.from.address,
      subject: mail.subject,
      mailId: messageId,
      notices: kept.notices,
      replyTo
    })
  }
  return become.as
}

async function noteForward(
  trx: Trx,
  companyId: string,
  ticketId: string,
  { by, comment }: NonNullable<Place['forward']>
): Promise<void> {
  await trx
    .insertInto('ticket_notes')
    .values({
      company_id: companyId,
      ticket_id: ticketId,
      author_id: by.id,
      author_name: by.name,
      text: [`Encaminhado por ${by.name}`, comment.slice(0, ticketLimits.text).toWellFormed()]
        .filter(Boolean)
        .join('\n\n')
    } as never)
    .execute()
  await announceDesk(trx, ticketId)
}

/** Notes at an answer that it did not arrive: the ticket is worked on again, and who has it is notified. */
async function noteReturned(
  trx: Trx,
  config: Config,
  companyId: string,
  { ticketId, messageId, words }: NonNullable<Place['returned']>
): Promise<void> {
  const { rows } = await sql`
    update account_mails set status = 'bounced', error = ${words}
    where cause = ${`ticket ${messageId}`} and status in ('sent', 'queued') returning id`.execute(trx)
  if (rows.length === 0) return
  const ticket = await holdMerged(trx, companyId, ticketId)
  const { rules } = await readRules(trx)
  if (ticket.status === 'waiting')
    await setStatus(trx, companyId, rules, ticket, 'in_progress', { id: null, name: 'Prosa' })
  await mailStaff(trx, config, companyId, ticket.id, {
    text: `Uma resposta não chegou por e-mail: ${words}`,
    cause: `bounced ${messageId}`
  })
  await announceDesk(trx, ticket.id)
}

async function addNote(
  trx: Trx,
  config: Config,
  companyId: string,
  mail: InboundMail,
  messageId: string,
  ticketId: string,
  kind: 'stranger' | 'automatic'
): Promise<void> {
  const toTicket = await addMailNote(trx, companyId, mail, { messageId, ticketId, kind })
  // An automatic answer notifies nobody, so that it brings about no other.
  if (kind === 'stranger')
    await mailStaff(trx, config, companyId, toTicket, {
      text: 'Alguém que não é da empresa escreveu.',
      cause: `stranger ${messageId}`
    })
  await announceDesk(trx, toTicket)
}

/**
 * Mail to tickets. It goes into the ticket of its address, else into that of the mails that it answers; anything else
 * but a server's report opens one, which staff place where the sender is not known. A mail that a program may have
 * written is shown as such, and changes nothing else. Mails of authors who are not of the ticket's company are kept as
 * notes for staff. No mail is answered by a program.
 */
export const ticketMail: MailClaim<Place> = {
  name: 'tickets',
  claims,
  defers,
  prepare,
  handle,
  everyCompany: true,
  unseen: ['dropped']
}
