import { type SelectQueryBuilder, sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import { AppError, invalid } from '../../core/errors.ts'
import type { Author } from '../../core/viewer.ts'
import { momentOf, timeZones } from '../../core/zones/rules.ts'
import { changeLead } from '../../leads/leads/changes.ts'
import type {} from '../../leads/leads/tables.ts'
import { packageOf } from './packages.ts'
import { appointmentTexts, takesTime } from './rules.ts'
import type { Appointment, AppointmentFilter } from './schema.ts'
import type {} from './tables.ts'

/** Appointments of one answer; a calendar shows far fewer. */
const maxListed = 2000

const day = 86_400_000

/** The place of the appointment `a` in its series, of those that stand. */
const seriesOf = sql<Appointment['series']>`case when a.series_id is not null then (
  select jsonb_build_object('id', a.series_id, 'count', count(*)::integer,
    'number', greatest(1, count(*) filter (where o.starts_at <= a.starts_at))::integer)
  from appointments o where o.company_id = a.company_id and o.series_id = a.series_id
    and o.status not in ('cancelled', 'refused')) end`

/** Appointments with the shown fields of their leads, services and people. */
const appointments = (trx: Trx) =>
  trx
    .selectFrom('appointments as a')
    .leftJoin('leads as l', join => join.onRef('l.company_id', '=', 'a.company_id').onRef('l.id', '=', 'a.lead_id'))
    .leftJoin('appointment_services as s', join =>
      join.onRef('s.company_id', '=', 'a.company_id').onRef('s.id', '=', 'a.service_id')
    )
    .leftJoin('employees as e', join =>
      join.onRef('e.company_id', '=', 'a.company_id').onRef('e.id', '=', 'a.employee_id')
    )
    .leftJoin('appointment_guests as g', join =>
      join
        .onRef('g.company_id', '=', 'a.company_id')
        .onRef('g.appointment_id', '=', 'a.id')
        .onRef('g.lead_id', '=', 'a.lead_id')
    )
    .selectAll('a')
    .select(['l.name as lead_name', 'l.phone as lead_phone', 's.name as service_name', 'e.name as employee_name'])
    .select(['g.reminded_for', 'g.reminded_by', 'g.reminder_note'])
    .select([seriesOf.as('series'), packageOf.as('package')])

export type AppointmentRow =
  ReturnType<typeof appointments> extends SelectQueryBuilder<never, never, infer O> ? O : never

/** The words of the booking; those of a lead whom the viewer does not see are hidden as the lead is. */
function wordsOf(row: AppointmentRow): Pick<Appointment, 'guest' | 'message' | 'answers'> {
  if (row.lead_id !== null && row.lead_name === null) return { guest: null, message: null, answers: [] }
  const { guest_name: name, guest_email: email, guest_phone: phone, message, answers } = row
  return { guest: name === null ? null : { name, email, phone }, message, answers }
}

/** The time that is proposed for the invitation as it is. */
function proposalOf({ status, sequence, ...row }: AppointmentRow): Appointment['proposal'] {
  const { proposed_start: start, proposed_end: end, proposed_by: by } = row
  if (!takesTime(status) || row.proposed_sequence !== sequence || !start || !end || !by) return null
  return { start, end, by }
}

export const toAppointment = (row: AppointmentRow): Appointment => ({
  id: row.id,
  _id: row.id,
  companyId: row.company_id,
  leadId: row.lead_id,
  leadName: row.lead_name,
  leadPhone: row.lead_phone,
  ...wordsOf(row),
  serviceId: row.service_id,
  serviceName: row.service_name,
  employeeId: row.employee_id,
  employeeName: row.employee_name,
  title: row.title,
  start: row.starts_at,
  end: row.ends_at,
  timezone: row.time_zone,
  status: row.status,
  origin: row.origin,
  channel: row.channel,
  location: row.location,
  notes: row.notes,
  version: row.version,
  reason: row.reason,
  guestConfirmedAt: row.guest_confirmed_at,
  rescheduleAskedAt: takesTime(row.status) ? row.reschedule_asked_at : null,
  proposal: proposalOf(row),
  refusedBy: takesTime(row.status) && row.refused_sequence === row.sequence ? row.refused_by : null,
  reminder:
    row.reminded_for !== null && Date.parse(row.reminded_for) === Date.parse(row.starts_at)
      ? { by: row.reminded_by ?? 'mail', note: row.reminder_note }
      : null,
  series: row.series ?? null,
  package: row.package ?? null,
  createdAt: row.created_at
})

export const zoneOf = async (trx: Trx): Promise<string> =>
  (await trx.selectFrom('companies').select('time_zone').executeTakeFirstOrThrow()).time_zone

/**
 * Appointments in order of their start, at most `maxListed`: those that touch the days from `from` to `to` of the
 * company's time zone, without `from` those since 30 days ago.
 */
export async function listAppointments(
  trx: Trx,
  { from, to, employeeId, leadId, serviceId, status, series }: AppointmentFilter & { series?: string },
  now = Date.now()
): Promise<Appointment[]> {
  const zone = from || to ? await zoneOf(trx) : ''
  const begin = from ? momentOf(Date.parse(from), zone) : leadId || series ? null : now - 30 * day
  const end = to ? momentOf(Date.parse(to) + day, zone) : null
  const rows = await appointments(trx)
    .$if(begin !== null, query =>
      query
        .where('a.ends_at', '>', new Date(begin ?? 0).toISOString())
        // None is longer than seven days; with this the index by start is enough.
        .where('a.starts_at', '>', new Date((begin ?? 0) - 7 * day).toISOString())
    )
    .$if(end !== null, query => query.where('a.starts_at', '<', new Date(end ?? 0).toISOString()))
    .$if(employeeId !== undefined, query => query.where('a.employee_id', '=', employeeId ?? ''))
    .$if(series !== undefined, query => query.where('a.series_id', '=', series ?? ''))
    .$if(leadId !== undefined, query => query.where('a.lead_id', '=', leadId ?? ''))
    .$if(serviceId !== undefined, query => query.where('a.service_id', '=', serviceId ?? ''))
    .$if(status !== undefined, query => query.where('a.status', '=', status ?? 'requested'))
    .orderBy('a.starts_at')
    .orderBy('a.id')
    .limit(maxListed)
    .execute()
  return rows.map(toAppointment)
}

export async function findAppointment(trx: Trx, id: string): Promise<Appointment | undefined> {
  const row = await appointments(trx).where('a.id', '=', id).executeTakeFirst()
  return row && toAppointment(row)
}

/** Those of the appointments that the viewer sees, by their start. */
export async function findAppointments(trx: Trx, ids: readonly string[]): Promise<Appointment[]> {
  if (ids.length === 0) return []
  const rows = await appointments(trx)
    .where('a.id', 'in', [...ids])
    .orderBy('a.starts_at')
    .orderBy('a.id')
    .execute()
  return rows.map(toAppointment)
}

/** Somebody else has the time. The route answers it with the next free ones. */
export class TimeTakenError extends AppError {
  /** Without a person, anyone who gives the service would have done. */
  readonly wanted: { start: string; end: string; employeeId?: string; serviceId: string | null }

  constructor(wanted: TimeTakenError['wanted']) {
    super('conflict', appointmentTexts.taken, { code: 'TIME_TAKEN' })
    this.wanted = wanted
  }
}

type Times = { start: string; end: string; timezone?: string }

/** Throws 400 for times that make no appointment. A past start is allowed: what has happened is written down too. */
export function checkTimes({ start, end, timezone }: Times): void {
  const [from, to] = [Date.parse(start), Date.parse(end)]
  if (!(from < to)) throw invalid({ end: appointmentTexts.endsBefore })
  if (to - from > 7 * day) throw invalid({ end: appointmentTexts.tooLong })
  if (timezone !== undefined && !(timezone in timeZones) && !isZone(timezone))
    throw invalid({ timezone: appointmentTexts.zone })
}

function isZone(name: string): boolean {
  // Greenwich and so many hours is no zone: it knows no daylight saving, and PostgreSQL counts them the other way.
  if (/^[+-]/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('pt-BR', { timeZone: name }).format(0) !== ''
  } catch {
    return false
  }
}

export const titleOf = (title: string): string => {
  if (!title.trim()) throw invalid({ title: 'Dê um título ao compromisso.' })
  return title.trim()
}

/** Moves the status of a lead in the usual funnel forward, never backwards; people alone move one out of an own step. */
export async function moveLeadAlong(
  trx: Trx,
  companyId: string,
  { leadId, status }: Pick<Appointment, 'leadId' | 'status'>,
  author: Author
): Promise<void> {
  if (leadId === null || status !== 'confirmed') return
  const lead = await trx.selectFrom('leads').select(['status', 'step_key']).where('id', '=', leadId).executeTakeFirst()
  if (lead?.step_key) return
  if (lead?.status === 'new' || lead?.status === 'contacted')
    await changeLead(trx, companyId, leadId, { status: 'scheduled' }, author)
}
