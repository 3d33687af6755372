import { sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import { AppError } from '../../core/errors.ts'
import type { Author } from '../../core/viewer.ts'
import { dayAt } from '../../core/zones/rules.ts'
import { readAvailability } from './availability.ts'
import { moveAppointment } from './changes.ts'
import { announceCalendar } from './checks.ts'
import { findAppointments, zoneOf } from './queries.ts'
import type { Affected, Appointment } from './schema.ts'
import { closedAt } from './slots.ts'
import type {} from './tables.ts'

/** Appointments of one answer, and days ahead that are looked at: nothing is booked further on. */
const [maxAffected, daysAhead] = [500, 370]

/** A change takes booked times away, and nobody has said what becomes of them: nothing is stored. */
export class AffectedError extends AppError {
  readonly ids: string[]

  constructor(ids: string[]) {
    const n = ids.length
    super('conflict', n === 1 ? 'Há 1 agendamento neste período.' : `Há ${n} agendamentos neste período.`, {
      code: 'APPOINTMENTS_AFFECTED'
    })
    this.ids = ids
  }
}

type Coming = { id: string; employeeId: string; start: number; end: number }

/** A time of a person that is taken away. */
type Block = { employeeId: string; start: string; end: string }

/** The appointments that stand and have not begun, of everybody or of one person. */
async function comingOf(trx: Trx, employeeId: string | null): Promise<Coming[]> {
  const rows = await trx
    .selectFrom('appointments')
    .select(['id', 'employee_id', 'starts_at', 'ends_at'])
    .where('status', 'in', ['requested', 'confirmed'])
    .where('starts_at', '>', sql<string>`now()`)
    .where('starts_at', '<', sql<string>`now() + ${daysAhead} * interval '1 day'`)
    .$if(employeeId !== null, query => query.where('employee_id', '=', employeeId ?? ''))
    .orderBy('starts_at')
    .orderBy('id')
    .execute()
  return rows.map(row => ({
    id: row.id,
    employeeId: row.employee_id,
    start: Date.parse(row.starts_at),
    end: Date.parse(row.ends_at)
  }))
}

/** Those of the appointments for which their person works, by the hours and days as they are stored. */
async function openOf(trx: Trx, coming: readonly Coming[]): Promise<Set<string>> {
  const last = coming.at(-1)
  if (!last) return new Set()
  const zone = await zoneOf(trx)
  const now = Date.now()
  const days = { from: dayAt(now, zone), to: dayAt(last.end, zone) }
  const availability = await readAvailability(trx, days, now)
  const people = new Map(availability.people.map(person => [person.id, person]))
  return new Set(
    coming.flatMap(({ id, employeeId, start, end }) => {
      const person = people.get(employeeId)
      return person && closedAt(availability, person, { start, end }, { usual: false }) === null ? [id] : []
    })
  )
}

/**
 * Makes a change that may take booked times away, in the scope `everything`. Throws `AffectedError`, so that nothing is
 * stored, where it takes some away and `affected` does not say what becomes of each: it is kept, cancelled with the
 * reason, or its guest is asked to choose another time.
 */
export async function takingAway<T>(
  trx: Trx,
  companyId: string,
  {
    of = null,
    block,
    reason,
    affected
  }: { of?: string | null; block?: Block; reason: string | null; affected: Affected | undefined },
  change: () => Promise<T>,
  author: Author
): Promise<T> {
  const coming = await comingOf(trx, block?.employeeId ?? of)
  const before = block ? new Set(coming.map(({ id }) => id)) : await openOf(trx, coming)
  const changed = await change()
  const after = block ? outside(coming, block) : await openOf(trx, coming)
  const ids = coming.flatMap(({ id }) => (before.has(id) && !after.has(id) ? [id] : [])).slice(0, maxAffected)
  const actionOf = (id: string) =>
    typeof affected === 'string' ? affected : affected?.find(each => each.id === id)?.action
  if (ids.some(id => actionOf(id) === undefined)) throw new AffectedError(ids)
  for (const id of ids) {
    const action = actionOf(id)
    if (action === 'cancel') await moveAppointment(trx, companyId, id, 'cancel', { reason }, author)
    if (action === 'reschedule') await askToMove(trx, id, reason)
  }
  if (ids.length > 0) await announceCalendar(trx, companyId)
  return changed
}

const outside = (coming: readonly Coming[], { start, end }: Block): Set<string> =>
  new Set(coming.flatMap(each => (each.end <= Date.parse(start) || each.start >= Date.parse(end) ? [each.id] : [])))

/** Has the guest be asked for another time; the appointment stands until then. */
const askToMove = (trx: Trx, id: string, reason: string | null) =>
  trx
    .updateTable('appointments')
    .set({
      reschedule_asked_at: sql<string>`now()`,
      reason,
      version: sql<number>`version + 1`,
      updated_at: sql<string>`now()`
    })
    .where('id', '=', id)
    .execute()

/** Appointments that stand and overlap what a calendar elsewhere says of their person. */
export async function listConflicts(trx: Trx): Promise<Appointment[]> {
  const { rows } = await sql<{ id: string }>`
    select a.id from appointments a
    where a.status in ('requested', 'confirmed') and a.starts_at > now() and exists (
      select from external_times x where x.company_id = a.company_id and x.employee_id = a.employee_id
        and x.starts_at < a.ends_at and x.ends_at > a.starts_at)
    order by a.starts_at, a.id limit ${maxAffected}`.execute(trx)
  return findAppointments(
    trx,
    rows.map(({ id }) => id)
  )
}
