import { sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import { AppError, invalid } from '../../core/errors.ts'
import { takeLocks } from '../../core/locks.ts'
import { dayAt } from '../../core/zones/rules.ts'
import { readSlots } from '../appointments/availability.ts'
import { announceCalendar } from '../appointments/checks.ts'
import { zoneOf } from '../appointments/queries.ts'
import { waitLimits, waitTexts } from './rules.ts'
import type { NewWait, Wait } from './schema.ts'
import type {} from './tables.ts'

/** People of one answer. */
const maxListed = 500

type Days = Pick<NewWait, 'serviceId' | 'employeeId' | 'from' | 'to'>

/** Throws 400 for days that nobody can wait for, and 409 where the service has a free time on them. */
export async function checkDays(trx: Trx, { serviceId, employeeId, from, to }: Days, now = Date.now()): Promise<void> {
  const today = dayAt(now, await zoneOf(trx))
  if (to < from) throw invalid({ to: waitTexts.backwards })
  if (to < today) throw invalid({ to: waitTexts.past })
  if (Date.parse(to) - Date.parse(from) >= waitLimits.days * 86_400_000) throw invalid({ to: waitTexts.tooLong })
  if (await firstFree(trx, { serviceId, employeeId, from, to }, now))
    throw new AppError('conflict', waitTexts.free, { code: 'TIMES_FREE' })
}

/** The first free time of the service in these days; null where there is none. In the scope `everything`. */
export async function firstFree(trx: Trx, { serviceId, employeeId, from, to }: Days, now = Date.now()) {
  const today = dayAt(now, await zoneOf(trx))
  const query = { serviceId, ...(employeeId && { employeeId }), from: from < today ? today : from, to }
  const { days } = await readSlots(trx, query, now)
  const [first] = days.flatMap(({ slots }) => slots)
  return first ? new Date(first.start).toISOString() : null
}

/** Puts a lead on the list; who waits for the same already keeps their place. Throws 409 beyond the limit. */
export async function addWait(
  trx: Trx,
  companyId: string,
  leadId: string,
  { serviceId, employeeId = null, from, to }: Days
): Promise<string> {
  await takeLocks(trx, companyId, `waits of ${leadId}`)
  const open = await trx
    .selectFrom('appointment_waits')
    .selectAll()
    .where('lead_id', '=', leadId)
    .where('notified_at', 'is', null)
    .where('left_at', 'is', null)
    .where('last_day', '>=', sql<string>`current_date - 1`)
    .execute()
  const same = open.find(
    wait =>
      wait.service_id === serviceId &&
      wait.employee_id === employeeId &&
      wait.first_day === from &&
      wait.last_day === to
  )
  if (same) return same.id
  if (open.length >= waitLimits.open) throw new AppError('conflict', waitTexts.tooMany)
  const { id } = await trx
    .insertInto('appointment_waits')
    .values({
      company_id: companyId,
      lead_id: leadId,
      service_id: serviceId,
      employee_id: employeeId,
      first_day: from,
      last_day: to
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await announceCalendar(trx, companyId)
  return id
}

/** Leaves the list. A second time changes nothing. */
export async function leaveWait(trx: Trx, companyId: string, id: string): Promise<void> {
  await trx
    .updateTable('appointment_waits')
    .set({ left_at: sql<string>`now()` })
    .where('id', '=', id)
    .where('left_at', 'is', null)
    .execute()
  await announceCalendar(trx, companyId)
}

/** Everybody who waits for a day to come, and who was notified of it lately; the longest waiting first. */
export async function listWaits(trx: Trx): Promise<Wait[]> {
  const { rows } = await sql<Wait>`
    select w.id, w.lead_id as "leadId", l.name as "leadName", l.phone as "leadPhone", w.service_id as "serviceId",
      s.name as "serviceName", w.employee_id as "employeeId", e.name as "employeeName", w.first_day as "from",
      w.last_day as "to", w.created_at as "createdAt", w.notified_at as "notifiedAt"
    from appointment_waits w
    join companies co on co.id = w.company_id
    join leads l on l.company_id = w.company_id and l.id = w.lead_id
    join appointment_services s on s.company_id = w.company_id and s.id = w.service_id
    left join employees e on e.company_id = w.company_id and e.id = w.employee_id
    where w.left_at is null and w.last_day >= (now() at time zone co.time_zone)::date
    order by w.created_at, w.id limit ${maxListed}`.execute(trx)
  return rows
}
