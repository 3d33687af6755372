import type {} from '../../account/companies/tables.ts'
import type { Config } from '../../core/config.ts'
import type { Db, Trx } from '../../core/db.ts'
import { readEmail } from '../../core/emails.ts'
import { announce } from '../../core/events.ts'
import type { InboundMail, MailClaim, MailPlace } from '../../core/mail.ts'
import { cut } from '../../core/rules.ts'
import type {} from '../../leads/leads/tables.ts'
import { createNote } from '../../leads/notes/queries.ts'
import { firstAbout } from '../../platform/inboundMail/addresses.ts'
import { writtenIn } from '../../platform/inboundMail/quotes.ts'
import { noteInHistory } from './changes.ts'
import { type Counter, readCounter } from './counter.ts'
import type {} from './events.ts'
import { notifyOfAnswer, saidAt } from './notices.ts'
import { applyReply, type Reply, readReply } from './reply.ts'
import type {} from './tables.ts'

type Answer = MailPlace & {
  companyId: string
  leadId: string
  appointmentId: string
  reply: Reply | null
  counter: Counter | null
  zone: string
  /** Whether the mail comes from the guest's own address. */
  isGuest: boolean
}

/** Characters of a note. */
const longest = 5000

async function claims(mail: InboundMail, { db, config }: { db: Db; config: Config }): Promise<Answer | null> {
  if (mail.kind !== 'ordinary' && mail.kind !== 'automatic') return null
  const appointmentId = firstAbout(config, 'appointment', mail.recipients)
  const reply = mail.calendars.map(readReply).find(each => each !== null) ?? null
  if (appointmentId === null) return null
  const row = await db.everyCompany(trx =>
    trx
      .selectFrom('appointments as a')
      .innerJoin('leads as l', join => join.onRef('l.company_id', '=', 'a.company_id').onRef('l.id', '=', 'a.lead_id'))
      .innerJoin('companies as c', 'c.id', 'a.company_id')
      .select(['a.company_id', 'a.lead_id', 'l.email', 'c.time_zone'])
      .where('a.id', '=', appointmentId)
      .executeTakeFirst()
  )
  if (!row?.lead_id) return null
  const zone = row.time_zone
  const counter = reply === null ? await readCounter(mail.calendars, appointmentId, zone) : null
  // The text of a program's answer says nothing beyond its calendar part.
  if (reply === null && counter === null && mail.kind === 'automatic') return null
  // An address that the mail only claims is that of somebody else, too.
  const isGuest = row.email !== null && readEmail(row.email) === mail.from?.address && mail.senderProof !== 'failed'
  return { companyId: row.company_id, leadId: row.lead_id, appointmentId, reply, counter, zone, isGuest }
}

