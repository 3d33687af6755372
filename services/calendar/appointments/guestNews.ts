import { createHash } from 'node:crypto'
import type { AppointmentOrigin, AppointmentStatus } from './rules.ts'

/** The facts of an appointment, and those that one of its guests knows. */
export type GuestFacts = {
  status: AppointmentStatus
  origin: AppointmentOrigin
  start: string
  end: string
  zone: string
  channel: string
  location: string | null
  employeeId: string
  /** False where the appointment is now with somebody else. */
  current: boolean
  /** When they were asked for another time, as theirs was taken away. */
  rescheduleAskedAt: string | null
  /** Their lead was deleted: they hear that it is cancelled, and nothing else. */
  deleted: boolean
  /** The state that the guest was notified of last, and when. */
  notified: string | null
  toldAt: string | null
  /** The state in a mail that may have reached them, though the outcome could not be stored. */
  tried: string | null
  invited: boolean
  remindedFor: string | null
  remindedMinutes: number | null
}

export type NewsKind = 'requested' | 'confirmed' | 'changed' | 'reschedule' | 'refused' | 'cancelled' | 'reminder'
/** `says` is the same for the same news; `minutes` names the reminder. */
export type News = { kind: NewsKind; says: string; minutes?: number; method: 'REQUEST' | 'CANCEL' | null }

const minute = 60_000

/**
 * The state of an appointment as its guest sees it: what they are notified of when it changes. Hashed, as it is kept.
 * Null for a change that needs no mail.
 */
function stateOf(facts: GuestFacts): string | null {
  const { status, start, end, zone, channel, location, employeeId, current, deleted, rescheduleAskedAt } = facts
  if (!current) return 'cancelled'
  if (status === 'cancelled' || status === 'refused') return status
  if (deleted) return null
  if (status !== 'requested' && status !== 'confirmed') return null
  if (rescheduleAskedAt !== null) return `reschedule ${rescheduleAskedAt}`
  const seen = JSON.stringify([start, end, zone, channel, location])
  const state = `${status} ${createHash('sha256').update(seen).digest('base64url').slice(0, 22)}`
  // The attending person is the company's affair until it has confirmed.
  return status === 'confirmed' ? `${state} ${employeeId}` : state
}

const kindOf = (state: string | null) => state?.split(' ')[0]

/** Whether what was said is this state. Until it named who attends, what is kept of it ended before that. */
const saysSo = (said: string | null, state: string): boolean =>
  said === state || (kindOf(said) === 'confirmed' && state.startsWith(`${said} `))

/**
 * The next notification of a guest: the newest state where they do not know it, else the reminder that is due. Nothing
 * is sent about appointments that have begun. An invitation goes out once it is confirmed, and is taken back where one
 * may have arrived.
 */
export function guestNews(facts: GuestFacts, reminders: readonly number[], now: number): News | null {
  const state = stateOf(facts)
  if (state === null || Date.parse(facts.start) <= now) return null
  const uncertain = facts.tried !== null && !saysSo(facts.tried, state)
  if (saysSo(facts.notified, state) && !uncertain) return dueReminder(facts, reminders, now)
  const kind = kindOf(state)
  if (kind === 'refused' || kind === 'cancelled') {
    const bookedByGuest = facts.current && facts.origin !== 'internal'
    const knows = facts.notified !== null || facts.invited || facts.tried !== null || bookedByGuest
    return knows ? { kind, says: state, method: facts.invited ? 'CANCEL' : null } : null
  }
  if (kind === 'reschedule') return { kind, says: state, method: null }
  if (kind === 'requested') return { kind, says: state, method: facts.invited ? 'CANCEL' : null }
  const knew = ['confirmed', 'reschedule'].includes(kindOf(facts.notified) ?? '')
  return { kind: knew ? 'changed' : 'confirmed', says: state, method: 'REQUEST' }
}

/** The nearest of the reminders whose time has come; none where the guest heard of the appointment after that. */
function dueReminder(facts: GuestFacts, reminders: readonly number[], now: number): News | null {
  const { status, start, toldAt, remindedFor, remindedMinutes } = facts
  if (status !== 'confirmed' || toldAt === null) return null
  const due = reminders.filter(minutes => Date.parse(start) - minutes * minute <= now)
  const minutes = Math.min(...due)
  if (due.length === 0 || Date.parse(toldAt) > Date.parse(start) - minutes * minute) return null
  const reminded = remindedFor !== null && Date.parse(remindedFor) === Date.parse(start)
  if (reminded && (remindedMinutes ?? 0) <= minutes) return null
  return { kind: 'reminder', says: `reminder ${minutes} ${start}`, minutes, method: null }
}

/** When the next reminder comes; null for none. */
export function nextReminder({ status, start, current }: GuestFacts, reminders: readonly number[], now: number) {
  if (status !== 'confirmed' || !current) return null
  const times = reminders.map(minutes => Date.parse(start) - minutes * minute).filter(time => time > now)
  return times.length > 0 ? new Date(Math.min(...times)) : null
}
