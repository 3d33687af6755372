import { Value } from '@sinclair/typebox/value'
import { sql } from 'kysely'
import { type AuditActor, audit } from '../audit/queries.ts'
import { type Db, signalAfterCommit, type Trx } from '../core/db.ts'
import type { Listener } from '../core/signals.ts'
import { Settings } from './schema.ts'

/** The settings as they are stored; what was never changed has its default. */
export async function readSettings(trx: Trx): Promise<Settings> {
  return settingsOf(await trx.selectFrom('settings').select(['key', 'value']).execute())
}

/** The same of rows that were read with something else. */
export function settingsOf(rows: readonly { key: string; value: unknown }[]): Settings {
  const stored = Object.fromEntries(rows.map(({ key, value }) => [key, value]))
  const settings = Value.Clean(Settings, Value.Default(Settings, stored))
  return Value.Check(Settings, settings) ? settings : Value.Create(Settings)
}

/** Stores what is given, in the caller's transaction, and tells every process. */
export async function storeSettings(trx: Trx, changes: Partial<Settings>, userId: string | null): Promise<void> {
  for (const [key, value] of Object.entries(changes))
    await trx
      .insertInto('settings')
      .values({ key, value: JSON.stringify(value), updated_by: userId })
      .onConflict(conflict =>
        conflict
          .column('key')
          .doUpdateSet({ value: JSON.stringify(value), updated_by: userId, updated_at: new Date().toISOString() })
      )
      .execute()
  signalAfterCommit(trx, 'settings')
}

/** Settings and plans are changed one after the other, so that the record tells what each change found. */
export const lockSettings = (trx: Trx) => sql`select pg_advisory_xact_lock(hashtext('settings'))`.execute(trx)

/**
 * Lets the public inputs take CNPJs with letters from the first company on that has one, whose CNPJ the transaction has
 * stored. Staff who turn that off again are not overruled by the next.
 */
export async function acceptLetters(trx: Trx, cnpj: string | null, by: AuditActor): Promise<void> {
  if (!cnpj || !/[A-Z]/.test(cnpj)) return
  await lockSettings(trx)
  const others = await trx
    .selectFrom('companies')
    .select('id')
    .where('cnpj', '~', '[A-Z]')
    .where('cnpj', '!=', cnpj)
    .limit(1)
    .executeTakeFirst()
  if (others || (await readSettings(trx)).alphanumericCnpj) return
  await storeSettings(trx, { alphanumericCnpj: true }, by.actorId)
  await audit(trx, {
    ...by,
    companyId: null,
    action: 'settings.changed',
    object: { type: 'settings', id: 'settings' },
    changes: { alphanumericCnpj: [false, true] }
  })
}

/** The settings as one process knows them: read once, and again when they change or after a minute. */
export function openSettings(db: Db, listener: Listener): () => Promise<Settings> {
  let cached: Promise<Settings> | undefined
  let until = 0
  listener.on('settings', () => (cached = undefined))
  return () => {
    if (cached && until > Date.now()) return cached
    until = Date.now() + 60_000
    cached = db.everyCompany(readSettings)
    cached.catch(() => (cached = undefined))
    return cached
  }
}
