import { type SelectQueryBuilder, sql } from 'kysely'
import { signalAfterCommit, type Trx } from '../core/db.ts'
import { AppError, invalid } from '../core/errors.ts'
import { takeLocks } from '../core/locks.ts'
import type { Author } from '../core/viewer.ts'
import { momentOf, timeZones } from '../core/zones/rules.ts'
import { changeLead } from '../leads/changes.ts'
import type {} from '../leads/tables.ts'
import { checkTexts } from './checks.ts'
import { notifyOfChange, notifyOfMove, saidAt } from './notices.ts'
import { type AppointmentMove, appointmentTexts, moves, takesTime } from './rules.ts'
import type { Appointment, AppointmentChange, AppointmentFilter } from './schema.ts'
import type {} from './tables.ts'

/** Appointments of one answer; a calendar shows far fewer. */
const maxListed = 2000

const day = 86_400_000

/** Appointments with what is shown of their leads, services and people. */
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

export type AppointmentRow =
  ReturnType<typeof appointments> extends SelectQueryBuilder<never, never, infer O> ? O : never

export const toAppointment = (row: AppointmentRow): Appointment => ({
  id: row.id,
  _id: row.id,
  companyId: row.company_id,
  leadId: row.lead_id,
  leadName: row.lead_name,
  leadPhone: row.lead_phone,
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
  reminder:
    row.reminded_for !== null && Date.parse(row.reminded_for) === Date.parse(row.starts_at)
      ? { by: row.reminded_by ?? 'mail', note: row.reminder_note }
      : null,
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
  { from, to, employeeId, leadId, serviceId, status }: AppointmentFilter,
  now = Date.now()
): Promise<Appointment[]> {
  const zone = from || to ? await zoneOf(trx) : ''
  const begin = from ? momentOf(Date.parse(from), zone) : leadId ? null : now - 30 * day
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

/** Somebody else has the time. The route answers it with the next free ones. */
export class TimeTakenError extends AppError {
  /** Without a person, whoever gives the service would have done. */
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

/** A lead never goes backwards by itself. */
export async function moveLeadAlong(
  trx: Trx,
  companyId: string,
  { leadId, status }: Pick<Appointment, 'leadId' | 'status'>,
  author: Author
): Promise<void> {
  if (leadId === null || status !== 'confirmed') return
  const lead = await trx.selectFrom('leads').select('status').where('id', '=', leadId).executeTakeFirst()
  if (lead?.status === 'new' || lead?.status === 'contacted')
    await changeLead(trx, companyId, leadId, { status: 'scheduled' }, author)
}

/** Locks the appointment; throws 404, and 409 where it is not the version that was seen. */
async function lockAppointment(trx: Trx, id: string, version: number | undefined) {
  const row = await trx.selectFrom('appointments').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw new AppError('notFound', appointmentTexts.missing)
  if (version !== undefined && row.version !== version)
    throw new AppError('conflict', appointmentTexts.stale, { code: 'STALE' })
  return row
}

/** The range that an appointment takes, and the session whose seats it shares, as book.sql has them. */
async function placeOf(
  trx: Trx,
  id: string,
  { start, end, serviceId, employeeId }: { start: string; end: string; serviceId: string | null; employeeId: string }
) {
  const service =
    serviceId === null
      ? null
      : await trx.selectFrom('appointment_services').selectAll().where('id', '=', serviceId).executeTakeFirst()
  if (service === undefined) throw invalid({ serviceId: appointmentTexts.noService })
  const { buffer_before = 0, buffer_after = 0, capacity = 1 } = service ?? {}
  const during = sql<string>`tstzrange(${start}::timestamptz - make_interval(mins => ${buffer_before}::integer),
    ${end}::timestamptz + make_interval(mins => ${buffer_after}::integer))`
  if (capacity === 1) return { during, session: id, seat: 0 }
  // PostgreSQL writes it, as book.sql has it do: another spelling of the same moment would be another session.
  const session = sql<string>`(${serviceId}::text || ' ' || extract(epoch from ${start}::timestamptz))`
  const taken = await trx
    .selectFrom('appointments')
    .select('seat')
    .where('employee_id', '=', employeeId)
    .where('session', '=', session)
    .where('status', 'in', ['requested', 'confirmed'])
    .where('id', '<>', id)
    .execute()
  const seats = new Set(taken.map(({ seat }) => seat))
  const seat = Array.from({ length: capacity }, (_, n) => n).find(n => !seats.has(n))
  if (seat === undefined) throw new TimeTakenError({ start, end, employeeId, serviceId })
  return { during, session, seat }
}

/**
 * Runs an update that may meet the constraints. What two do at once to the same time is decided by the database: the
 * later one gets `TimeTakenError`.
 */
async function takingTime<T>(
  trx: Trx,
  companyId: string,
  wanted: TimeTakenError['wanted'],
  update: () => Promise<T>
): Promise<T> {
  // The constraint decides. Of many who change into one time at once each would see the others' rows and wait for them,
  // until PostgreSQL gives one up a second later, and the next; in turn nobody waits for who waits for them.
  await takeLocks(trx, companyId, `times of ${wanted.employeeId}`)
  try {
    return await update()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    throw code === '23P01' || code === '23505' ? new TimeTakenError(wanted) : error
  }
}

/**
 * Writes a line into the timeline of the appointment's lead, and announces it to the screens that show it and to the
 * worker.
 */
export async function noteInHistory(trx: Trx, companyId: string, id: string, line: string, author: Author) {
  const changes = JSON.stringify([{ id, told: line, actorId: author.id, actorName: author.name }])
  await sql`select follow_appointments(${companyId}, ${changes}::jsonb)`.execute(trx)
  signalAfterCommit(trx, 'events')
  signalAfterCommit(trx, 'outbox') // its guests may have to be notified
}

/** Changes or moves an appointment. Throws 409 for another version than the one seen, or where the time is taken. */
export async function changeAppointment(
  trx: Trx,
  companyId: string,
  id: string,
  { version, ...change }: AppointmentChange,
  author: Author
): Promise<Appointment> {
  checkTexts(change)
  const row = await lockAppointment(trx, id, version)
  const wanted = {
    start: change.start ?? row.starts_at,
    end: change.end ?? row.ends_at,
    timezone: change.timezone ?? row.time_zone,
    employeeId: change.employeeId ?? row.employee_id,
    serviceId: change.serviceId === undefined ? row.service_id : change.serviceId
  }
  checkTimes(wanted)
  if (wanted.employeeId !== row.employee_id) await holdPerson(trx, wanted.employeeId)
  if (change.leadId) {
    const lead = await trx.selectFrom('leads').select('id').where('id', '=', change.leadId).executeTakeFirst()
    if (!lead) throw new AppError('notFound', 'Lead não encontrado')
  }
  const place = takesTime(row.status) ? await placeOf(trx, id, wanted) : undefined
  const after = await takingTime(trx, companyId, wanted, () =>
    trx
      .updateTable('appointments')
      .set({
        ...(change.title !== undefined && { title: titleOf(change.title) }),
        ...(change.leadId !== undefined && { lead_id: change.leadId }),
        ...(change.channel !== undefined && { channel: change.channel }),
        ...(change.location !== undefined && { location: change.location }),
        ...(change.notes !== undefined && { notes: change.notes }),
        starts_at: wanted.start,
        ends_at: wanted.end,
        time_zone: wanted.timezone,
        employee_id: wanted.employeeId,
        service_id: wanted.serviceId,
        ...place,
        version: sql<number>`version + 1`,
        updated_at: sql<string>`now()`
      })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
  )
  const moved = Date.parse(wanted.start) !== Date.parse(row.starts_at)
  const title = change.title?.trim() ?? row.title
  const line = moved
    ? `Remarcou "${title}" para ${saidAt(wanted.start, wanted.timezone)}`
    : `Alterou o agendamento "${title}"`
  await noteInHistory(trx, companyId, id, line, author)
  if (takesTime(row.status)) await notifyOfChange(trx, companyId, row, after, author)
  return shown(trx, id)
}

const historyTexts: Record<AppointmentMove, (title: string) => string> = {
  confirm: title => `Confirmou o agendamento "${title}"`,
  refuse: title => `Recusou o agendamento "${title}"`,
  done: title => `Realizou "${title}"`,
  'no-show': title => `Registrou que a pessoa não compareceu a "${title}"`,
  cancel: title => `Cancelou o agendamento "${title}"`
}

/** Confirms, refuses, cancels or closes an appointment; what was so already stays so. Throws 409 from another state. */
export async function moveAppointment(
  trx: Trx,
  companyId: string,
  id: string,
  move: AppointmentMove,
  { version, reason = null }: { version?: number | undefined; reason?: string | null | undefined },
  author: Author
): Promise<Appointment> {
  checkTexts({ reason })
  const row = await lockAppointment(trx, id, version)
  const { from, to } = moves[move]
  if (row.status === to) return shown(trx, id)
  if (!(from as readonly string[]).includes(row.status))
    throw new AppError('conflict', 'O agendamento mudou e isto não é mais possível. Atualize a página.')
  await trx
    .updateTable('appointments')
    .set({
      status: to,
      status_before: to === 'confirmed' ? null : takesTime(row.status) ? row.status : row.status_before,
      reason,
      version: sql<number>`version + 1`,
      updated_at: sql<string>`now()`
    })
    .where('id', '=', id)
    .execute()
  await noteInHistory(trx, companyId, id, historyTexts[move](row.title), author)
  await notifyOfMove(trx, companyId, move, row, author)
  const after = await shown(trx, id)
  await moveLeadAlong(trx, companyId, after, author)
  return after
}

/** Takes back that it was cancelled, refused or closed, where its time is still free. */
export async function restoreAppointment(
  trx: Trx,
  companyId: string,
  id: string,
  version: number | undefined,
  author: Author
): Promise<Appointment> {
  const row = await lockAppointment(trx, id, version)
  if (takesTime(row.status)) return shown(trx, id)
  await refuseHidden(trx, row.lead_id)
  const wanted = { start: row.starts_at, end: row.ends_at, employeeId: row.employee_id, serviceId: row.service_id }
  await holdPerson(trx, row.employee_id)
  const place = await placeOf(trx, id, wanted)
  await takingTime(trx, companyId, wanted, () =>
    trx
      .updateTable('appointments')
      .set({
        ...place,
        status: row.status_before ?? 'confirmed',
        status_before: null,
        cancelled_by_guest: false,
        reason: null,
        version: sql<number>`version + 1`,
        updated_at: sql<string>`now()`
      })
      .where('id', '=', id)
      .execute()
  )
  await noteInHistory(trx, companyId, id, `Restaurou o agendamento "${row.title}"`, author)
  await notifyOfMove(trx, companyId, 'restore', row, author)
  return shown(trx, id)
}

/** Nobody who is deleted is notified that they are expected again. */
async function refuseHidden(trx: Trx, leadId: string | null): Promise<void> {
  if (leadId === null) return
  const lead = await trx.selectFrom('leads').select('id').where('id', '=', leadId).executeTakeFirst()
  if (!lead) throw new AppError('conflict', appointmentTexts.hiddenLead)
}

async function holdPerson(trx: Trx, id: string): Promise<void> {
  const person = await trx
    .selectFrom('employees')
    .select('id')
    .where('id', '=', id)
    .where('active', '=', true)
    .forShare()
    .executeTakeFirst()
  if (!person) throw invalid({ employeeId: appointmentTexts.notActive })
}

async function shown(trx: Trx, id: string): Promise<Appointment> {
  const appointment = await findAppointment(trx, id)
  if (!appointment) throw new AppError('notFound', appointmentTexts.missing)
  return appointment
}
