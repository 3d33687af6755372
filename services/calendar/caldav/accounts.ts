import { type Selectable, sql } from 'kysely'
import type { Config } from '../../core/config.ts'
import type { Trx } from '../../core/db.ts'
import { AppError, invalid } from '../../core/errors.ts'
import { announce } from '../../core/events.ts'
import { publish, scheduledRun } from '../../core/jobs.ts'
import { currentKeyId, seal, unseal } from '../../core/secrets.ts'
import type { Tables } from '../../core/tables.ts'
import { unstorable } from '../../core/text.ts'
import { addressOf, sealedAddress } from '../appointments/external.ts'
import type {} from '../appointments/tables.ts'
import type { Login, RemoteCalendar } from './client.ts'
import type { CaldavAccount, CaldavChoice, NewCaldavAccount } from './schema.ts'
import type {} from './tables.ts'

export type Account = Selectable<Tables['caldav_accounts']>

/** The limit for one person. */
const maxAccounts = 3

const addressPlace = (row: string) => ({ field: 'caldav_accounts.address', row })
const passwordPlace = (row: string) => ({ field: 'caldav_accounts.password', row })

export const loginOf = (config: Config, { id, address, username, password }: Account): Login => ({
  url: unseal(config, address, addressPlace(id)),
  username,
  password: unseal(config, password, passwordPlace(id))
})

/** The account as it is entered. Throws 400 for an address that is not one of the web, with https. */
export function readLogin({ url: text, username, password, name }: NewCaldavAccount): Login {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : null
  if (!url || url.username || url.password || unstorable(text))
    throw invalid({ url: 'Cole o endereço completo do servidor, que começa com https://.' })
  if (url.protocol !== 'https:') throw invalid({ url: 'O endereço precisa começar com https://.' })
  if (unstorable(username) || unstorable(password)) throw invalid({ username: 'Há caracteres inválidos.' })
  if (!name.trim() || unstorable(name)) throw invalid({ name: 'Dê um nome à conta.' })
  return { url: url.href, username, password }
}

