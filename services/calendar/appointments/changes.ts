import { sql } from 'kysely'
import { signalAfterCommit, type Trx } from '../../core/db.ts'
import { AppError, invalid } from '../../core/errors.ts'
import { takeLocks } from '../../core/locks.ts'
import type { Author } from '../../core/viewer.ts'
import type {} from '../../leads/leads/tables.ts'
import { guestColumns } from './book.ts'
import { checkTexts } from './checks.ts'
import { notifyOfChange, notifyOfMove, saidAt } from './notices.ts'
import { retakeSession } from './packages.ts'
import { checkTimes, findAppointment, moveLeadAlong, TimeTakenError, titleOf } from './queries.ts'
import { type AppointmentMove, appointmentTexts, moves, takesTime } from './rules.ts'
import type { Appointment, AppointmentChange } from './schema.ts'
import type {} from './tables.ts'

/** Locks the appointment; throws 404, and 409 where it is not the version that was seen. */
async function lockAppointment(trx: Trx, id: string, version: number | undefined) {
  const row = await trx.selectFrom('appointments').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw new AppError('notFound', appointmentTexts.missing)
  if (version !== undefined && row.version !== version)
    throw new AppError('conflict', appointmentTexts.stale, { code: 'STALE' })
  return row
}

/** Seats that a service may have. */
const maxSeats = 200

/** The range that an appointment takes, and the session whose seats it shares, as book.sql has them. */
async function placeOf(
  trx: Trx,
  companyId: string,
  id: string,
  { start, end, serviceId, employeeId }: { start: string; end: string; serviceId: string | null; employeeId: string }
) {
  const service =
    serviceId === null
      ? null
      : await trx
          .selectFrom('appointment_services')
          .selectAll()
          .where('id', '=', serviceId)
          .forShare()
          .executeTakeFirst()
  if (service === undefined) throw invalid({ serviceId: appointmentTexts.noService })
  const { buffer_before = 0, buffer_after = 0, capacity = 1 } = service ?? {}
  const during = sql<string>`tstzrange(${start}::timestamptz - make_interval(mins => ${buffer_before}::integer),
    ${end}::timestamptz + make_interval(mins => ${buffer_after}::integer))`
  if (capacity === 1) return { during, session: id, seat: 0 }
  // PostgreSQL writes it, as book.sql has it do: another spelling of the same moment would be another session.
  const session = sql<string>`(${serviceId}::text || ' ' || extract(epoch from ${start}::timestamptz))`
  // One change or booking of a session at a time, as in book.sql.
  await sql`select take_locks(array[concat_ws(' ', ${serviceId}::text, extract(epoch from ${start}::timestamptz),
    ${employeeId}::text)], ${companyId})`.execute(trx)
  const taken = await trx
    .selectFrom('appointments')
    .select('seat')
    .where('employee_id', '=', employeeId)
    .where('session', '=', session)
    .where('status', 'in', ['requested', 'confirmed'])
    .where('id', '<>', id)
    .execute()
  const seats = new Set(taken.map(({ seat }) => seat))
  // Counted, not by their numbers: there may have been more seats when some of them were booked.
  const seat =
    taken.length < capacity ? Array.from({ length: maxSeats }, (_, n) => n).find(n => !seats.has(n)) : undefined
  if (seat === undefined) throw new TimeTakenError({ start, end, employeeId, serviceId })
  return { during, session, seat }
}

/** Throws 400 where a change brings a service that is not offered, or whose time the person does not give. */
async function refuseService(
  trx: Trx,
  before: { service_id: string | null; employee_id: string },
  { serviceId, employeeId }: { serviceId: string | null; employeeId: string }
): Promise<void> {
  if (serviceId === null || (serviceId === before.service_id && employeeId === before.employee_id)) return
  const service = await trx
    .selectFrom('appointment_services')
    .select('active')
    .where('id', '=', serviceId)
    .executeTakeFirst()
  if (!service || (!service.active && serviceId !== before.service_id))
    throw invalid({ serviceId: appointmentTexts.noService })
  const givers = await trx
    .selectFrom('service_people')
    .select('employee_id')
    .where('service_id', '=', serviceId)
    .execute()
  if (givers.length > 0 && !givers.some(each => each.employee_id === employeeId))
    throw invalid({ employeeId: appointmentTexts.notGiven })
}

/**
 * Runs an update that may meet the constraints. The database decides between two changes to the same time:
 * the later one gets `TimeTakenError`.
 */
