import { sql } from 'kysely'
import type { Trx } from '../core/db.ts'
import { announce } from '../core/events.ts'
import { notify } from '../notifications/queries.ts'
import type { Channel } from './queries.ts'
import { channelRules } from './rules.ts'

/** Notifies those who may configure the company's channels, and those who write in one of them at that moment. */
export async function notifyOfTrouble(
  trx: Trx,
  { company_id: companyId, kind }: Pick<Channel, 'company_id' | 'kind'>,
  title: string,
  body: string
): Promise<void> {
  const employees = await channelManagers(trx, companyId)
  const link = `${channelRules[kind].page}?aba=configuracao`
  const news = { companyId, kind: 'channel_trouble' as const, leadId: null, title, body, link }
  await notify(trx, news, { employees })
  await announce(trx, { companyId, kind: 'channel-changed', data: {} })
}

/** The employees who may configure the company's channels. */
export async function channelManagers(trx: Trx, companyId: string): Promise<string[]> {
  const employees = await trx
    .selectFrom('employees')
    .select('id')
    .where('company_id', '=', companyId)
    .where('active', '=', true)
    .where(sql<boolean>`(role = 'admin' or 'manage_channels' = any (permissions))`)
    .limit(1000)
    .execute()
  return employees.map(({ id }) => id)
}
