import { type Selectable, sql } from 'kysely'
import type { Config } from '../../core/config.ts'
import type { Trx } from '../../core/db.ts'
import { AppError } from '../../core/errors.ts'
import { unseal } from '../../core/secrets.ts'
import type { Tables } from '../../core/tables.ts'
import { type Habits, keyTexts, noHabits } from './rules.ts'

export type Row = Selectable<Tables['integrations']>

export const missing = 'Integração não encontrada.'

/** Tokens are counted by months of the provider's time zone. */
export const thisMonth = sql<string>`date_trunc('month', now() at time zone 'America/Sao_Paulo')::date`

/** The place that keys are sealed for. */
export const placeOf = (row: string) => ({ field: 'integrations.api_key', row })

/** The fields of an integration that a call to its service needs. */
export type Service = Pick<Row, 'id' | 'status' | 'api_key' | 'base_url' | 'model' | 'monthly_token_cap' | 'habits'> & {
  tokens: number
}

/** An integration by name, with its tokens of the month. */
export const serviceByName = {
  name: 'integration-by-name',
  text: `select i.id, i.status, i.api_key, i.base_url, i.model, i.monthly_token_cap, i.habits,
      coalesce(u.tokens, 0)::bigint as tokens
    from integrations i left join integration_usage u on u.integration_id = i.id
      and u.month = date_trunc('month', now() at time zone 'America/Sao_Paulo')::date
    where lower(i.name) = lower($1)`
}

/** The decrypted key of a service; null without one. Never store it. */
export const keyOf = (config: Config, { id, api_key }: Pick<Row, 'id' | 'api_key'>): string | null =>
  api_key === null ? null : unseal(config, api_key, placeOf(id))

/** Reads the connection to the service of an integration. Throws without a readable key. */
export async function findConnection(
  trx: Trx,
  config: Config,
  id: string
): Promise<{ apiKey: string; baseUrl: string }> {
  const row = await trx
    .selectFrom('integrations')
    .select(['id', 'api_key', 'base_url'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => new AppError('notFound', missing))
  const apiKey = readableKey(config, row)
  if (apiKey === null) throw new AppError('conflict', keyTexts.none)
  return { apiKey, baseUrl: row.base_url ?? config.openai.baseUrl }
}

/** The key of a service; null also where it was sealed with a secret that is gone. */
export function readableKey(config: Config, row: Pick<Row, 'id' | 'api_key'>): string | null {
  try {
    return keyOf(config, row)
  } catch {
    return null
  }
}

/** Records the outcome of a test of the stored key, even right after another. */
export async function noteCheck(trx: Trx, id: string, problem: string | null): Promise<void> {
  await trx
    .updateTable('integrations')
    .set({ checked_at: sql`now()`, check_error: problem })
    .where('id', '=', id)
    .execute()
}

/** Adds the tokens to the month and records the outcome of the call; `problem` is null on success. */
export async function noteUse(
  trx: Trx,
  service: Pick<Service, 'id'>,
  { tokens, problem }: { tokens: number; problem: string | null }
): Promise<void> {
  if (tokens > 0)
    await sql`
      insert into integration_usage as u (integration_id, month, tokens) values (${service.id}, ${thisMonth}, ${tokens})
      on conflict (integration_id, month) do update set tokens = u.tokens + excluded.tokens`.execute(trx)
  // Written only when it changes or is old: otherwise every conversation would update the same row.
  await sql`
    update integrations set checked_at = now(), check_error = ${problem} where id = ${service.id}
      and (check_error is distinct from ${problem} or checked_at is null or checked_at < now() - interval '1 minute')
    `.execute(trx)
}

/** Milliseconds for which a refused parameter is left out: the server may have learned it since. */
const refusedFor = 24 * 3_600_000

/** The habits of the server at an address with a model, as far as they are known. */
export function habitsOf({ habits }: Pick<Row, 'habits'>, of: string): Habits {
  if (habits?.of !== of) return noHabits
  const { refused, thinksFirst, at } = habits
  return { refused: Date.parse(at) > Date.now() - refusedFor ? refused : [], thinksFirst }
}

/** Remembers the habits that a server has shown, unless the integration has another address or model by now. */
export async function noteHabits(trx: Trx, service: Service, of: string, habits: Habits): Promise<void> {
  await trx
    .updateTable('integrations')
    .set({ habits: JSON.stringify({ ...habits, of, at: new Date().toISOString() }) })
    .where('id', '=', service.id)
    .where('base_url', 'is not distinct from', service.base_url)
    .where('model', 'is not distinct from', service.model)
    .execute()
}
