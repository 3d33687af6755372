import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Config } from '../core/config.ts'
import type { Db, Trx } from '../core/db.ts'
import { publish } from '../core/jobs.ts'
import { seal } from '../core/secrets.ts'
import { adapters } from '../messaging/channels/adapters.ts'
import { channelConnected } from '../messaging/channels/jobs.ts'
import { tokenOf, tokenPlace } from '../messaging/channels/queries.ts'
import type {} from '../messaging/channels/tables.ts'
import type {} from '../messaging/templates/tables.ts'
import { demoAccount } from './accounts.ts'

/** Numbers and secrets of the demonstration's provider: the same after each start. */
function identityOf(secret: string) {
  const made = (name: string) =>
    createHmac('sha256', secret).update(`provider of the demonstration: ${name}`).digest('hex')
  const digits = (name: string) =>
    String(BigInt(`0x${made(name).slice(0, 12)}`))
      .padStart(15, '1')
      .slice(0, 15)
  return {
    appSecret: made('app'),
    verifyToken: made('verify'),
    instagramAppId: digits('instagram app'),
    instagramAppSecret: made('instagram app'),
    token: `EAAG${made('token')}`,
    numberId: digits('number'),
    wabaId: digits('account'),
    accountId: digits('instagram account')
  }
}

/**
 * How the provider of the demonstration (`tests/kit/peers/meta.ts`) is started at a port, and what the product must
 * know to use it in Meta's place.
 */
export function demoProvider(secret: string, { port, product }: { port: number; product: string }) {
  const id = identityOf(secret)
  const url = `http://127.0.0.1:${port}`
  const options: Record<string, string> = {
    port: String(port),
    webhooks: `${product}/webhooks`,
    consent: 'page',
    'app-secret': id.appSecret,
    'verify-token': id.verifyToken,
    'instagram-app-id': id.instagramAppId,
    'instagram-app-secret': id.instagramAppSecret,
    token: id.token,
    'number-id': id.numberId,
    'waba-id': id.wabaId,
    'account-id': id.accountId
  }
  return {
    args: Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]),
    env: {
      DEMO_PROVIDER_URL: url,
      META_GRAPH_URL: url,
      META_APP_SECRET: id.appSecret,
      META_VERIFY_TOKEN: id.verifyToken,
      INSTAGRAM_GRAPH_URL: url,
      INSTAGRAM_LOGIN_URL: url,
      INSTAGRAM_API_URL: url,
      INSTAGRAM_APP_ID: id.instagramAppId,
      INSTAGRAM_APP_SECRET: id.instagramAppSecret
    }
  }
}

/**
 * Connects the demo company's channels to the provider of the demonstration, where the company has none. `at`: since
 * when they are said to have been there.
 */
