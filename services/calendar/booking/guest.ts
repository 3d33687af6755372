import type { Config } from '../../core/config.ts'
import type { CompanyScope, Trx } from '../../core/db.ts'
import { AppError } from '../../core/errors.ts'
import { takeLocks } from '../../core/locks.ts'
import type { Author } from '../../core/viewer.ts'
import { everything, readSlots } from '../appointments/availability.ts'
import { published } from '../appointments/calendarText.ts'
import {
  changeAppointment,
  moveAppointment,
  noteGuestConfirmed,
  noteInHistory,
  restoreAppointment
} from '../appointments/changes.ts'
import { appointmentLink, readAppointmentToken } from '../appointments/links.ts'
import { findAppointment } from '../appointments/queries.ts'
import { takesTime } from '../appointments/rules.ts'
import type { Appointment } from '../appointments/schema.ts'
import { cappedService } from './queries.ts'
import { bookingTexts, guestName } from './rules.ts'
import type { GuestAppointment } from './schema.ts'

const guest = { id: null, name: guestName }

/** The appointment of a link. Throws 404 for a link that was not made here. */
export function placeOfToken(config: Config, token: string): { scope: CompanyScope; appointmentId: string } {
  const place = readAppointmentToken(config, token)
  if (!place) throw new AppError('notFound', bookingTexts.notYours)
  // A guest whose lead is held by the plan, or was deleted, has their appointment all the same.
  return { scope: everything(place.companyId), appointmentId: place.appointmentId }
}

/** The appointment as its guest sees it: nothing of their lead, and no notes of the team. */
export async function readGuestAppointment(trx: Trx, id: string, now = Date.now()): Promise<GuestAppointment> {
  const found = await findAppointment(trx, id)
  if (!found) throw new AppError('notFound', bookingTexts.notYours)
  const { name } = await trx.selectFrom('companies').select('name').executeTakeFirstOrThrow()
  const { cancelled_by_guest } = await trx
    .selectFrom('appointments')
    .select('cancelled_by_guest')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const rules = await rulesOf(trx, found.serviceId)
  const left = Date.parse(found.start) - now
  const coming = left > 0
  const mustMove = found.rescheduleAskedAt !== null
  // The company took the time away: no notice is asked of the guest.
  const soon = (minutes: number) => !mustMove && left < minutes * 60_000
  const confirmed = found.guestConfirmedAt !== null
  return {
    company: { id: found.companyId, name },
    title: found.serviceName ?? found.title,
    serviceId: found.serviceId,
    guest: found.guest?.name ?? null,
    with: found.employeeName,
    start: found.start,
    end: found.end,
    timezone: found.timezone,
    status: found.status,
    channel: found.channel,
    location: found.location,
    confirmed,
    mustMove,
    ...rules,
    may: {
      confirm: coming && !confirmed && (found.status === 'confirmed' || awaitsGuest(found)),
      move: coming && takesTime(found.status) && !soon(rules.moveNoticeMinutes),
      cancel: coming && takesTime(found.status) && !soon(rules.cancelNoticeMinutes),
      restore: coming && found.status === 'cancelled' && cancelled_by_guest
    }
  }
}

/** The rules of a service for its guests; an appointment without one has none. */
async function rulesOf(
  trx: Trx,
  serviceId: string | null
): Promise<Pick<GuestAppointment, 'cancelNoticeMinutes' | 'moveNoticeMinutes' | 'policy'>> {
  const row =
    serviceId === null
      ? undefined
      : await trx
          .selectFrom('appointment_services')
          .select(['cancel_notice_minutes', 'move_notice_minutes', 'policy'])
          .where('id', '=', serviceId)
          .executeTakeFirst()
  return {
    cancelNoticeMinutes: row?.cancel_notice_minutes ?? 0,
    moveNoticeMinutes: row?.move_notice_minutes ?? 0,
    policy: row?.policy ?? null
  }
}

/**
 * True where the company proposed the time, so that the guest confirms it; guests' own requests are confirmed by the
 * company.
 */
const awaitsGuest = ({ status, origin }: Appointment): boolean => status === 'requested' && origin !== 'page'

/**
 * The appointment as a file for the guest's calendar program, which takes the invitation of the mail for the same one.
 */
