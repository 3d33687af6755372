import { beforeAll, expect, test } from 'vitest'
import { processDeliveries } from '../../../services/messaging/conversations/deliveries.ts'
import type { Conversation, Message } from '../../../services/messaging/conversations/schema.ts'
import { bringPast, moveKnown } from '../../../services/messaging/history/bring.ts'
import type { Past } from '../../../services/messaging/history/schema.ts'
import { company, openApp, type Tenant } from '../../kit/app.ts'
import { newDatabase } from '../../kit/database.ts'
import { type Channel, connect, deliver, profile, whatsapp, written } from '../../kit/webhooks.ts'

// A database of its own, because all deliveries that wait are processed.
const app = await openApp({ DATABASE_URL: await newDatabase() })

let ours: Tenant
let channel: Channel
let channelId: string
beforeAll(async () => {
  ours = await company(app, 'Loja Azul')
  channel = await connect(app, ours)
  const row = await app.db.company(ours.id, trx => trx.selectFrom('channels').select('id').executeTakeFirstOrThrow())
  channelId = row.id
  await app.db.company(ours.id, trx => trx.updateTable('channels').set({ parent_account: '102290129340398' }).execute())
})

const shop = '551140028922'

async function receive(field: string, value: object, later = 0): Promise<void> {
  const body = {
    object: 'whatsapp_business_account',
    entry: [
      {
        id: '102290129340398',
        time: Math.floor(Date.now() / 1000) + later,
        changes: [
          {
            field,
            value: {
              messaging_product: 'whatsapp',
              metadata: { display_phone_number: shop, phone_number_id: channel.account },
              ...value
            }
          }
        ]
      }
    ]
  }
  await process(body)
}

async function process(body: object): Promise<void> {
  expect((await deliver(app, channel, body)).statusCode).toBe(200)
  const rows = await app.db.everyCompany(trx =>
    trx.selectFrom('deliveries').select('id').where('processed_at', 'is', null).execute()
  )
  await processDeliveries(
    app.db,
    rows.map(({ id }) => id)
  )
}

const live = (number: string, id: string, text: string) =>
  process(
    whatsapp(channel.account, { contacts: [profile(number, 'Ana Souza')], messages: [written(number, id, text)] })
  )

const get = async <T>(url: string): Promise<T> => (await app.inject({ url, headers: ours.auth })).json<T>()
const conversations = () => get<Conversation[]>('/api/conversations')
const past = (query = '') => get<Past>(`/api/whatsapp/history${query}`)
const threadOf = async (name: string) => {
  const conversation = (await conversations()).find(each => each.name === name)
  const messages = conversation ? await get<Message[]>(`/api/conversations/${conversation.id}/messages`) : []
  return { conversation, said: messages.map(({ direction, text }) => `${direction} ${text}`) }
}
const leadCount = async () => (await get<object[]>('/api/leads')).length

const june = Date.UTC(2026, 5, 3, 12)
/** A thread of the past: the customer asks and, where `answer` is there, the shop answers a minute later. */
const thread = (number: string, ask: string, answer?: string, at = june) => ({
  id: number,
  messages: [
    ...(answer
      ? [
          {
            ...written(shop, `out.${number}`, answer, at + 60_000),
            to: number,
            history_context: { status: 'READ' }
          }
        ]
      : []),
    { ...written(number, `in.${number}`, ask, at), history_context: { status: 'READ' } }
  ]
})
const chunk = (threads: object[], progress: number, phase = 1) => ({
  history: [{ metadata: { phase, chunk_order: 1, progress }, threads }]
})

test('the past of a known person stands in their thread, and nothing is opened, unread or waiting', async () => {
  const number = '5511911110001'
  await live(number, 'live.1', 'Bom dia')
  const { conversation } = await threadOf('Ana Souza')
  await app.inject({
    method: 'PATCH',
    url: `/api/conversations/${conversation?.id}`,
    headers: ours.auth,
    payload: { status: 'resolved' }
  })
  const before = (await threadOf('Ana Souza')).conversation
  await receive('history', chunk([thread(number, 'Tem em azul?', 'Tem, sim')], 40))
  await receive('history', chunk([thread(number, 'Tem em azul?', 'Tem, sim')], 40))
  const after = await threadOf('Ana Souza')
  expect(after.said.filter(line => !line.endsWith('null'))).toEqual(['in Bom dia', 'out Tem, sim', 'in Tem em azul?'])
  expect({ ...after.conversation, version: 0 }).toEqual({ ...before, version: 0 })
  expect(await past()).toMatchObject({ phase: 1, progress: 40, people: 0 })
})

