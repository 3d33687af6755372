import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { tokenOf, tokenPlace } from './channels/queries.ts'
import type {} from './channels/tables.ts'
import type { Config } from './core/config.ts'
import type { Db } from './core/db.ts'
import { seal } from './core/secrets.ts'
import { demoAccount } from './demoAccounts.ts'

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
 * How the provider of the demonstration (`tests/peers/meta.ts`) is started at a port, and what the product must know to
 * use it in Meta's place.
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
 * Connects the demo company's channels to the provider of the demonstration, where the company has none. Returns
 * whether there is now one that was not there before.
 */
export async function connectDemo(db: Db, config: Config): Promise<boolean> {
  const { token, numberId, wabaId, accountId } = identityOf(config.secret)
  return db.everyCompany(async trx => {
    const found = await sql<{ company_id: string }>`
      select e.company_id from users u join employees e on e.user_id = u.id where u.email = ${demoAccount.email}`.execute(
      trx
    )
    const company = found.rows[0]?.company_id
    if (!company) return false
    let made = false
    for (const [kind, account] of [
      ['whatsapp', numberId],
      ['instagram', accountId]
    ] as const) {
      const channel = await trx
        .insertInto('channels')
        .values({
          company_id: company,
          kind,
          account,
          ...(kind === 'whatsapp' && { waba_id: wabaId, quality: 'GREEN' }),
          name: demoAccount.companyName,
          address: kind === 'whatsapp' ? '+55 11 3000-2026' : 'empresa.demo',
          verify_token: 'demonstration',
          token_at: sql<string>`now()`,
          checked_at: sql<string>`now()`,
          proved_at: sql<string>`now()`,
          active: true
        })
        .onConflict(conflict => conflict.columns(['company_id', 'kind']).doNothing())
        .returning('id')
        .executeTakeFirst()
      if (!channel) continue
      made = true
      await trx
        .updateTable('channels')
        .set({ token: seal(config, token, tokenPlace(channel.id)), token_last4: token.slice(-4) })
        .where('id', '=', channel.id)
        .execute()
    }
    return made
  })
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

/**
 * Tells the provider of the demonstration, which keeps nothing over a start, of the accounts and customers that
 * companies have: so that they can be answered, and write again. Throws where the provider cannot be reached.
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
    await post('accounts', { channel: kind, account, name, token: plain, ...(waba && { waba }) })
    const { rows } = await db.company(company_id, trx =>
      sql<{ name: string; username: string | null; wrote: string | null; ids: Record<string, string> }>`
        select l.name, c.username, c.last_inbound_at as wrote, (select jsonb_object_agg(i.kind, i.value)
          from contact_identities i where i.company_id = c.company_id and i.lead_id = c.lead_id
            and i.given_up_at is null) as ids
        from conversations c join leads l on l.company_id = c.company_id and l.id = c.lead_id
        where c.channel_id = ${id} order by c.last_message_at desc limit ${maxCustomers}`.execute(trx)
    )
    for (const { name, username, wrote, ids } of rows.reverse())
      await post('customers', {
        ...{ channel: kind, account, name },
        ...(username && { username }),
        ...(ids?.wa_id && { phone: ids.wa_id, waId: ids.wa_id }),
        ...(ids?.bsuid && { userId: ids.bsuid }),
        ...(ids?.igsid && { igsid: ids.igsid }),
        ...(wrote && { lastWrote: Date.parse(wrote) })
      })
  }
}

type Said = { customer: string; ago: number; kind?: 'image' | 'audio' | 'fromBusiness' | 'storyReply'; text?: string }

/** What the provider's customers have said, by their ids there, and minutes ago. */
const conversations: readonly Said[] = [
  { customer: '1', ago: 190, text: 'Oi! Vocês fazem entrega no sábado de manhã?' },
  { customer: '1', ago: 186, kind: 'fromBusiness', text: 'Oi, Ana! Fazemos, das 8h ao meio-dia.' },
  { customer: '1', ago: 184, text: 'Ótimo. Então quero fechar o pedido para este sábado.' },
  { customer: '2', ago: 75, text: 'Boa tarde, vi o anúncio de vocês. Qual é o valor?' },
  { customer: '2', ago: 74, kind: 'image', text: 'É para um espaço como este' },
  { customer: '4', ago: 42, text: 'Preciso remarcar a visita de amanhã, pode ser na quinta?' },
  { customer: '4', ago: 41, kind: 'audio' },
  { customer: '3', ago: 28, kind: 'storyReply', text: 'Amei! Ainda tem?' },
  { customer: '5', ago: 9, text: 'Oii, vocês atendem em Niterói?' }
]

/**
 * The provider's customers write what makes the first conversations, each at its time: the provider's clock is turned
 * back for it. Throws where the provider cannot be reached.
 */
export async function seedConversations(providerUrl: string): Promise<void> {
  const post = postTo(providerUrl)
  const turn = (minutes: number) => post('clock', { milliseconds: minutes * 60_000 })
  for (const { customer, ago, kind = 'text', text } of conversations) {
    await turn(-ago)
    await post(`customers/${customer}/messages`, { kind, text }).finally(() => turn(ago))
  }
}
