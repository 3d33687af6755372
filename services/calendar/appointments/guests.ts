import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Config } from '../../core/config.ts'
import type { Db, Trx } from '../../core/db.ts'
import { readEmail } from '../../core/emails.ts'
import { attemptWait, isUsedUp } from '../../core/limits.ts'
import { retried } from '../../core/retried.ts'
import { companyLogo } from '../../leads/forms/queries.ts'
import { letter } from '../../platform/email/letter.ts'
import { hasRoomForMail, isConfirmed, takeOutsideMail } from '../../platform/email/limit.ts'
import { handOver, type Outcome } from '../../platform/email/send.ts'
import type {} from '../../platform/email/tables.ts'
import { methodOf } from './calendarText.ts'
import { type Addressed, answersGoTo, type Facts, type Guest, linksIn, readFacts, writeMail } from './guestFacts.ts'
import { guestNews, type News, nextReminder } from './guestNews.ts'
import { claim, type Key, type NewState, release } from './guestRows.ts'
import { type Due, lockSeries, withSeries } from './guestSeries.ts'
import { remindByTemplate } from './reminders.ts'
import { type GuestMailTime, guestMailProblems, guestMailsPerDay } from './rules.ts'
import type {} from './tables.ts'

type Services = { db: Db; config: Config; log: Logger }

/** Why the guests of the company in scope get no mails at the moment; null where they do. */
export async function guestMailProblem(
  trx: Trx,
  { smtpUrl }: Pick<Config, 'smtpUrl'>,
  companyId: string
): Promise<string | null> {
  if (smtpUrl === undefined) return guestMailProblems.noServer
  if (await hasRoomForMail(trx, companyId)) return null
  return (await isConfirmed(trx, companyId)) ? guestMailProblems.usedUp : guestMailProblems.unconfirmed
}

/** When a visitor who has just booked with this address gets a mail about it. */
export async function guestMailTime(
  { db, config }: Pick<Services, 'db' | 'config'>,
  companyId: string,
  email: string | null | undefined
): Promise<GuestMailTime> {
  const address = email ? readEmail(email) : null
  if (address === null) return 'none'
  if ((await db.company(companyId, trx => guestMailProblem(trx, config, companyId))) !== null) return 'none'
  return (await isUsedUp({ db, config }, guestMails, address, guestMailsPerDay)) ? 'later' : 'now'
}

/** Names the counter of the daily limit of mails to one address. */
const guestMails = 'guest mails'

/** Minutes until a mail that could not be handed over is tried again. */
const pauseAfter = (tries: number): number => Math.min(30, 2 ** Math.max(0, tries - 1))

/** Failures that concern the mail server, so that the next mail would fare no better. */
const serverAway = ['ECONNECTION', 'ESOCKET', 'ETIMEDOUT', 'EDNS', 'ECONNREFUSED', 'EAUTH', 'ETLS']

/** Guests whose leads are held back or deleted are looked at too: else they would stay due. */
const scopeOf = (companyId: string) => ({ id: companyId, held: true, deleted: true })

const noMail = { mail_id: null, mail_says: null, tries: 0 }

/** A mail that is out of date, or that was never sent, goes out no more. */
const dropMail = async (trx: Trx, { mail_id }: Guest): Promise<void> => {
  if (mail_id !== null) await trx.deleteFrom('mails').where('id', '=', mail_id).where('status', '=', 'queued').execute()
}

/** The guest's knowledge once the news were handed over; `reached` is false where the address was refused for good. */
const knows = ({ kind, says, minutes = 0, method }: News, { row }: Facts, reached = true): Partial<NewState> =>
  kind === 'reminder'
    ? { reminded_for: row.starts_at, reminded_minutes: minutes, reminded_by: 'mail' }
    : { told: says, told_at: reached ? new Date() : null, ...(method === 'CANCEL' && { invited: false }) } // english: a column

type Claimed = { facts: Addressed; news: News; note: string | null; all: Due[] }

/**
 * The news that are left for a mail. A reminder is queued for the company's channel where the guest may be written to
 * there, in the same transaction that notes it; `note` says why it goes by mail. Guests without an address rely on the
 * organiser.
 */
