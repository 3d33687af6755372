import { sql } from 'kysely'
import type { Config } from '../../core/config.ts'
import type { Trx } from '../../core/db.ts'
import { AppError, invalid } from '../../core/errors.ts'
import { currentKeyId, seal } from '../../core/secrets.ts'
import { type AuditActor, added, audit, changed } from '../../platform/audit/queries.ts'
import { type IntegrationStatus, keyTexts } from './rules.ts'
import type { Integration, IntegrationConfig, NewIntegration } from './schema.ts'
import { keyOf, missing, placeOf, type Row, thisMonth } from './service.ts'

const columns = (trx: Trx) =>
  trx
    .selectFrom('integrations')
    .selectAll('integrations')
    .select(
      sql<number>`coalesce((select tokens from integration_usage
        where integration_id = integrations.id and month = ${thisMonth}), 0)`.as('tokens')
    )

const toIntegration = (row: Row & { tokens: number }): Integration => ({
  id: row.id,
  _id: row.id,
  name: row.name,
  description: row.description,
  status: row.status,
  icon: row.icon,
  configured: row.api_key !== null,
  last4: row.last4,
  config: { apiKey: row.api_key === null ? null : `••••${row.last4 ?? ''}` },
  baseUrl: row.base_url,
  model: row.model,
  monthlyTokenCap: row.monthly_token_cap,
  tokensThisMonth: Number(row.tokens),
  checkedAt: row.checked_at,
  checkError: row.check_error,
  refusedParameters: [...(row.habits?.refused ?? [])],
  thinksFirst: row.habits?.thinksFirst ?? false,
  updatedAt: row.updated_at
})

export async function listIntegrations(trx: Trx): Promise<Integration[]> {
  return (await columns(trx).orderBy('name').execute()).map(toIntegration)
}

async function read(trx: Trx, id: string): Promise<Integration> {
  return toIntegration(await columns(trx).where('id', '=', id).executeTakeFirstOrThrow())
}

type Columns = Partial<Omit<Row, 'habits'>> & { habits?: null }

/** The columns to set; those not given stay. Throws for an invalid value. */
function columnsOf(config: Config, id: string, input: IntegrationConfig): Columns {
  const key = input.apiKey?.trim()
  if (key === '') throw invalid({ apiKey: keyTexts.blankOnSave })
  if (key !== undefined && !/^[\x21-\x7e]+$/.test(key))
    throw invalid({ apiKey: 'A chave de API contém caracteres inválidos.' })
  return {
    ...(key !== undefined && {
      api_key: seal(config, key, placeOf(id)),
      last4: key.length > 11 ? key.slice(-4) : null
    }),
    ...(input.baseUrl !== undefined && { base_url: input.baseUrl === null ? null : cleanBaseUrl(input.baseUrl) }),
    ...(input.model !== undefined && { model: input.model?.trim() ?? null }),
    ...((input.baseUrl !== undefined || input.model !== undefined) && { habits: null }),
    ...(input.monthlyTokenCap !== undefined && { monthly_token_cap: input.monthlyTokenCap })
  }
}

/** The URL without a trailing slash. Throws where it is invalid, or has more than origin and path. */
export function cleanBaseUrl(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash)
    throw invalid({ baseUrl: 'Endereço inválido.' })
  return url.href.replace(/(?<!\/)\/+$/, '')
}

/** The fields of a row in the audit log; a key only says that it changed. */
const audited = (row: Partial<Omit<Row, 'habits'>>) => ({
  ...(row.status !== undefined && { status: row.status }),
  ...(row.base_url !== undefined && { baseUrl: row.base_url }),
  ...(row.model !== undefined && { model: row.model }),
  ...(row.monthly_token_cap !== undefined && { monthlyTokenCap: row.monthly_token_cap })
})

const objectOf = ({ id, name }: Pick<Row, 'id' | 'name'>) => ({ type: 'integration', id, name })

export async function createIntegration(
  trx: Trx,
  config: Config,
  integration: NewIntegration,
  actor: AuditActor
): Promise<Integration> {
  const { rows } = await sql<{ id: string }>`select new_id() as id`.execute(trx)
  const id = rows[0]?.id ?? ''
  const set = columnsOf(config, id, integration.config)
  const row = {
    id,
    name: integration.name.trim(),
    description: integration.description,
    status: integration.status,
    icon: integration.icon
  }
  const made = await trx
    .insertInto('integrations')
    .values({ ...row, ...set })
    .onConflict(conflict => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) {
    const message = 'Já existe uma integração com este nome.'
    throw new AppError('conflict', message, { errors: { name: message } })
  }
  const changes = added(audited({ ...set, status: integration.status }))
  await audit(trx, { ...actor, companyId: null, action: 'integration.created', object: objectOf(row), changes })
  return read(trx, id)
}

const lock = (trx: Trx, id: string): Promise<Row> =>
  trx
    .selectFrom('integrations')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new AppError('notFound', missing))

/** Changes the given fields. A key is not kept for a server other than the one it was entered for. */
export async function changeIntegration(
  trx: Trx,
  config: Config,
  id: string,
  change: IntegrationConfig,
  actor: AuditActor
): Promise<Integration> {
  const before = await lock(trx, id)
  const set = columnsOf(config, id, change)
  const moved = set.base_url !== undefined && originOf(config, set.base_url) !== originOf(config, before.base_url)
  if (moved && before.api_key !== null && set.api_key === undefined)
    throw invalid({ apiKey: 'Informe a chave de API para mudar o endereço.' })
  await trx
    .updateTable('integrations')
    .set({ ...set, ...(set.api_key !== undefined && { check_error: null, checked_at: null }), updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
  const changes = changed(audited(before), audited(set))
  if (set.api_key !== undefined) changes.key = [before.api_key === null ? null : 'configured', 'replaced']
  await audit(trx, { ...actor, companyId: null, action: 'integration.changed', object: objectOf(before), changes })
  return read(trx, id)
}

const originOf = (config: Config, baseUrl: string | null): string => new URL(baseUrl ?? config.openai.baseUrl).origin

export async function setIntegrationStatus(
  trx: Trx,
  id: string,
  status: IntegrationStatus,
  actor: AuditActor
): Promise<Integration> {
  const before = await lock(trx, id)
  if (before.status !== status) {
    await trx.updateTable('integrations').set({ status, updated_at: sql`now()` }).where('id', '=', id).execute()
    const changes = changed({ status: before.status }, { status })
    await audit(trx, { ...actor, companyId: null, action: 'integration.changed', object: objectOf(before), changes })
  }
  return read(trx, id)
}

/** True where an integration uses this address: somebody with the permission has approved calling it. */
export async function isStoredBaseUrl(trx: Trx, baseUrl: string): Promise<boolean> {
  const row = await trx.selectFrom('integrations').select('id').where('base_url', '=', baseUrl).executeTakeFirst()
  return row !== undefined
}

/** Seals again what an earlier key sealed; returns how many. */
export async function resealIntegrations(trx: Trx, config: Config): Promise<number> {
  const rows = await trx
    .selectFrom('integrations')
    .select(['id', 'api_key'])
    .where('api_key', 'is not', null)
    .where('api_key', 'not like', `${currentKeyId(config)}.%`)
    .forUpdate()
    .execute()
  for (const row of rows)
    await trx
      .updateTable('integrations')
      .set({ api_key: seal(config, keyOf(config, row) ?? '', placeOf(row.id)) })
      .where('id', '=', row.id)
      .execute()
  return rows.length
}