async function takingTime<T>(
  trx: Trx,
  companyId: string,
  wanted: TimeTakenError['wanted'],
  update: () => Promise<T>
): Promise<T> {
  // The constraint decides. Many concurrent changes into one time would wait for each other's rows, until PostgreSQL
  // aborts one a second later, and then the next; the lock lets them pass one by one.
  await takeLocks(trx, companyId, `times of ${wanted.employeeId}`)
  // Bookings take no such lock, and may get the seat that was free a moment ago; there may be another.
  for (let seats = 0; ; seats++) {
    await sql`savepoint place`.execute(trx)
    try {
      return await update()
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined
      if (code === '23505' && seats < maxSeats) await sql`rollback to savepoint place`.execute(trx)
      else throw code === '23P01' || code === '23505' ? new TimeTakenError(wanted) : error
    }
  }
}

/**
 * Writes a line into the timeline of the appointment's lead, and announces it to the screens that show it and to the
 * worker.
 */
export async function noteInHistory(trx: Trx, companyId: string, id: string, line: string, author: Author) {
  const changes = JSON.stringify([{ id, told: line, actorId: author.id, actorName: author.name }]) // english: an argument of the SQL
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
  await refuseService(trx, row, wanted)
  const moved = Date.parse(wanted.start) !== Date.parse(row.starts_at)
  const withAnother = change.leadId !== undefined && change.leadId !== row.lead_id
  const { guestName, guestEmail, guestPhone } = guestColumns(change.guest ?? null)
  const guest =
    change.guest !== undefined
      ? { guest_name: guestName, guest_email: guestEmail, guest_phone: guestPhone }
      : // Another lead comes in person, until somebody says otherwise.
        withAnother && { guest_name: null, guest_email: null, guest_phone: null }
  const after = await takingTime(trx, companyId, wanted, async () => {
    const place = takesTime(row.status) ? await placeOf(trx, companyId, id, wanted) : undefined
    return trx
      .updateTable('appointments')
      .set({
        ...(change.title !== undefined && { title: titleOf(change.title) }),
        ...(change.leadId !== undefined && { lead_id: change.leadId }),
        ...(change.channel !== undefined && { channel: change.channel }),
        ...(change.location !== undefined && { location: change.location }),
        ...(change.notes !== undefined && { notes: change.notes }),
        ...(change.message !== undefined && { message: change.message }),
        ...(change.answers !== undefined && { answers: JSON.stringify(change.answers) }),
        ...guest,
        starts_at: wanted.start,
        ends_at: wanted.end,
        time_zone: wanted.timezone,
        employee_id: wanted.employeeId,
        service_id: wanted.serviceId,
        ...place,
        // It was said of that time, by that person.
        ...((moved || withAnother) && { guest_confirmed_at: null }),
        version: sql<number>`version + 1`,
        updated_at: sql<string>`now()`
      })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
  })
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
    throw new AppError(
      'conflict',
      row.status === 'cancelled'
        ? appointmentTexts.cancelled
        : 'O agendamento mudou e isto não é mais possível. Atualize a página.'
    )
  if (move === 'no-show' && Date.parse(row.starts_at) > Date.now())
    throw new AppError('conflict', appointmentTexts.early)
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

/**
 * Cancels an appointment whose invitation somebody refused from another address than its guest's. A second
 * time changes nothing. Throws 409 where it was cancelled otherwise, or changed since that answer.
 */
export async function applyRefusal(trx: Trx, companyId: string, id: string, author: Author): Promise<Appointment> {
  const { status, reason, sequence, refused_by, refused_sequence } = await lockAppointment(trx, id, undefined)
  if (status === 'cancelled' && refused_by !== null && reason === appointmentTexts.refusedByAnother)
    return shown(trx, id)
  if (status === 'cancelled') throw new AppError('conflict', appointmentTexts.cancelled)
  if (refused_by === null || refused_sequence !== sequence)
    throw new AppError('conflict', appointmentTexts.refusalOutdated)
  return moveAppointment(trx, companyId, id, 'cancel', { reason: appointmentTexts.refusedByAnother }, author)
}

/** Notes that the guest confirmed. */
export const noteGuestConfirmed = (trx: Trx, id: string) =>
  trx.updateTable('appointments').set({ guest_confirmed_at: sql<string>`now()` }).where('id', '=', id).execute()

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
  await takingTime(trx, companyId, wanted, async () => {
    const place = await placeOf(trx, companyId, id, wanted)
    await trx
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
  })
  await retakeSession(trx, companyId, id)
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