async function settled(trx: Trx, due: Due, now: number): Promise<Claimed | undefined> {
  const { guest, facts, news } = due
  const isReminder = news.kind === 'reminder'
  const reminded = isReminder ? await remindByTemplate(trx, guest, facts, news.minutes ?? 0) : { refused: null }
  const note = 'refused' in reminded ? reminded.refused : null
  const { email } = facts
  if (!('queued' in reminded) && email !== null) {
    const all = await withSeries(trx, due, now)
    const first = all[0] ?? due
    return { facts: { ...first.facts, email }, news: first.news, note, all }
  }
  await dropMail(trx, guest)
  const way = 'queued' in reminded ? 'whatsapp' : 'none'
  await release(trx, guest, nextReminder(facts.facts, facts.reminders, Date.now()), {
    ...noMail,
    ...knows(news, facts),
    ...(isReminder && { reminded_by: way, reminder_note: note })
  })
  return undefined
}

/**
 * Notifies one guest of what is new, if anything is: 'none' where nothing was sent, 'away' where the mail server is not
 * there. The state is read when it is sent, so one mail follows however many changes, and never an older one a newer.
 */
async function notifyGuest({ db, config, log }: Services, key: Key): Promise<'sent' | 'none' | 'away'> {
  const { companyId } = key
  const now = Date.now()
  const claimed = await db.company(scopeOf(companyId), async trx => {
    await lockSeries(trx, key)
    const guest = await claim(trx, key)
    if (!guest) return undefined
    const facts = await readFacts(trx, guest)
    const news = facts && guestNews(facts.facts, facts.reminders, now)
    if (facts && news) return settled(trx, { guest, facts, news }, now)
    await dropMail(trx, guest)
    const next = facts ? nextReminder(facts.facts, facts.reminders, now) : null
    await release(trx, guest, next, noMail)
    return undefined
  })
  if (!claimed) return 'none'
  const { facts, news, note, all } = claimed
  const mail = await readyMail({ db, config, log }, claimed)
  if (mail === null) return 'none'
  const { email, row } = facts
  const answersTo = answersGoTo(config, row)
  const logo = await db.company(companyId, companyLogo)
  const outcome: Outcome =
    mail.status === 'kept'
      ? { state: 'sent' }
      : await handOver(config, {
          id: mail.id,
          to: mail.to_address,
          subject: mail.subject,
          text: mail.text,
          html: letter({
            subject: mail.subject,
            text: mail.text,
            company: { name: row.company, logo },
            links: linksIn(
              config,
              all.map(each => each.facts)
            )
          }),
          ...(mail.from_name !== null && { fromName: mail.from_name }),
          ...(answersTo !== null && { replyTo: answersTo }),
          ...(mail.calendar !== null && { calendar: { method: methodOf(mail.calendar), content: mail.calendar } })
        })
  const store = async (trx: Trx) => {
    if (outcome.state === 'later') {
      const again = new Date(Date.now() + pauseAfter(mail.tries) * 60_000)
      await trx.updateTable('mails').set({ error: outcome.error }).where('id', '=', mail.id).execute()
      for (const { guest } of all) await release(trx, guest, again, { mail: mail.id })
      return
    }
    const reached = outcome.state === 'sent'
    if (mail.status === 'queued')
      await trx
        .updateTable('mails')
        .set(
          reached ? { status: 'sent', sent_at: new Date(), error: null } : { status: 'failed', error: outcome.error }
        )
        .where('id', '=', mail.id)
        .execute()
    for (const each of all)
      await release(trx, each.guest, nextReminder(each.facts.facts, each.facts.reminders, Date.now()), {
        mail: mail.id,
        ...noMail,
        ...knows(each.news, each.facts, reached),
        ...(news.kind === 'reminder' && { reminder_note: note })
      })
  }
  await retried(() => db.company(scopeOf(companyId), store))
  log.info({ ...key, kind: news.kind, outcome: outcome.state, hasAddress: email !== '' }, 'guest notified')
  if (outcome.state !== 'later') return 'sent'
  const code = outcome.failure instanceof Error && 'code' in outcome.failure ? String(outcome.failure.code) : ''
  return serverAway.includes(code) ? 'away' : 'none'
}

/**
 * The mail of the news, which stays the same however often it is tried; null where it may not be written today. The
 * limits are counted once a mail.
 */
