import { sql } from 'kysely'
import type { Config } from '../../core/config.ts'
import type { Trx } from '../../core/db.ts'
import { AppError, invalid } from '../../core/errors.ts'
import { announce } from '../../core/events.ts'
import { publish, scheduledRun } from '../../core/jobs.ts'
import { currentKeyId, seal, unseal } from '../../core/secrets.ts'
import { unstorable } from '../../core/text.ts'
import type { ExternalCalendar, NewExternalCalendar } from './schema.ts'
import type {} from './tables.ts'

/** The limit for one person. */
const maxCalendars = 5

const place = (id: string) => ({ field: 'external_calendars.address', row: id })

export const addressOf = (config: Config, { id, address }: { id: string; address: string }): string =>
  unseal(config, address, place(id))

/** An address as it is kept in the row of its calendar. */
export const sealedAddress = (config: Config, id: string, address: string): string => seal(config, address, place(id))

/** The address as it is called: `webcal:` means https. Throws 400 for any other. */
function readAddress(text: string): string {
  const address = text.trim().replace(/^webcals?:/i, 'https:')
  const url = URL.canParse(address) ? new URL(address) : null
  if (!url || url.username || url.password || unstorable(address))
    throw invalid({ url: 'Cole o endereço completo da agenda, que começa com https://.' })
  if (url.protocol !== 'https:') throw invalid({ url: 'O endereço precisa começar com https://.' })
  return url.href
}

/** A person's calendars elsewhere that were subscribed by their address, in the order in which they were added. */
export async function listExternalCalendars(trx: Trx, config: Config, employeeId: string): Promise<ExternalCalendar[]> {
  const rows = await trx
    .selectFrom('external_calendars as c')
    .selectAll('c')
    .select(
      sql<number>`(select count(*)::integer from external_times t where t.company_id = c.company_id
        and t.calendar_id = c.id and t.ends_at > now())`.as('times')
    )
    .where('c.employee_id', '=', employeeId)
    .where('c.account_id', 'is', null)
    .orderBy('c.created_at')
    .orderBy('c.id')
    .execute()
  return rows.map(row => ({
    id: row.id,
    name: row.name,
    host: new URL(addressOf(config, row)).host,
    checkedAt: row.checked_at,
    goodAt: row.good_at,
    error: row.error,
    warnings: row.warnings,
    times: row.times
  }))
}

/** Adds a calendar, which a worker then reads. */
export async function addExternalCalendar(
  trx: Trx,
  config: Config,
  companyId: string,
  employeeId: string,
  calendar: NewExternalCalendar
): Promise<ExternalCalendar> {
  const url = readAddress(calendar.url)
  const name = calendar.name.trim()
  if (!name || unstorable(name)) throw invalid({ name: 'Dê um nome à agenda.' })
  // Held, so that two at once do not exceed the number.
  await trx.selectFrom('employees').select('id').where('id', '=', employeeId).forUpdate().executeTakeFirst()
  const before = await listExternalCalendars(trx, config, employeeId)
  if (before.length >= maxCalendars)
    throw new AppError('conflict', `Você pode assinar até ${maxCalendars} agendas. Exclua uma antes.`)
  const { id } = await trx
    .insertInto('external_calendars')
    .values({ company_id: companyId, employee_id: employeeId, name, address: '', due_at: sql<string>`now()` })
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx
    .updateTable('external_calendars')
    .set({ address: sealedAddress(config, id, url) })
    .where('id', '=', id)
    .execute()
  await publish(trx, scheduledRun('external-calendars'), { requested: true })
  const after = await listExternalCalendars(trx, config, employeeId)
  return after.find(each => each.id === id) as ExternalCalendar
}

/** Takes away a calendar of the person with its times; false where it is not there. */
export async function removeExternalCalendar(
  trx: Trx,
  companyId: string,
  employeeId: string,
  id: string
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('external_calendars')
    .where('id', '=', id)
    .where('employee_id', '=', employeeId)
    .where('account_id', 'is', null)
    .executeTakeFirst()
  if (numDeletedRows > 0n) await announce(trx, { companyId, kind: 'calendar-changed', data: {} })
  return numDeletedRows > 0n
}

/** Seals addresses again with the current key. */
export async function resealAddresses(trx: Trx, config: Config): Promise<number> {
  const rows = await trx
    .selectFrom('external_calendars')
    .select(['id', 'address'])
    .where('address', 'not like', `${currentKeyId(config)}.%`)
    .forUpdate()
    .execute()
  for (const row of rows)
    await trx
      .updateTable('external_calendars')
      .set({ address: sealedAddress(config, row.id, addressOf(config, row)) })
      .where('id', '=', row.id)
      .execute()
  return rows.length
}
