import { sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import { AppError } from '../../core/errors.ts'
import { announceCalendar, checkHours, isOfTeam, maxRows } from './checks.ts'
import { toSpecialDay } from './daysOff.ts'
import { zoneOf } from './queries.ts'
import { type ReminderTemplate, usualHours, usualReminders } from './rules.ts'
import type { CalendarSettings, CalendarSettingsChange } from './schema.ts'

export async function readSettings(trx: Trx): Promise<CalendarSettings> {
  const timezone = await zoneOf(trx)
  const row = await trx.selectFrom('calendar_settings').selectAll().executeTakeFirst()
  const people = await trx.selectFrom('person_hours').select(['employee_id', 'hours']).orderBy('employee_id').execute()
  const days = await trx
    .selectFrom('special_days')
    .selectAll()
    .where('last_day', '>=', sql<string>`current_date - 400`)
    .orderBy('first_day')
    .orderBy('id')
    .limit(maxRows.specialDays)
    .execute()
  return {
    timezone,
    hours: row?.hours ?? usualHours,
    nationalHolidays: row?.national_holidays ?? true,
    noShowUsesSession: row?.no_show_uses_session ?? true,
    reminders: row?.reminders ?? [...usualReminders],
    reminderTemplate: row?.reminder_template ?? null,
    people: people.map(({ employee_id, hours }) => ({ employeeId: employee_id, hours })),
    specialDays: days.map(toSpecialDay)
  }
}

export async function changeSettings(
  trx: Trx,
  companyId: string,
  { hours, nationalHolidays, noShowUsesSession, reminders }: CalendarSettingsChange,
  /** The template of the change as the provider has it; undefined: it stays. */
  template?: ReminderTemplate | null
): Promise<CalendarSettings> {
  if (hours) checkHours(hours)
  const set = {
    ...(hours && { hours: JSON.stringify(hours) }),
    ...(nationalHolidays !== undefined && { national_holidays: nationalHolidays }),
    ...(noShowUsesSession !== undefined && { no_show_uses_session: noShowUsesSession }),
    ...(reminders !== undefined && { reminders: [...new Set(reminders)] }),
    ...(template !== undefined && { reminder_template: template && JSON.stringify(template) })
  }
  await trx
    .insertInto('calendar_settings')
    .values({ company_id: companyId, hours: JSON.stringify(usualHours), ...set })
    .onConflict(conflict => conflict.column('company_id').doUpdateSet({ ...set, updated_at: sql<string>`now()` }))
    .execute()
  // The reminders of future appointments are computed again.
  if (reminders !== undefined || template)
    await sql`
      update appointment_guests g set due_at = now() from appointments a
      where g.company_id = ${companyId} and a.company_id = g.company_id and a.id = g.appointment_id
        and a.starts_at > now() and a.status = 'confirmed' and (g.due_at is null or g.due_at > now())`.execute(trx)
  await announceCalendar(trx, companyId)
  return readSettings(trx)
}

/** Sets the hours of a person; null: they work the company's. */
export async function setPersonHours(
  trx: Trx,
  companyId: string,
  employeeId: string,
  hours: CalendarSettings['hours'] | null
): Promise<CalendarSettings> {
  if (!(await isOfTeam(trx, employeeId))) throw new AppError('notFound', 'Pessoa não encontrada.')
  if (hours === null) await trx.deleteFrom('person_hours').where('employee_id', '=', employeeId).execute()
  else {
    checkHours(hours)
    const text = JSON.stringify(hours)
    await trx
      .insertInto('person_hours')
      .values({ company_id: companyId, employee_id: employeeId, hours: text })
      .onConflict(conflict => conflict.columns(['company_id', 'employee_id']).doUpdateSet({ hours: text }))
      .execute()
  }
  await announceCalendar(trx, companyId)
  return readSettings(trx)
}
