import type { Selectable } from 'kysely'
import type {} from '../../account/companies/tables.ts'
import type {} from '../../account/employees/queries.ts'
import type { Config } from '../../core/config.ts'
import type { Trx } from '../../core/db.ts'
import { readEmail } from '../../core/emails.ts'
import type { Tables } from '../../core/tables.ts'
import type {} from '../../leads/leads/tables.ts'
import { addressIn } from '../../platform/email/send.ts'
import { replyAddress } from '../../platform/inboundMail/addresses.ts'
import { noticeText } from '../booking/rules.ts'
import type {} from '../booking/tables.ts'
import { invitation } from './calendarText.ts'
import { firstName, guestMail, shownGuest } from './guestMails.ts'
import type { GuestFacts, News } from './guestNews.ts'
import { appointmentLink } from './links.ts'
import { packageOf } from './packages.ts'
import { usualReminders } from './rules.ts'
import type {} from './tables.ts'

export type Guest = Selectable<Tables['appointment_guests']>

/**
 * The current facts of an appointment and its guest, and the mail about them; undefined where nobody is to be written
 * to. `email` is null for guests who can only be reminded by a channel.
 */
export async function readFacts(trx: Trx, guest: Guest) {
  const row = await trx
    .selectFrom('appointments as a')
    .innerJoin('companies as c', 'c.id', 'a.company_id')
    .innerJoin('leads as l', join => join.onRef('l.company_id', '=', 'a.company_id').on('l.id', '=', guest.lead_id))
    .leftJoin('employees as e', join =>
      join.onRef('e.company_id', '=', 'a.company_id').onRef('e.id', '=', 'a.employee_id')
    )
    .leftJoin('appointment_services as sv', join =>
      join.onRef('sv.company_id', '=', 'a.company_id').onRef('sv.id', '=', 'a.service_id')
    )
    .leftJoin('calendar_settings as s', 's.company_id', 'a.company_id')
    .leftJoin('booking_pages as b', join => join.onRef('b.company_id', '=', 'a.company_id').on('b.active', '=', true))
    .selectAll('a')
    .select(['c.name as company', 'c.email as company_email', 'c.time_zone as company_zone', 'c.active'])
    .select([
      'l.name as guest',
      'l.email',
      'l.deleted_at',
      'l.merged_into',
      'e.name as person',
      'sv.name as service',
      'sv.policy'
    ])
    .select(['sv.cancel_notice_minutes', 'sv.move_notice_minutes'])
    .select(['s.reminders', 's.reminder_template', 'b.slug', packageOf.as('package')])
    .where('a.id', '=', guest.appointment_id)
    .executeTakeFirst()
  // Nobody is written to for a company that is closed, or as a lead that became another.
  if (!row?.active || row.merged_into !== null) return undefined
  const email = row.email === null ? null : readEmail(row.email)
  // Without an address there is only what a channel says.
  if (email === null && row.reminder_template === null) return undefined
  const facts: GuestFacts = {
    status: row.status,
    origin: row.origin,
    start: row.starts_at,
    end: row.ends_at,
    zone: row.company_zone,
    channel: row.channel,
    location: row.location,
    employeeId: row.employee_id,
    current: row.lead_id === guest.lead_id,
    deleted: row.deleted_at !== null,
    rescheduleAskedAt: row.reschedule_asked_at,
    notified: guest.told,
    toldAt: guest.told_at,
    tried: guest.tries > 0 && !guest.mail_says?.startsWith('reminder ') ? guest.mail_says : null,
    invited: guest.invited,
    remindedFor: guest.reminded_for,
    remindedMinutes: guest.reminded_minutes
  }
  return { row, email, facts, reminders: row.reminders ?? [...usualReminders] }
}

export type Facts = NonNullable<Awaited<ReturnType<typeof readFacts>>>
export type Addressed = Facts & { email: string }

/**
 * The address that an answer to the invitation is sent to: that of the appointment, where mail is taken in, so that the
 * calendar hears of it; else the company's, if it has one.
 */
export const answersGoTo = (config: Config, row: Facts['row']): string | null =>
  replyAddress(config, 'appointment', row.id) ?? row.company_email

/** The address at which the company takes bookings; null where it does not. */
const pageOf = ({ publicUrl }: Config, { slug }: Facts['row']): string | null => slug && `${publicUrl}/agendar/${slug}`

/** The addresses in the mail about these appointments, with what each is for. */
export const linksIn = (config: Config, all: readonly Facts[]): Map<string, string> =>
  new Map(
    all.flatMap(({ row }): [string, string][] => {
      const page = pageOf(config, row)
      return [
        [appointmentLink(config, row.company_id, row.id), 'Abrir o agendamento'],
        ...(page ? [[page, 'Marcar outro horário'] as [string, string]] : [])
      ]
    })
  )

/** The mail of news, with its iCalendar part: of one appointment, or of several of a series in their order. */
export function writeMail(config: Config, { row, email }: Addressed, { kind, method }: News, further: Facts[] = []) {
  const linkOf = ({ company_id, id }: Facts['row']) => appointmentLink(config, company_id, id)
  const name = firstName(row.guest)
  const coming = shownGuest(row.guest_name)
  const mail = guestMail({
    kind,
    title: row.title,
    start: row.starts_at,
    end: row.ends_at,
    zone: row.company_zone,
    channel: row.channel,
    location: row.location,
    guest: name,
    coming,
    company: row.company,
    person: row.person,
    // A guest's own words are not repeated to them.
    reason: row.cancelled_by_guest ? null : row.reason,
    link: linkOf(row),
    page: pageOf(config, row),
    session: further.length === 0 && row.package ? `Sessão ${row.package.number} de ${row.package.sessions}` : null,
    further: further.map(other => ({ start: other.row.starts_at, end: other.row.ends_at, link: linkOf(other.row) })),
    rules:
      [
        noticeText({
          cancelNoticeMinutes: row.cancel_notice_minutes ?? 0,
          moveNoticeMinutes: row.move_notice_minutes ?? 0
        }),
        row.policy
      ]
        .filter(Boolean)
        .join('\n') || null
  })
  if (method === null) return { ...mail, calendar: null }
  const organizer = answersGoTo(config, row) ?? addressIn(config.mailFrom)
  const entries = [row, ...further.map(other => other.row)].map(each => ({
    id: each.id,
    sequence: each.sequence,
    changedAt: each.updated_at,
    start: each.starts_at,
    end: each.ends_at,
    title: each.title,
    // Not every program shows the URL of an entry.
    details:
      [
        coming && `Quem vem: ${coming}`,
        each.person && `Com ${each.person}, ${each.company}`,
        method === 'REQUEST' && `Para mudar ou cancelar: ${linkOf(each)}`
      ]
        .filter(Boolean)
        .join('\n') || null,
    location: each.location,
    link: method === 'REQUEST' ? linkOf(each) : null
  }))
  const parties = { company: { name: row.company, email: organizer }, guest: { name: name || email, email } }
  return { ...mail, calendar: invitation(method, entries, parties) }
}
