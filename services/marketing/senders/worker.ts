import type { Config } from '../../core/config.ts'
import type { Trx } from '../../core/db.ts'
import type { Schedule } from '../../core/features.ts'
import { currentKeyId, seal, unseal } from '../../core/secrets.ts'
import { keyPlace, privateKeyOf } from './keys.ts'
import { passwordPlace } from './queries.ts'
import type {} from './tables.ts'
import { watchSenders } from './watch.ts'

export const schedules: readonly Schedule[] = [
  {
    name: 'senders-watch',
    label: 'Conferir os domínios de e-mail',
    every: 900_000,
    run: ({ db, config }) => watchSenders(db, config)
  }
]

export async function reseal(trx: Trx, config: Config): Promise<number> {
  const current = `${currentKeyId(config)}.%`
  const senders = await trx
    .selectFrom('email_senders')
    .select(['id', 'smtp_password'])
    .where('smtp_password', 'not like', current)
    .forUpdate()
    .execute()
  for (const { id, smtp_password } of senders) {
    const password = readable(() => unseal(config, smtp_password ?? '', passwordPlace(id)))
    if (password === null) continue
    const sealed = seal(config, password, passwordPlace(id))
    await trx.updateTable('email_senders').set({ smtp_password: sealed }).where('id', '=', id).execute()
  }
  const keys = await trx
    .selectFrom('email_sender_keys')
    .select(['id', 'private_key'])
    .where('private_key', 'not like', current)
    .forUpdate()
    .execute()
  for (const key of keys) {
    const pem = readable(() => privateKeyOf(config, key))
    if (pem === null) continue
    const sealed = seal(config, pem, keyPlace(key.id))
    await trx.updateTable('email_sender_keys').set({ private_key: sealed }).where('id', '=', key.id).execute()
  }
  return senders.length + keys.length
}

/** Null for a value that was sealed with a key that is gone. */
function readable(read: () => string): string | null {
  try {
    return read()
  } catch {
    return null
  }
}
