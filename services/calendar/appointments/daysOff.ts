import { type Selectable, sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import { invalid } from '../../core/errors.ts'
import type { Tables } from '../../core/tables.ts'
import { announceCalendar, checkHours, checkTexts, maxRows, needPerson, needRoom } from './checks.ts'
import { appointmentTexts } from './rules.ts'
import type { BlockedTime, NewBlockedTime, NewSpecialDay } from './schema.ts'
import type {} from './tables.ts'

export const toSpecialDay = (row: Selectable<Tables['special_days']>) => ({
  id: row.id,
  employeeId: row.employee_id,
  firstDay: row.first_day,
  lastDay: row.last_day,
  name: row.name,
  hours: row.hours
})

export async function addSpecialDay(trx: Trx, companyId: string, day: NewSpecialDay) {
  checkTexts(day)
  checkHours(day.hours)
  if (!day.name.trim()) throw invalid({ name: 'Dê um nome a este dia.' })
  const length = Date.parse(day.lastDay) - Date.parse(day.firstDay)
  if (length < 0) throw invalid({ lastDay: 'O último dia vem antes do primeiro.' })
  if (length > 366 * 86_400_000) throw invalid({ lastDay: 'O período tem no máximo um ano.' })
  if (day.employeeId) await needPerson(trx, day.employeeId)
  await needRoom(trx, 'special_days', maxRows.specialDays)
  const row = await trx
    .insertInto('special_days')
    .values({
      company_id: companyId,
      employee_id: day.employeeId,
      first_day: day.firstDay,
      last_day: day.lastDay,
      name: day.name.trim(),
      hours: JSON.stringify(day.hours)
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await announceCalendar(trx, companyId)
  return toSpecialDay(row)
}

const toBlockedTime = (row: Omit<Selectable<Tables['blocked_times']>, 'company_id'>): BlockedTime => ({
  id: row.id,
  employeeId: row.employee_id,
  start: row.starts_at,
  end: row.ends_at,
  reason: row.reason,
  external: false
})

/** Blocked times that touch the days from `from` to `to` (UTC), in order, with those of calendars elsewhere. */
export async function listBlockedTimes(trx: Trx, from: string, to: string): Promise<BlockedTime[]> {
  const inDays = (table: 'blocked_times' | 'external_times') =>
    trx
      .selectFrom(table)
      .select(['id', 'employee_id', 'starts_at', 'ends_at'])
      .where('ends_at', '>', sql<string>`${from}::date - interval '1 day'`)
      .where('starts_at', '<', sql<string>`${to}::date + interval '2 days'`)
      .orderBy('starts_at')
      .orderBy('id')
      .limit(maxRows.blockedTimes)
  const own = await inDays('blocked_times').select('reason').execute()
  // The titles of these entries are private, and are not stored.
  const elsewhere = await inDays('external_times').execute()
  return [
    ...own.map(toBlockedTime),
    ...elsewhere.map(row => ({ ...toBlockedTime({ ...row, reason: 'Ocupado em outra agenda' }), external: true }))
  ].sort((a, b) => Date.parse(a.start) - Date.parse(b.start))
}

export async function addBlockedTime(trx: Trx, companyId: string, time: NewBlockedTime): Promise<BlockedTime> {
  checkTexts(time)
  const length = Date.parse(time.end) - Date.parse(time.start)
  if (!(length > 0)) throw invalid({ end: appointmentTexts.endsBefore })
  if (length > 366 * 86_400_000) throw invalid({ end: 'O período tem no máximo um ano.' })
  await needPerson(trx, time.employeeId)
  await needRoom(trx, 'blocked_times', maxRows.blockedTimes)
  const row = await trx
    .insertInto('blocked_times')
    .values({
      company_id: companyId,
      employee_id: time.employeeId,
      starts_at: time.start,
      ends_at: time.end,
      reason: time.reason?.trim() || null
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await announceCalendar(trx, companyId)
  return toBlockedTime(row)
}

/** False where there is none. */
export async function remove(
  trx: Trx,
  companyId: string,
  table: 'special_days' | 'blocked_times',
  id: string
): Promise<boolean> {
  const { numDeletedRows } = await trx.deleteFrom(table).where('id', '=', id).executeTakeFirst()
  if (numDeletedRows > 0n) await announceCalendar(trx, companyId)
  return numDeletedRows > 0n
}