/** A person's accounts, in the order in which they were added. */
export async function listAccounts(trx: Trx, config: Config, employeeId: string): Promise<CaldavAccount[]> {
  const rows = await trx
    .selectFrom('caldav_accounts')
    .selectAll()
    .where('employee_id', '=', employeeId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const blocking = await trx
    .selectFrom('external_calendars')
    .select(['id', 'account_id', 'address', 'error'])
    .where('employee_id', '=', employeeId)
    .where('account_id', 'is not', null)
    .execute()
  const addressed = blocking.map(row => ({ ...row, href: addressOf(config, row) }))
  return rows.map(row => ({
    id: row.id,
    name: row.name,
    host: new URL(loginOf(config, row).url).host,
    username: row.username,
    calendars: row.calendars.map(({ href, name }) => {
      const block = addressed.find(each => each.account_id === row.id && each.href === href)
      return { href, name, blocks: block !== undefined, error: block?.error ?? null }
    }),
    receives: row.receives,
    goodAt: row.good_at,
    error: row.error
  }))
}

/** Throws 404 where the account is not the person's. */
export async function findAccount(trx: Trx, config: Config, employeeId: string, id: string): Promise<CaldavAccount> {
  const found = (await listAccounts(trx, config, employeeId)).find(each => each.id === id)
  if (!found) throw new AppError('notFound', 'Isto já foi excluído.')
  return found
}

/** Adds an account with the calendars that were found in it. Throws 409 beyond the limit. */
export async function addAccount(
  trx: Trx,
  config: Config,
  { companyId, employeeId }: { companyId: string; employeeId: string },
  name: string,
  { url, username, password }: Login,
  calendars: readonly RemoteCalendar[]
): Promise<CaldavAccount> {
  // Held, so that two at once do not exceed the number.
  await trx.selectFrom('employees').select('id').where('id', '=', employeeId).forUpdate().executeTakeFirst()
  if ((await listAccounts(trx, config, employeeId)).length >= maxAccounts)
    throw new AppError('conflict', `Você pode conectar até ${maxAccounts} contas. Exclua uma antes.`)
  const { id } = await trx
    .insertInto('caldav_accounts')
    .values({
      company_id: companyId,
      employee_id: employeeId,
      name: name.trim(),
      address: '',
      password: '',
      username,
      calendars: JSON.stringify(calendars)
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx
    .updateTable('caldav_accounts')
    .set({ address: seal(config, url, addressPlace(id)), password: seal(config, password, passwordPlace(id)) })
    .where('id', '=', id)
    .execute()
  return findAccount(trx, config, employeeId, id)
}

/**
 * Chooses the calendars whose times block, and the one that gets the appointments. Another one than before gets all of
 * them; what stands in the old one stays there. Throws 400 for a calendar that the account has not.
 */
export async function chooseCalendars(
  trx: Trx,
  config: Config,
  { companyId, employeeId }: { companyId: string; employeeId: string },
  id: string,
  { blocks, receives }: CaldavChoice
): Promise<CaldavAccount> {
  await trx.selectFrom('caldav_accounts').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
  const before = await findAccount(trx, config, employeeId, id)
  const has = (href: string) => before.calendars.some(each => each.href === href)
  if (!blocks.every(has) || (receives !== null && !has(receives)))
    throw invalid({ receives: 'Esta agenda não é da conta. Conecte-a de novo.' })
  const rows = await trx
    .selectFrom('external_calendars')
    .select(['id', 'address'])
    .where('account_id', '=', id)
    .where('employee_id', '=', employeeId)
    .execute()
  const blocking = new Map(rows.map(row => [addressOf(config, row), row.id]))
  const gone = [...blocking].filter(([href]) => !blocks.includes(href)).map(([, row]) => row)
  if (gone.length > 0) await trx.deleteFrom('external_calendars').where('id', 'in', gone).execute()
  for (const href of new Set(blocks)) {
    if (blocking.has(href)) continue
    const name = before.calendars.find(each => each.href === href)?.name ?? 'Agenda'
    const row = await trx
      .insertInto('external_calendars')
      .values({
        company_id: companyId,
        employee_id: employeeId,
        account_id: id,
        name,
        address: '',
        due_at: sql<string>`now()`
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await trx
      .updateTable('external_calendars')
      .set({ address: sealedAddress(config, row.id, href) })
      .where('id', '=', row.id)
      .execute()
  }
  if (receives !== before.receives) {
    await trx.deleteFrom('caldav_entries').where('account_id', '=', id).execute()
    await trx
      .updateTable('caldav_accounts')
      .set({ receives, due_at: sql<string>`now()`, error: null, failures: 0 })
      .where('id', '=', id)
      .execute()
  }
  await publish(trx, scheduledRun('caldav'), { requested: true })
  await announce(trx, { companyId, kind: 'calendar-changed', data: {} })
  return findAccount(trx, config, employeeId, id)
}

/** Forgets an account with the times of its calendars; what was written there stays. False where it is not there. */
export async function removeAccount(trx: Trx, companyId: string, employeeId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('caldav_accounts')
    .where('id', '=', id)
    .where('employee_id', '=', employeeId)
    .executeTakeFirst()
  if (numDeletedRows > 0n) await announce(trx, { companyId, kind: 'calendar-changed', data: {} })
  return numDeletedRows > 0n
}

/** Seals addresses and passwords again with the current key. */
export async function resealAccounts(trx: Trx, config: Config): Promise<number> {
  const current = `${currentKeyId(config)}.%`
  const rows = await trx
    .selectFrom('caldav_accounts')
    .selectAll()
    .where(({ or, eb }) => or([eb('address', 'not like', current), eb('password', 'not like', current)]))
    .forUpdate()
    .execute()
  for (const row of rows) {
    const { url, password } = loginOf(config, row)
    await trx
      .updateTable('caldav_accounts')
      .set({
        address: seal(config, url, addressPlace(row.id)),
        password: seal(config, password, passwordPlace(row.id))
      })
      .where('id', '=', row.id)
      .execute()
  }
  return rows.length
}
