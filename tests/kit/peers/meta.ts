import { parseArgs } from 'node:util'
import { startMeta } from './meta/start.ts'
import type { Meta } from './meta/types.ts'

export { asMeta } from './meta/bodies.ts'
export { type Delivery, type Disorder, type Grouping, type Happening, sign } from './meta/outbox.ts'
export type { Customer, Follower } from './meta/players.ts'
export type { GraphRequest } from './meta/requests.ts'
export type { MetaOptions, NewCustomer, NewFault, NewFollower } from './meta/types.ts'
export type { Account, FaultKind, Line, Person, PhoneNumber, Sent, Settings, Status, Template } from './meta/world.ts'

export { type Meta, startMeta }

const usage = `node tests/kit/peers/meta.ts --app-secret SECRET --verify-token TOKEN [options]

  --port 4100             where it listens, on 127.0.0.1 unless --host says otherwise
  --webhooks URL          where webhooks go: URL/whatsapp and URL/instagram
  --instagram-app-secret, --instagram-app-id, --token, --number-id, --waba-id, --account-id
                          as the product is configured; chosen and printed where left out
  --consent page          Instagram asks before it lets the product in
  --scripted              customers read and answer by themselves`

/** Runs the provider for a demonstration, with customers. */
async function main(): Promise<void> {
  // The parent that opened the channel has ended, and nobody else would end this process.
  process.once('disconnect', () => process.exit())
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    options: {
      port: text,
      host: text,
      'app-secret': text,
      'verify-token': text,
      webhooks: text,
      'instagram-app-secret': text,
      'instagram-app-id': text,
      token: text,
      'number-id': text,
      'waba-id': text,
      'account-id': text,
      consent: text,
      scripted: { type: 'boolean', default: false }
    }
  })
  const { 'app-secret': appSecret, 'verify-token': verifyToken, webhooks, scripted } = values
  if (!appSecret || !verifyToken) {
    console.error(usage)
    process.exit(2)
  }
  const meta = await startMeta({
    appSecret,
    verifyToken,
    scripted,
    review: 4000,
    // The leads of the demonstration are written to by campaigns.
    everybody: true,
    port: Number(values.port ?? 0),
    ...(values.host && { host: values.host }),
    ...(webhooks && { webhooks: { whatsapp: `${webhooks}/whatsapp`, instagram: `${webhooks}/instagram` } }),
    ...(values['instagram-app-secret'] && { instagramAppSecret: values['instagram-app-secret'] }),
    ...(values['instagram-app-id'] && { instagramAppId: values['instagram-app-id'] }),
    ...(values.token && { token: values.token }),
    ...(values['number-id'] && { numberId: values['number-id'] }),
    ...(values['waba-id'] && { wabaId: values['waba-id'] }),
    ...(values['account-id'] && { accountId: values['account-id'] }),
    ...(values.consent === 'page' && { consent: 'page' as const })
  })
  seed(meta)
  const { url, token, number, account } = meta
  console.log(JSON.stringify({ url, token, numberId: number.id, wabaId: number.waba, accountId: account.id }))
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void meta.close().finally(() => process.exit()))
}

/**
 * Five customers, who are the same after each start; WhatsApp knows the first without the ninth digit, and the second
 * hides the number. They may be answered at once: what they wrote before the start is forgotten here.
 */
function seed(meta: Meta): void {
  const players = [
    meta.customer({
      name: 'Ana Beatriz Souza',
      phone: '+55 11 98765-4321',
      waId: '551187654321',
      userId: 'BR.1000000000000001'
    }),
    meta.customer({ name: 'João Pedro Almeida', username: 'joaopedro.almeida', userId: 'BR.1000000000000002' }),
    meta.instagramCustomer({ name: 'Camila Ferreira', username: 'camila.ferreira', igsid: '7000000000000003' }),
    meta.customer({ name: 'Marcos Teixeira', phone: '+55 21 99876-5432', userId: 'BR.1000000000000004' }),
    meta.instagramCustomer({ name: 'Larissa Nogueira', username: 'lari.nogueira', igsid: '7000000000000005' })
  ]
  for (const { person } of players) person.lastWrote = Date.now()
}

if (import.meta.main) await main()