async function readyMail(services: Services, { facts, news, all }: Omit<Claimed, 'note'>) {
  const { db, config } = services
  const guest = all[0]?.guest
  if (!guest) return null
  const companyId = guest.company_id
  const same =
    guest.mail_id !== null &&
    all.every(each => each.guest.mail_id === guest.mail_id && each.guest.mail_says === each.news.says)
  // Mails that the company may not send anyway do not count for the address. That is counted outside a transaction, in
  // which the row of the count would be locked.
  const room = same || (await db.company(companyId, trx => hasRoomForMail(trx, companyId)))
  const wait = same || !room ? 0 : await attemptWait(services, guestMails, facts.email, guestMailsPerDay)
  return db.company(scopeOf(companyId), async trx => {
    if (wait > 0) {
      for (const each of all) await release(trx, each.guest, new Date(Date.now() + wait * 1000))
      return null
    }
    const before = same
      ? await trx.selectFrom('mails').selectAll().where('id', '=', guest.mail_id).executeTakeFirst()
      : undefined
    if (!before) {
      for (const each of all) await dropMail(trx, each.guest)
      if (!room || !(await takeOutsideMail(trx, companyId))) {
        for (const each of all) await release(trx, each.guest, new Date(Date.now() + 3_600_000), noMail)
        return null
      }
    }
    const mail = before ?? (await storeMail(trx, config, facts, news, all))
    const tries = before ? guest.tries + 1 : 1
    for (const each of all)
      await trx
        .updateTable('appointment_guests')
        .set({
          mail_id: mail.id,
          mail_says: each.news.says,
          tries,
          ...(news.method === 'REQUEST' && { invited: true })
        })
        .where('appointment_id', '=', each.guest.appointment_id)
        .where('lead_id', '=', each.guest.lead_id)
        .execute()
    return { ...mail, tries }
  })
}

function storeMail(trx: Trx, config: Config, facts: Addressed, news: News, all: readonly Due[]) {
  const [first, ...further] = all
  if (!first) throw new Error('A mail about no appointment')
  const { company_id, appointment_id, lead_id, changes } = first.guest
  return trx
    .insertInto('mails')
    .values({
      company_id,
      job_id: ['appointment', appointment_id, lead_id, changes, news.kind, news.minutes].join(' '),
      to_address: facts.email,
      status: config.smtpUrl ? 'queued' : 'kept',
      lead_id,
      from_name: facts.row.company,
      ...writeMail(
        config,
        facts,
        news,
        further.map(each => each.facts)
      )
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Notifies the guests of an appointment of what is new. */
export async function notifyGuests(services: Services, companyId: string, appointmentId: string): Promise<void> {
  const guests = await services.db.company(scopeOf(companyId), trx =>
    trx.selectFrom('appointment_guests').select('lead_id').where('appointment_id', '=', appointmentId).execute()
  )
  for (const { lead_id } of guests) {
    const key = { companyId, appointmentId, leadId: lead_id }
    // Changes while a mail was on its way are sent too.
    for (let turn = 0; turn < 3 && (await notifyGuest(services, key)) === 'sent'; turn++);
  }
}

/** Guests of one run, and how many at once. */
const portion = 200
const concurrency = 4

/** Notifies those whose mail or reminder is due; ends early where the mail server is away. */
export async function notifyDueGuests(services: Services): Promise<void> {
  const due = await services.db.everyCompany(trx =>
    trx
      .selectFrom('appointment_guests')
      .select(['company_id as companyId', 'appointment_id as appointmentId', 'lead_id as leadId'])
      .where('due_at', '<=', sql<string>`now()`)
      .where(({ or, eb }) => or([eb('claimed_until', 'is', null), eb('claimed_until', '<', sql<string>`now()`)]))
      // First confirmations precede reminders, which could use up the day's limit.
      .orderBy(sql`told is not null`)
      .orderBy('due_at')
      .limit(portion)
      .execute()
  )
  let away = false
  const failures: unknown[] = []
  // The guests of one appointment one after the other, as a worker has one of them at a time.
  const groups = [...Map.groupBy(due, ({ companyId, appointmentId }) => `${companyId} ${appointmentId}`).values()]
  const work = async () => {
    for (let group = groups.shift(); group && !away; group = groups.shift())
      for (const key of group)
        try {
          if ((await notifyGuest(services, key)) === 'away') away = true
        } catch (error) {
          // One must not keep the others waiting; the run is a failure all the same.
          failures.push(error)
        }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  if (failures.length > 0) throw failures[0]
}
