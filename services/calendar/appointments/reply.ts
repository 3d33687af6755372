import ical from 'ical.js'
import type { Trx } from '../../core/db.ts'
import type { Author } from '../../core/viewer.ts'
import { appointmentOf } from './calendarText.ts'
import { moveAppointment, noteGuestConfirmed } from './changes.ts'
import type {} from './tables.ts'

export type Reply = {
  uid: string
  partstat: 'ACCEPTED' | 'DECLINED' | 'TENTATIVE'
  /** The number of the invitation that is answered. */
  sequence: number
  /** The address of the answering person, as the text says; the caller compares it with the mail's sender. */
  attendee: string
}

/** Characters of a reply; those of calendar programs have some hundred. */
const longest = 64 * 1024

/** The answer in the calendar part of a mail (METHOD:REPLY); null for anything else, however broken. */
export function readReply(text: string): Reply | null {
  if (text.length > longest) return null
  try {
    const parsed: unknown = ical.parse(text.replace(/\r?\n/g, '\r\n'))
    const calendar = new ical.Component(parsed as never)
    const said = (value: unknown) => (typeof value === 'string' ? value.trim() : '')
    if (calendar.name !== 'vcalendar' || said(calendar.getFirstPropertyValue('method')).toUpperCase() !== 'REPLY')
      return null
    const [event, ...others] = calendar.getAllSubcomponents('vevent')
    const [attendee, ...more] = event?.getAllProperties('attendee') ?? []
    if (!event || !attendee || others.length > 0 || more.length > 0) return null
    const uid = said(event.getFirstPropertyValue('uid'))
    const partstat = said(attendee.getParameter('partstat')).toUpperCase()
    if (!uid || (partstat !== 'ACCEPTED' && partstat !== 'DECLINED' && partstat !== 'TENTATIVE')) return null
    const sequence = Number(event.getFirstPropertyValue('sequence') ?? 0)
    const address = said(attendee.getFirstValue())
      .replace(/^mailto:/i, '')
      .toLowerCase()
    return { uid, partstat, sequence: Number.isSafeInteger(sequence) ? sequence : 0, attendee: address }
  } catch {
    return null
  }
}

export const declinedText = 'A pessoa convidada recusou o convite.'

/**
 * Applies a guest's answer: accepting confirms what was asked for and says that they will come, declining cancels.
 * False where its state does not change: another appointment, somebody who is not its guest, an answer to an invitation
 * that is out of date, or to what is over.
 */
export async function applyReply(trx: Trx, companyId: string, reply: Reply): Promise<boolean> {
  const id = appointmentOf(reply.uid)
  if (id === null || reply.partstat === 'TENTATIVE') return false
  const row = await trx
    .selectFrom('appointments as a')
    .innerJoin('leads as l', join => join.onRef('l.company_id', '=', 'a.company_id').onRef('l.id', '=', 'a.lead_id'))
    .leftJoin('appointment_services as s', join =>
      join.onRef('s.company_id', '=', 'a.company_id').onRef('s.id', '=', 'a.service_id')
    )
    .select(['a.status', 'a.origin', 'a.sequence', 'a.starts_at', 'l.name', 'l.email', 's.cancel_notice_minutes'])
    .where('a.id', '=', id)
    .executeTakeFirst()
  if (!row || row.email?.toLowerCase() !== reply.attendee) return false
  if (row.sequence !== reply.sequence || Date.parse(row.starts_at) <= Date.now()) return false
  const author: Author = { id: null, name: row.name }
  if (reply.partstat === 'ACCEPTED') {
    // A request from the page is the company's to confirm.
    const proposed = row.status === 'requested' && row.origin !== 'page'
    if (proposed || row.status === 'confirmed') await noteGuestConfirmed(trx, id)
    if (proposed) await moveAppointment(trx, companyId, id, 'confirm', {}, author)
    return proposed
  }
  if (row.status !== 'requested' && row.status !== 'confirmed') return false
  // A refusal that comes too late changes nothing; the caller notifies the team.
  if (Date.parse(row.starts_at) - Date.now() < (row.cancel_notice_minutes ?? 0) * 60_000) return false
  await moveAppointment(trx, companyId, id, 'cancel', { reason: declinedText }, author)
  await trx.updateTable('appointments').set({ cancelled_by_guest: true }).where('id', '=', id).execute()
  return true
}