test('strangers of the past are no leads: they are kept aside, and brought in by a rule', async () => {
  const leads = await leadCount()
  const [answered, ignored, late] = ['5511911110002', '5511911110003', '5511911110004']
  await receive('smb_app_state_sync', {
    state_sync: [
      {
        type: 'contact',
        action: 'add',
        contact: { full_name: 'Bruno da padaria', phone_number: answered },
        metadata: { timestamp: Math.floor(june / 1000) }
      }
    ]
  })
  await receive(
    'history',
    chunk(
      [
        thread(answered, 'Quanto custa?', 'Vinte reais'),
        thread(ignored, 'Alguém aí?'),
        thread(late, 'E amanhã?', 'Abrimos às 8', june + 40 * 86_400_000)
      ],
      80
    )
  )
  await receive('history', chunk([], 20, 0))
  expect(await leadCount()).toBe(leads)
  expect(await past()).toMatchObject({ phase: 1, progress: 80, people: 3, messages: 5, chosen: 3 })
  expect(await past('?answered=true')).toMatchObject({ chosen: 2 })
  expect(await past('?answered=true&to=2026-06-30')).toMatchObject({ chosen: 1 })
  const choice = { answered: true, to: '2026-06-30' }
  const url = '/api/whatsapp/history/leads'
  const answer = await app.inject({ method: 'POST', url, headers: ours.auth, payload: choice })
  expect([answer.statusCode, answer.json()]).toEqual([202, { people: 1 }])

  for (let run = 0; run < 2; run++) await bringPast(app.db, { companyId: ours.id, channelId, choice, employeeId: null })
  const brought = await threadOf('Bruno da padaria')
  expect(brought.said).toEqual(['out Vinte reais', 'in Quanto custa?'])
  expect(brought.conversation).toMatchObject({ status: 'resolved', unread: 0, waitingSince: null, windowEndsAt: null })
  expect(await leadCount()).toBe(leads + 1)
  const lead = await get<{ status: string; receivedAt: string }>(`/api/leads/${brought.conversation?.leadId}`)
  expect(lead).toMatchObject({ status: 'contacted', receivedAt: new Date(june).toISOString().replace('.000Z', 'Z') })
  expect(await past()).toMatchObject({ people: 2, messages: 3 })
  const { json } = await app.inject({ method: 'POST', url, headers: ours.auth, payload: choice })
  expect(json()).toMatchObject({ message: 'Não há ninguém nesta escolha.' })
})

test('who writes again brings what was said along, and a file of the past comes later', async () => {
  const number = '5511911110005'
  await receive(
    'history',
    chunk(
      [
        {
          id: number,
          messages: [
            { from: number, id: 'in.file', timestamp: String(june / 1000), type: 'media_placeholder' },
            written(number, 'in.words', 'Segue a foto', june - 60_000)
          ]
        }
      ],
      90
    )
  )
  await process(
    whatsapp(channel.account, {
      contacts: [profile(number, 'Caio Lima')],
      messages: [written(number, 'live.5', 'Voltei')]
    })
  )
  await moveKnown(app.db, { companyId: ours.id, channelId }, [number])
  await receive('history', {
    messages: [
      {
        from: number,
        id: 'in.file',
        timestamp: String(june / 1000),
        type: 'image',
        image: { id: 'm1', mime_type: 'image/jpeg', caption: 'Esta' }
      }
    ]
  })
  const { conversation, said } = await threadOf('Caio Lima')
  expect(said).toEqual(['in Voltei', 'in Esta', 'in Segue a foto'])
  expect(conversation).toMatchObject({ unread: 1, lastText: 'Voltei', status: 'open' })
})

test('a telephone that shares nothing is said, once', async () => {
  const refused = { history: [{ errors: [{ code: 2593109, title: 'History sync is turned off' }] }] }
  for (const later of [0, 0, 5]) await receive('history', refused, later)
  const rows = await app.db.company(ours.id, trx =>
    trx.selectFrom('notifications').select('title').where('kind', '=', 'channel_trouble').execute()
  )
  expect(rows.map(({ title }) => title)).toEqual(['As conversas antigas do WhatsApp não foram compartilhadas'])
})