export async function connectChannels(trx: Trx, config: Config, companyId: string, at: string): Promise<void> {
  const { token, numberId, wabaId, accountId } = identityOf(config.secret)
  for (const [kind, account] of [
    ['whatsapp', numberId],
    ['instagram', accountId]
  ] as const) {
    const channel = await trx
      .insertInto('channels')
      .values({
        company_id: companyId,
        kind,
        account,
        ...(kind === 'whatsapp' && { waba_id: wabaId, quality: 'GREEN', currency: 'BRL' }),
        name: demoAccount.companyName,
        address: kind === 'whatsapp' ? '+55 11 3000-2026' : 'docejardim.confeitaria',
        verify_token: 'demonstration',
        token_at: at,
        checked_at: sql<string>`now()`,
        proved_at: at,
        created_at: at,
        updated_at: at,
        active: true
      })
      .onConflict(conflict => conflict.columns(['company_id', 'kind']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!channel) continue
    await trx
      .updateTable('channels')
      .set({ token: seal(config, token, tokenPlace(channel.id)), token_last4: token.slice(-4) })
      .where('id', '=', channel.id)
      .execute()
  }
}

const postTo = (providerUrl: string) => async (path: string, body: object) => {
  const answer = await fetch(`${providerUrl}/demo/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body)
  })
  if (!answer.ok) throw new Error(`the provider of the demonstration answered ${answer.status}: ${await answer.text()}`)
}

/** Customers of a company that get their phones back after a start, the latest first. */
const maxCustomers = 50

/** Texts of the conversation before the start, which a phone shows. */
const maxLines = 20

type Customer = {
  name: string
  username: string | null
  wrote: string | null
  ids: Record<string, string>
  thread: object[] | null
}

/** The templates of a company that the provider has, as it calls them. */
async function templatesOf(db: Db, companyId: string): Promise<object[]> {
  const rows = await db.company(companyId, trx =>
    trx.selectFrom('message_templates').selectAll().where('external_id', 'is not', null).execute()
  )
  return rows.map(row => ({
    id: row.external_id,
    name: row.name,
    language: row.language,
    category: row.category.toUpperCase(),
    status: row.status.toUpperCase(),
    parameter_format: row.named ? 'NAMED' : 'POSITIONAL',
    components: adapters.whatsapp.templates?.components(row),
    rejected_reason: row.rejected_reason ?? 'NONE'
  }))
}

/**
 * Restores the accounts and customers of the companies at the provider of the demonstration, which forgets them at each
 * start, so that customers can be answered and write again. Throws where the provider cannot be reached.
 */
export async function restorePlayers(db: Db, config: Config, providerUrl: string): Promise<void> {
  const post = postTo(providerUrl)
  const channels = await db.everyCompany(trx =>
    trx
      .selectFrom('channels as ch')
      .innerJoin('companies as co', 'co.id', 'ch.company_id')
      .select(['ch.id', 'ch.company_id', 'ch.kind', 'ch.account', 'ch.waba_id', 'ch.token', 'co.name'])
      .where('ch.token', 'is not', null)
      .where('ch.account', 'is not', null)
      .execute()
  )
  for (const { id, company_id, kind, account, waba_id: waba, token, name } of channels) {
    const plain = tokenOf(config, { id, token })
    if (plain === null) continue
    // The account comes with its templates: read without them, they would count as deleted.
    const templates = kind === 'whatsapp' ? await templatesOf(db, company_id) : []
    await post('accounts', { channel: kind, account, name, token: plain, templates, ...(waba && { waba }) })
    if (kind === 'whatsapp')
      await db.everyCompany(trx => publish(trx, channelConnected, { companyId: company_id, channelId: id }))
    const { rows } = await db.company(company_id, trx =>
      sql<Customer>`
        select l.name, c.username, c.last_inbound_at as wrote, (
          select jsonb_agg(m order by m.at) from (
            select m.external_id as id, case m.direction when 'in' then 'customer' else 'business' end as from, m.text,
              extract(epoch from m.created_at) * 1000 as at
            from messages m where m.company_id = c.company_id and m.conversation_id = c.id and m.kind = 'text'
              and m.external_id is not null and m.deleted_at is null
            order by m.created_at desc limit ${maxLines}) as m) as thread, (select jsonb_object_agg(i.kind, i.value)
          from contact_identities i where i.company_id = c.company_id and i.lead_id = c.lead_id
            and i.given_up_at is null) as ids
        from conversations c join leads l on l.company_id = c.company_id and l.id = c.lead_id
        where c.channel_id = ${id} order by c.last_message_at desc limit ${maxCustomers}`.execute(trx)
    )
    for (const { name, username, wrote, ids, thread } of rows.reverse())
      await post('customers', {
        ...{ channel: kind, account, name },
        ...(username && { username }),
        ...(ids?.wa_id && { phone: ids.wa_id, waId: ids.wa_id }),
        ...(ids?.bsuid && { userId: ids.bsuid }),
        ...(ids?.igsid && { igsid: ids.igsid }),
        ...(wrote && { lastWrote: Date.parse(wrote) }),
        ...(thread && { thread })
      })
  }
}
