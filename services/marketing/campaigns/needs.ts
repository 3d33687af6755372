import { sql } from 'kysely'
import type { Config } from '../../core/config.ts'
import type { Trx } from '../../core/db.ts'
import { hasNoServer } from '../../platform/email/kept.ts'
import { findSender as findCompany } from '../mailTemplates/variables.ts'
import { findSender } from '../senders/queries.ts'
import type { CampaignNeed, NeedKey } from './schema.ts'

/** The needs of a first campaign, each with whether it is met, in the order in which a person would meet them. */
export async function readNeeds(trx: Trx, config: Config, companyId: string): Promise<CampaignNeed[]> {
  const row = (await findSender(trx))?.row
  const { cnpj, address } = await findCompany(trx, companyId)
  const { rows } = await sql<{ confirmed: boolean; template: boolean; people: boolean }>`
    select company_confirmed(${companyId}) as confirmed, exists (select from email_templates) as template,
      exists (select from leads l where l.company_id = ${companyId} and l.email is not null
        and l.consents -> 'email' ->> 'state' = 'granted' and l.deleted_at is null and l.held_at is null) as people`.execute(
    trx
  )
  const [found] = rows
  const met: Record<NeedKey, boolean> = {
    account: found?.confirmed ?? false,
    sender: row !== undefined,
    server: row?.kept || !hasNoServer(config, row),
    domain: row !== undefined && row.proved_at !== null,
    identity: Boolean(cnpj || address?.trim()),
    template: found?.template ?? false,
    people: found?.people ?? false
  }
  return Object.entries(met).map(([key, done]) => ({ key: key as NeedKey, done }))
}
