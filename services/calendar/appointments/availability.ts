import { sql } from 'kysely'
import type {} from '../../account/employees/queries.ts'
import type { Trx } from '../../core/db.ts'
import { AppError, invalid } from '../../core/errors.ts'
import { dayAt, momentOf } from '../../core/zones/rules.ts'
import { zoneOf } from './queries.ts'
import { appointmentTexts, serviceDefaults, usualHours } from './rules.ts'
import type { SlotQuery } from './schema.ts'
import {
  type Availability,
  type Busy,
  type DaySlots,
  freeSlots,
  nextSlots,
  type SlotClass,
  type SlotService
} from './slots.ts'
import type {} from './tables.ts'

const day = 86_400_000
const minute = 60_000

/**
 * The scope in which free times are read: a person who sees only some leads must not book over the others, and an
 * appointment takes its time although its lead is held or deleted. Only the times leave it.
 */
export const everything = (companyId: string) => ({ id: companyId, held: true, deleted: true })

/** Days that one answer may cover. */
export const maxDays = 62

/**
 * The free times of a service, or of so many minutes, by day; in the scope `everything`. With `step` in its minutes
 * instead of the service's, for people of the team, who book what they agreed on.
 */
export async function readSlots(trx: Trx, query: SlotQuery, now = Date.now(), step?: number) {
  const { from, to } = query
  if (from > to) throw invalid({ to: 'O último dia vem antes do primeiro.' })
  if (Date.parse(to) - Date.parse(from) >= maxDays * day)
    throw invalid({ to: `Peça no máximo ${maxDays} dias de cada vez.` })
  const read = await readAvailability(trx, query, now)
  const service = step === undefined ? read.service : { ...read.service, stepMinutes: step }
  return { timezone: read.timeZone, minutes: service.minutes, days: freeSlots({ ...read, service }) }
}

/**
 * The next three free times in place of one that somebody else just took, of that person or of anybody; none for a time
 * longer than a day.
 */
export async function slotsInstead(
  trx: Trx,
  wanted: { start: string; end: string; employeeId?: string; serviceId: string | null },
  now = Date.now()
) {
  const minutes = Math.ceil((Date.parse(wanted.end) - Date.parse(wanted.start)) / minute)
  if (minutes > 1440) return { minutes, slots: [] }
  const zone = await zoneOf(trx)
  const start = Math.max(Date.parse(wanted.start), now)
  const query = {
    ...(wanted.serviceId !== null && { serviceId: wanted.serviceId }),
    ...(wanted.employeeId !== undefined && { employeeId: wanted.employeeId }),
    minutes: String(Math.max(1, minutes)),
    from: dayAt(start, zone),
    to: dayAt(start, zone, 14)
  }
  const availability = await readAvailability(trx, query, now)
  const days: DaySlots[] = freeSlots(availability)
  return { minutes: availability.service.minutes, slots: nextSlots(days, start) }
}

/** Everything by which the times of people are free or not; in the scope `everything`. */
export async function readAvailability(
  trx: Trx,
  { serviceId, employeeId, minutes, appointmentId, from, to }: SlotQuery,
  now: number
): Promise<Availability> {
  const timeZone = await zoneOf(trx)
  const service = await readService(trx, serviceId, minutes)
  const people = await givers(trx, serviceId, employeeId)
  const begin = new Date(momentOf(Date.parse(from), timeZone)).toISOString()
  const end = new Date(momentOf(Date.parse(to) + day, timeZone)).toISOString()
  const settings = await trx.selectFrom('calendar_settings').selectAll().executeTakeFirst()
  const own = await trx
    .selectFrom('person_hours')
    .selectAll()
    .where(sql<boolean>`employee_id = any (${people})`)
    .execute()
  const specialDays = await trx
    .selectFrom('special_days')
    .selectAll()
    .where('last_day', '>=', from)
    .where('first_day', '<=', to)
    .orderBy('id')
    .execute()
  const busy = await readBusy(trx, people, begin, end, appointmentId)
  const classes = await readClasses(trx)
  return {
    timeZone,
    service,
    hours: settings?.hours ?? usualHours,
    people: people.map(id => ({
      id,
      hours: own.find(each => each.employee_id === id)?.hours ?? null,
      busy: busy.get(id) ?? []
    })),
    specialDays: specialDays.map(each => ({
      employeeId: each.employee_id,
      firstDay: each.first_day,
      lastDay: each.last_day,
      name: each.name,
      hours: each.hours
    })),
    nationalHolidays: settings?.national_holidays ?? true,
    classes,
    from,
    to,
    now
  }
}