export async function readCalendarFile(
  trx: Trx,
  config: Pick<Config, 'publicUrl' | 'secret'>,
  id: string
): Promise<string> {
  const { company, title, start, end, status, location } = await readGuestAppointment(trx, id)
  const { sequence, updated_at } = await trx
    .selectFrom('appointments')
    .select(['sequence', 'updated_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const entry = { id, sequence, changedAt: updated_at, start, end, title: `${title}: ${company.name}`, location }
  const link = appointmentLink(config, company.id, id)
  return published(company.name, [
    { ...entry, details: `Para confirmar, remarcar ou cancelar: ${link}`, link, tentative: status === 'requested' }
  ])
}

/** The guest says that they will come, which confirms what the company proposed. */
export async function confirmAsGuest(
  trx: Trx,
  companyId: string,
  id: string,
  author: Author = guest
): Promise<GuestAppointment> {
  const { may, confirmed } = await readGuestAppointment(trx, id)
  if (confirmed) return readGuestAppointment(trx, id)
  const found = await findAppointment(trx, id)
  if (!may.confirm || !found)
    throw new AppError(
      'conflict',
      found?.status === 'requested' ? bookingTexts.cannotConfirm : bookingTexts.cannotChange
    )
  if (awaitsGuest(found)) await moveAppointment(trx, companyId, id, 'confirm', {}, author)
  await noteGuestConfirmed(trx, id)
  await noteInHistory(trx, companyId, id, `Confirmou presença em "${found.title}"`, author)
  return readGuestAppointment(trx, id)
}

/** Moves the appointment to a time that is free. Throws `TimeTakenError` where somebody else was faster. */
export async function moveAsGuest(trx: Trx, companyId: string, id: string, start: string): Promise<GuestAppointment> {
  const found = await changeable(trx, id, 'move')
  const { serviceId, employeeId, version } = found
  if (serviceId !== null) await takeLocks(trx, companyId, cappedService(serviceId))
  const from = Date.parse(start)
  const day = new Date(from).toISOString().slice(0, 10)
  const near = (days: number) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
  // The day in the company's zone may be the one before or after.
  const days = await guestSlots(trx, found, { from: near(-1), to: near(1) })
  if (!days.data.some(({ slots }) => slots.some(slot => Date.parse(slot.start) === from)))
    throw new AppError('conflict', bookingTexts.notFree)
  const length = Date.parse(found.end) - Date.parse(found.start)
  const times = { start: new Date(from).toISOString(), end: new Date(from + length).toISOString() }
  await changeAppointment(trx, companyId, id, { ...times, serviceId, employeeId, version }, guest)
  return readGuestAppointment(trx, id)
}

export async function cancelAsGuest(
  trx: Trx,
  companyId: string,
  id: string,
  reason: string | null
): Promise<GuestAppointment> {
  await changeable(trx, id, 'cancel')
  await moveAppointment(trx, companyId, id, 'cancel', { reason: reason?.trim() || null }, guest)
  await trx.updateTable('appointments').set({ cancelled_by_guest: true }).where('id', '=', id).execute()
  return readGuestAppointment(trx, id)
}

/** Takes the guest's own cancellation back. Throws `TimeTakenError` where the time is gone. */
export async function restoreAsGuest(trx: Trx, companyId: string, id: string): Promise<GuestAppointment> {
  const { may, status } = await readGuestAppointment(trx, id)
  if (takesTime(status)) return readGuestAppointment(trx, id)
  if (!may.restore) throw new AppError('conflict', bookingTexts.cannotChange)
  await restoreAppointment(trx, companyId, id, undefined, guest)
  return readGuestAppointment(trx, id)
}

/** The appointment, where its guest may do this. Throws 409 with the reason where they may not. */
async function changeable(trx: Trx, id: string, act: 'move' | 'cancel'): Promise<Appointment> {
  const { may, start, status, cancelNoticeMinutes, moveNoticeMinutes } = await readGuestAppointment(trx, id)
  if (Date.parse(start) <= Date.now()) throw new AppError('conflict', bookingTexts.over)
  if (!takesTime(status)) throw new AppError('conflict', bookingTexts.cannotChange)
  if (!may[act])
    throw new AppError('conflict', bookingTexts.tooLate(act, act === 'move' ? moveNoticeMinutes : cancelNoticeMinutes))
  const found = await findAppointment(trx, id)
  if (!found) throw new AppError('notFound', bookingTexts.notYours)
  return found
}

/** The free times to which the appointment can be moved: of its person, as long as it is, by its service's rules. */
export async function guestSlots(
  trx: Trx,
  { id, serviceId, employeeId, start, end }: Pick<Appointment, 'id' | 'serviceId' | 'employeeId' | 'start' | 'end'>,
  days: { from: string; to: string }
) {
  const minutes = Math.min(1440, Math.ceil((Date.parse(end) - Date.parse(start)) / 60_000))
  const offered =
    serviceId !== null &&
    (await trx
      .selectFrom('appointment_services')
      .select('id')
      .where('id', '=', serviceId)
      .where('active', '=', true)
      .executeTakeFirst()) !== undefined
  const query = { employeeId, minutes: String(minutes), appointmentId: id, ...days, ...(offered && { serviceId }) }
  const free = await readSlots(trx, query)
  const others = free.days.map(day => ({ ...day, slots: day.slots.filter(slot => slot.start !== Date.parse(start)) }))
  return toFreeDays({ ...free, days: others })
}

/** As visitors get them: not whose times they are. */
export const toFreeDays = ({ timezone, minutes, days }: Awaited<ReturnType<typeof readSlots>>) => ({
  timezone,
  data: days.map(({ day, slots, reason }) => ({
    day,
    slots: slots.map(({ start, adjacent, seatsLeft }) => ({
      start: new Date(start).toISOString(),
      end: new Date(start + minutes * 60_000).toISOString(),
      adjacent,
      ...(seatsLeft !== undefined && { seatsLeft })
    })),
    reason
  }))
})
