import type { Trx } from '../../core/db.ts'
import { AppError } from '../../core/errors.ts'
import type { Author } from '../../core/viewer.ts'
import { dayAt, wallAt } from '../../core/zones/rules.ts'
import { readAvailability } from './availability.ts'
import { bookTimes } from './book.ts'
import { changeAppointment, moveAppointment } from './changes.ts'
import { checkTimes, findAppointment, listAppointments, zoneOf } from './queries.ts'
import { repeated, shifted } from './repeat.ts'
import { takesTime } from './rules.ts'
import type { Appointment, AppointmentChange, NewSeries, SeriesConflict, SeriesScope } from './schema.ts'
import { closedAt, isFree } from './slots.ts'

type Times = { start: string; end: string }

/** Some times of a series cannot be, and none was to be left out: nothing is stored. */
export class SeriesRefusedError extends AppError {
  readonly conflicts: SeriesConflict[]

  constructor(conflicts: SeriesConflict[]) {
    const n = conflicts.length
    super('conflict', n === 1 ? 'Um dos horários não está livre.' : `${n} dos horários não estão livres.`, {
      code: 'SERIES_CONFLICTS'
    })
    this.conflicts = conflicts
  }
}

const takenText = 'Já há um compromisso neste horário.'

/** The times of a new series, and those of them that cannot be, and why; in the scope `everything`. */
export async function planSeries(
  trx: Trx,
  { start, end, rule, employeeId, serviceId = null, timezone }: NewSeries,
  now = Date.now()
): Promise<{ times: Times[]; conflicts: SeriesConflict[] }> {
  checkTimes({ start, end, ...(timezone !== undefined && { timezone }) })
  const zone = await zoneOf(trx)
  const times = repeated({ start, end }, rule, zone)
  const last = times.at(-1) ?? { start, end }
  const minutes = String(Math.min(1440, Math.max(1, Math.round((Date.parse(end) - Date.parse(start)) / 60_000))))
  const days = { from: dayAt(Date.parse(start), zone), to: dayAt(Date.parse(last.end), zone) }
  const query = { ...(serviceId !== null && { serviceId }), employeeId, minutes, ...days }
  const availability = await readAvailability(trx, query, now)
  const person = availability.people.find(({ id }) => id === employeeId)
  // A person who does not work here, or does not give the service, is refused when it is booked.
  if (!person) return { times, conflicts: [] }
  const span = (time: Times) => ({ start: Date.parse(time.start), end: Date.parse(time.end) })
  const usual = closedAt(availability, person, span({ start, end }), { usual: false }) !== null
  const conflicts = times.flatMap(time => {
    const closed = closedAt(availability, person, span(time), { usual })
    const free = isFree(person.busy, availability.service, Date.parse(time.start))
    const reason = closed ?? (free ? null : takenText)
    return reason === null ? [] : [{ ...time, reason }]
  })
  return { times, conflicts }
}

/**
 * Books an appointment again and again. Times that cannot be are left out with `skip`; with `refuse`, and where none is
 * left, throws `SeriesRefusedError`.
 */
export async function bookSeries(
  trx: Trx,
  companyId: string,
  { rule, onConflict, ...input }: NewSeries,
  { times, conflicts }: { times: readonly Times[]; conflicts: readonly SeriesConflict[] },
  author: Author
): Promise<{ data: { id: string; appointments: Appointment[] }; conflicts: SeriesConflict[] }> {
  const free = times.filter(time => !conflicts.some(each => each.start === time.start))
  if (conflicts.length > 0 && (onConflict === 'refuse' || free.length === 0))
    throw new SeriesRefusedError([...conflicts])
  const { id } = await trx
    .insertInto('appointment_series')
    .values({ company_id: companyId, rule })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { booked, taken } = await bookTimes(trx, companyId, input, { times: free, seriesId: id }, author)
  const all = [...conflicts, ...taken.map(time => ({ ...time, reason: takenText }))].sort((a, b) =>
    a.start.localeCompare(b.start)
  )
  if (taken.length > 0 && (onConflict === 'refuse' || booked.length === 0)) throw new SeriesRefusedError(all)
  return { data: { id, appointments: await listAppointments(trx, { series: id }) }, conflicts: all }
}