async function handle(
  trx: Trx,
  mail: InboundMail,
  { companyId, leadId, appointmentId, reply, counter, zone, isGuest }: Answer
): Promise<string> {
  const appointment = await trx
    .selectFrom('appointments as a')
    .innerJoin('leads as l', join => join.onRef('l.company_id', '=', 'a.company_id').onRef('l.id', '=', 'a.lead_id'))
    .select(['a.id', 'a.lead_id', 'a.employee_id', 'a.title', 'a.starts_at', 'a.guest_name', 'l.name'])
    .where('a.id', '=', appointmentId)
    .executeTakeFirst()
  if (!appointment) return 'gone'
  const written = mail.kind === 'ordinary' ? writtenIn(mail.text) : ''
  const proposed = counter && `Horário proposto: ${saidAt(counter.start, zone)}.`
  if (counter) await noteProposal(trx, companyId, appointment, mail.from?.address ?? 'Remetente sem endereço', counter)
  const isOfAnother =
    reply !== null && (reply.uid !== `${appointmentId}@prosa` || reply.attendee !== mail.from?.address)
  if (!isGuest || isOfAnother) {
    const stranger = { id: null, name: mail.from?.address ?? 'Remetente sem endereço' }
    const said = reply ? othersAnswers[reply.partstat] : 'respondeu ao'
    const lines = [
      `${stranger.name} ${said} convite "${appointment.title}". Nada mudou no agendamento.`,
      proposed,
      written
    ]
    await createNote(
      trx,
      companyId,
      leadId,
      { text: cut(lines.filter(Boolean).join('\n\n').toWellFormed(), longest) },
      stranger
    )
    if (reply?.uid === `${appointmentId}@prosa`) await noteRefusal(trx, companyId, appointment, stranger.name, reply)
    await notifyOfAnswer(trx, companyId, appointment, stranger)
    return 'another'
  }
  const author = { id: null, name: appointment.name }
  // Words beside an answer are kept as well.
  if (proposed || (written !== '' && !(reply !== null && formula.test(written)))) {
    const said = [`Resposta por e-mail ao convite "${appointment.title}":`, proposed, written]
    const text = cut(said.filter(Boolean).join('\n\n').toWellFormed(), longest)
    await createNote(trx, companyId, leadId, { text }, author)
    await notifyOfAnswer(trx, companyId, appointment, author)
    if (reply === null) return 'message'
  }
  if (reply === null) return 'empty'
  if (await applyReply(trx, companyId, reply)) return reply.partstat.toLowerCase()
  // It changes nothing, and is worth knowing all the same: who does not come may believe that they have said so.
  await noteInHistory(trx, companyId, appointmentId, answered[reply.partstat](appointment.title), author)
  if (reply.partstat !== 'ACCEPTED') await notifyOfAnswer(trx, companyId, appointment, author)
  return 'noted'
}

/** Keeps a refusal from another address with the appointment, to which the company may apply it; another answer ends it. */
async function noteRefusal(
  trx: Trx,
  companyId: string,
  { id: appointmentId, lead_id: leadId }: { id: string; lead_id: string | null },
  address: string,
  { partstat, sequence }: Reply
): Promise<void> {
  const refused = partstat === 'DECLINED'
  const { numUpdatedRows } = await trx
    .updateTable('appointments')
    .set({ refused_by: refused ? address : null, refused_sequence: refused ? sequence : null })
    .where('id', '=', appointmentId)
    .$if(!refused, query => query.where('refused_by', '=', address))
    .executeTakeFirst()
  if (numUpdatedRows > 0n)
    await announce(trx, { companyId, kind: 'appointment-changed', data: { appointmentId, leadId } })
}

/** Keeps a proposed time with the appointment, which the company may move there. */
async function noteProposal(
  trx: Trx,
  companyId: string,
  { id: appointmentId, lead_id: leadId }: { id: string; lead_id: string | null },
  address: string,
  { start, end, sequence }: Counter
): Promise<void> {
  await trx
    .updateTable('appointments')
    .set({ proposed_start: start, proposed_end: end, proposed_by: address, proposed_sequence: sequence })
    .where('id', '=', appointmentId)
    .execute()
  await announce(trx, { companyId, kind: 'appointment-changed', data: { appointmentId, leadId } })
}

/** Phrases that calendar programs add to an answer. */
const formula =
  /has (tentatively )?(accepted|declined) (this|your) invitation|has replied "?maybe|(aceitou|recusou) (este|o|seu) convite|respondeu "?talvez/i

/** The answers of somebody who is not the guest: they are noted, and change nothing. */
const othersAnswers: Record<Reply['partstat'], string> = {
  ACCEPTED: 'aceitou o',
  DECLINED: 'recusou o',
  TENTATIVE: 'respondeu talvez ao'
}

const answered: Record<Reply['partstat'], (title: string) => string> = {
  ACCEPTED: title => `Aceitou o convite "${title}"`,
  DECLINED: title => `Recusou o convite "${title}"`,
  TENTATIVE: title => `Respondeu talvez ao convite "${title}"`
}

/**
 * Guests' answers to their invitations: those of calendar programs, and the words of people. The address that is
 * answered proves that the invitation was there. An answer from another address is noted with the lead and applied to
 * nothing.
 */
export const guestAnswers: MailClaim<Answer> = { name: 'appointments', claims, handle, unseen: ['gone', 'empty'] }