async function readService(trx: Trx, id: string | undefined, minutes: string | undefined): Promise<SlotService> {
  const length = minutes === undefined ? undefined : Number(minutes)
  // Without a service the team plans for itself: no notice, and no limit ahead.
  if (id === undefined)
    return {
      ...serviceDefaults,
      id: null,
      sessions: [],
      minutes: length ?? serviceDefaults.minutes,
      stepMinutes: (length ?? serviceDefaults.minutes) < 30 ? 15 : 30,
      noticeMinutes: 0,
      windowDays: 3660
    }
  const row = await trx
    .selectFrom('appointment_services')
    .selectAll()
    .where('id', '=', id)
    .where('active', '=', true)
    .executeTakeFirst()
  if (!row) throw new AppError('notFound', appointmentTexts.noService)
  return {
    id,
    minutes: length ?? row.minutes,
    stepMinutes: row.step_minutes,
    bufferBefore: row.buffer_before,
    bufferAfter: row.buffer_after,
    capacity: row.capacity,
    noticeMinutes: row.notice_minutes,
    windowDays: row.window_days,
    dailyCap: row.daily_cap,
    sessions: row.sessions
  }
}

/** The services that are given at times of their own. */
async function readClasses(trx: Trx): Promise<SlotClass[]> {
  const rows = await trx
    .selectFrom('appointment_services as s')
    .select(['s.id', 's.minutes', 's.buffer_before', 's.buffer_after', 's.sessions'])
    .select(
      sql<string[]>`array(select p.employee_id from service_people p where p.company_id = s.company_id
        and p.service_id = s.id)`.as('people')
    )
    .where('s.active', '=', true)
    .where(sql<boolean>`s.sessions <> '[]'`)
    .execute()
  return rows.map(({ id, minutes, buffer_before, buffer_after, sessions, people }) => ({
    id,
    minutes,
    bufferBefore: buffer_before,
    bufferAfter: buffer_after,
    sessions,
    giver: people.length === 1 ? (people[0] ?? null) : null
  }))
}

/** The people who give the service: those named, else everybody active. */
async function givers(trx: Trx, serviceId: string | undefined, employeeId: string | undefined): Promise<string[]> {
  const named = serviceId
    ? await trx.selectFrom('service_people').select('employee_id').where('service_id', '=', serviceId).execute()
    : []
  const people = await trx
    .selectFrom('employees')
    .select('id')
    .where('active', '=', true)
    .$if(named.length > 0, query =>
      query.where(
        'id',
        'in',
        named.map(each => each.employee_id)
      )
    )
    .$if(employeeId !== undefined, query => query.where('id', '=', employeeId ?? ''))
    .orderBy('name')
    .orderBy('id')
    .limit(200)
    .execute()
  return people.map(({ id }) => id)
}

/** True where something takes the person's time between two moments. In the scope `everything`. */
export async function isBusy(trx: Trx, employeeId: string, begin: Date, end: Date): Promise<boolean> {
  return (await readBusy(trx, [employeeId], begin.toISOString(), end.toISOString())).size > 0
}

/** Everything that takes people's time between two moments, except an appointment that is to be moved. */
async function readBusy(
  trx: Trx,
  people: readonly string[],
  begin: string,
  end: string,
  except?: string
): Promise<Map<string, Busy[]>> {
  const { rows } = await sql<{ person: string; start: string; end: string; service: string | null; at: string | null }>`
    select a.employee_id as person, lower(a.during) as start, upper(a.during) as "end", a.service_id as service,
      a.starts_at as at
    from appointments a
    where a.employee_id = any (${people}) and a.status in ('requested', 'confirmed')
      and a.id is distinct from ${except ?? null}
      -- None is longer than seven days, with a buffer of four hours at each end.
      and a.starts_at > ${begin}::timestamptz - interval '8 days' and a.starts_at < ${end}::timestamptz + interval '1 day'
      and a.during && tstzrange(${begin}, ${end})
    union all
    select b.employee_id, b.starts_at, b.ends_at, null, null from blocked_times b
    where b.employee_id = any (${people}) and b.ends_at > ${begin} and b.starts_at < ${end}
    union all
    select x.employee_id, x.starts_at, x.ends_at, null, null from external_times x
    where x.employee_id = any (${people}) and x.ends_at > ${begin} and x.starts_at < ${end}`.execute(trx)
  const busy = new Map<string, Busy[]>()
  for (const row of rows) {
    const list = busy.get(row.person) ?? []
    busy.set(row.person, list)
    list.push({
      start: Date.parse(row.start),
      end: Date.parse(row.end),
      ...(row.at !== null && { serviceId: row.service, at: Date.parse(row.at) })
    })
  }
  return busy
}