/** The others of a series that a change of one of them reaches: those that take time and have not begun. */
async function othersOf(
  trx: Trx,
  { id, series, start }: Appointment,
  scope: SeriesScope,
  now: number
): Promise<Appointment[]> {
  if (!series || scope === 'one') return []
  const after = scope === 'following' ? Date.parse(start) : now
  return (await listAppointments(trx, { series: series.id })).filter(
    each => each.id !== id && takesTime(each.status) && Date.parse(each.start) > Math.max(after, now)
  )
}

/**
 * Changes an appointment and, by the scope, others of its series. A new time moves all by as many days and to the same
 * clock time; one that was moved alone keeps its time, and takes the rest. The past stays.
 */
export async function changeSeries(
  trx: Trx,
  companyId: string,
  id: string,
  { scope = 'one', ...change }: AppointmentChange,
  author: Author,
  now = Date.now()
): Promise<Appointment> {
  const before = await findAppointment(trx, id)
  const others = before ? await othersOf(trx, before, scope, now) : []
  if (!before || others.length === 0) return changeAppointment(trx, companyId, id, change, author)
  const zone = await zoneOf(trx)
  const start = change.start ?? before.start
  const length = Date.parse(change.end ?? before.end) - Date.parse(start)
  const dayOf = (at: string) => Date.parse(dayAt(Date.parse(at), zone))
  const byDays = Math.round((dayOf(start) - dayOf(before.start)) / 86_400_000)
  const clock = wallAt(Date.parse(start), zone) - dayOf(start)
  const moves = change.start !== undefined || change.end !== undefined
  const byRule = new Set(await unmovedOf(trx, others))
  const { start: _, end: __, version: ___, ...texts } = change
  const timesOf = (each: Appointment): Partial<Times> => {
    if (!moves || !byRule.has(each.id)) return {}
    const moved = shifted(each.start, byDays, clock, zone)
    return { start: moved, end: new Date(Date.parse(moved) + length).toISOString() }
  }
  const all = [
    { at: before.start, run: () => changeAppointment(trx, companyId, id, change, author) },
    ...others.map(each => ({
      at: each.start,
      run: () =>
        changeAppointment(trx, companyId, each.id, { ...texts, ...timesOf(each), version: each.version }, author)
    }))
  ].sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
  // Moved later, each would meet the next one that has not moved yet.
  const later = Date.parse(start) > Date.parse(before.start)
  for (const { run } of later ? all.toReversed() : all) await run()
  if (moves) await noteRuleTimes(trx, [id, ...byRule])
  return (await findAppointment(trx, id)) ?? before
}

/** Those that stand at the time that their rule has. */
async function unmovedOf(trx: Trx, appointments: readonly Appointment[]): Promise<string[]> {
  const rows = await trx
    .selectFrom('appointments')
    .select(['id', 'starts_at', 'series_at'])
    .where(
      'id',
      'in',
      appointments.map(({ id }) => id)
    )
    .execute()
  return rows
    .filter(row => row.series_at !== null && Date.parse(row.series_at) === Date.parse(row.starts_at))
    .map(({ id }) => id)
}

/** The rule has these times now. */
const noteRuleTimes = (trx: Trx, ids: readonly string[]) =>
  trx
    .updateTable('appointments')
    .set(({ ref }) => ({ series_at: ref('starts_at') }))
    .where('id', 'in', [...ids])
    .where('series_id', 'is not', null)
    .execute()

/** Cancels an appointment and, by the scope, others of its series; what is past stays. */
export async function cancelSeries(
  trx: Trx,
  companyId: string,
  id: string,
  scope: SeriesScope,
  author: Author,
  { version, reason }: { version?: number | undefined; reason?: string | null | undefined } = {},
  now = Date.now()
): Promise<Appointment> {
  const before = await findAppointment(trx, id)
  const others = before ? await othersOf(trx, before, scope, now) : []
  for (const each of others) await moveAppointment(trx, companyId, each.id, 'cancel', { reason }, author)
  return moveAppointment(trx, companyId, id, 'cancel', { version, reason }, author)
}
