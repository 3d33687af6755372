import { sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import { invalid } from '../../core/errors.ts'
import { type AuditActor, audit, changed } from '../../platform/audit/queries.ts'
import { countOld } from './retention.ts'
import { answerDays, retentionChoices } from './rules.ts'
import type { PrivacySettings, PrivacySettingsNow } from './schema.ts'

/** Days between two runs, and from the setting to the first one: time to reconsider. */
const runDays = 7

export async function readSettings(trx: Trx, companyId: string): Promise<PrivacySettingsNow> {
  const row = await trx.selectFrom('privacy_settings').selectAll().executeTakeFirst()
  const months = row?.retention_months ?? null
  return {
    smallAgent: row?.small_agent ?? false,
    retentionMonths: months,
    retentionNext: row?.retention_next ?? null,
    retentionCount: months === null ? 0 : await countOld(trx, companyId, months)
  }
}

/** Changes the settings, and with them the terms of open requests. */
export async function changeSettings(
  trx: Trx,
  companyId: string,
  { smallAgent, retentionMonths }: PrivacySettings,
  actor: AuditActor
): Promise<PrivacySettingsNow> {
  if (retentionMonths !== null && !(retentionChoices as readonly number[]).includes(retentionMonths))
    throw invalid({ retentionMonths: 'Escolha um dos prazos da lista.' })
  const { retentionNext, retentionCount: _, ...before } = await readSettings(trx, companyId)
  const next =
    retentionMonths === null
      ? null
      : retentionMonths === before.retentionMonths
        ? retentionNext
        : sql<string>`(now() at time zone (select time_zone from companies where id = ${companyId}))::date + ${runDays}::integer`
  const values = { small_agent: smallAgent, retention_months: retentionMonths, retention_next: next }
  await trx
    .insertInto('privacy_settings')
    .values({ company_id: companyId, ...values })
    .onConflict(conflict => conflict.column('company_id').doUpdateSet(values))
    .execute()
  await sql`
    update privacy_requests set due_at = received_at + interval '1 day' * ${answerDays}::integer
      * case when ${smallAgent}::boolean and not (kind = 'access' and simplified) then 2 else 1 end, warned_at = null
    where company_id = ${companyId} and status = 'open'`.execute(trx)
  const changes = changed<PrivacySettings>(before, { smallAgent, retentionMonths })
  if (Object.keys(changes).length > 0)
    await audit(trx, { ...actor, companyId, action: 'privacy.settings_changed', changes })
  return readSettings(trx, companyId)
}
