import { sql } from 'kysely'
import { notify } from '../../account/notifications/queries.ts'
import type { Trx } from '../../core/db.ts'
import { announce } from '../../core/events.ts'
import type { Channel } from './queries.ts'
import { channelNames, channelRules } from './rules.ts'

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

/** Notifies the same people that the number is in danger. */
export const notifyOfQuality = (trx: Trx, channel: Pick<Channel, 'company_id' | 'kind'>): Promise<void> =>
  notifyOfTrouble(
    trx,
    channel,
    'A qualidade do número caiu',
    'Clientes bloquearam ou denunciaram mensagens. Escreva só a quem espera por elas.'
  )

/** Notifies them that the provider takes messages again. */
export const notifyOfEnd = (trx: Trx, channel: Pick<Channel, 'company_id' | 'kind'>): Promise<void> =>
  notifyOfTrouble(
    trx,
    channel,
    `O ${channelNames[channel.kind]} voltou a enviar`,
    `${channelRules[channel.kind].provider.The} liberou a conta. O que falhou enquanto isso pode ser enviado de novo.`
  )

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
