import { Value } from '@sinclair/typebox/value'
import { type Db, signalAfterCommit, type Trx } from '../../core/db.ts'
import { takeLocks } from '../../core/locks.ts'
import type { Listener } from '../../core/signals.ts'
import { type AuditActor, audit } from '../../platform/audit/queries.ts'
import { Settings } from './schema.ts'

/** The stored settings, with defaults for those never changed. */
export async function readSettings(trx: Trx): Promise<Settings> {
  return settingsOf(await trx.selectFrom('settings').select(['key', 'value']).execute())
}

/** The same from rows read by another query. */
export function settingsOf(rows: readonly { key: string; value: unknown }[]): Settings {
  const stored = Object.fromEntries(rows.map(({ key, value }) => [key, value]))
  const settings = Value.Clean(Settings, Value.Default(Settings, stored))
  return Value.Check(Settings, settings) ? settings : Value.Create(Settings)
}

/** Stores settings in the caller's transaction, and signals every process. */
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

/** Serialises changes of settings and plans, so that the audit log has the right previous values. */
export const lockSettings = (trx: Trx) => takeLocks(trx, null, 'settings')

/**
 * Turns on CNPJs with letters when the transaction has stored the first such CNPJ. If staff turn it off again, later
 * ones do not turn it on.
 */
export async function acceptLetters(trx: Trx, cnpj: string | null, actor: AuditActor): Promise<void> {
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
  await storeSettings(trx, { alphanumericCnpj: true }, actor.actorId)
  await audit(trx, {
    ...actor,
    companyId: null,
    action: 'settings.changed',
    object: { type: 'settings', id: 'settings' },
    changes: { alphanumericCnpj: [false, true] }
  })
}

/** The settings of one process, cached until they change or for a minute. */
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
