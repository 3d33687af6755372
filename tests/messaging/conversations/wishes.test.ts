import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { processDeliveries } from '../../../services/messaging/conversations/deliveries.ts'
import type { Conversation, Message } from '../../../services/messaging/conversations/schema.ts'
import { confirmStops } from '../../../services/messaging/conversations/wishes.ts'
import { company, openApp, type Tenant } from '../../kit/app.ts'
import { newDatabase } from '../../kit/database.ts'
import { type Channel, connect, deliver, instagram, profile, whatsapp, written } from '../../kit/webhooks.ts'

// A database of its own, because all deliveries that wait are processed.
const app = await openApp({ DATABASE_URL: await newDatabase() })

let ours: Tenant
let channel: Channel
beforeAll(async () => {
  ours = await company(app, 'Loja Azul')
  channel = await connect(app, ours)
  await app.db.company(ours.id, trx => trx.updateTable('channels').set({ active: true }).execute())
})

async function deliverTo(at: Channel, body: object): Promise<void> {
  expect((await deliver(app, at, body)).statusCode).toBe(200)
  const rows = await app.db.everyCompany(trx =>
    trx.selectFrom('deliveries').select('id').where('processed_at', 'is', null).execute()
  )
  await processDeliveries(
    app.db,
    rows.map(({ id }) => id)
  )
}

const get = async <T>(url: string): Promise<T> => (await app.inject({ url, headers: ours.auth })).json<T>()

let count = 0
const says = (number: string, text: string, at = Date.now()) =>
  deliverTo(
    channel,
    whatsapp(channel.account, {
      contacts: [profile(number, 'Ana Souza')],
      messages: [written(number, `wamid.w${++count}`, text, at)]
    })
  )

const conversationOf = async (number: string): Promise<Conversation> => {
  const found = (await get<Conversation[]>('/api/conversations')).find(({ contact }) =>
    contact.replace(/\D/g, '').endsWith(number.slice(-8))
  )
  if (!found) throw new Error(`no conversation with ${number}`)
  return found
}

type Lead = { consents: Record<string, { state: string; at: string }> }
const stateOf = async (number: string): Promise<string | undefined> =>
  (await get<Lead>(`/api/leads/${(await conversationOf(number)).leadId}`)).consents.whatsapp?.state

const agree = async (number: string) => {
  const { leadId } = await conversationOf(number)
  const payload = { channel: 'whatsapp', granted: true, evidence: 'Disse na loja' }
  const url = `/api/leads/${leadId}/consents`
  expect((await app.inject({ method: 'POST', url, headers: ours.auth, payload })).statusCode).toBe(201)
}

const confirmed = async (number: string): Promise<string[]> => {
  const { id } = await conversationOf(number)
  await app.db.company(ours.id, trx => confirmStops(trx, ours.id, [id]))
  const messages = await get<Message[]>(`/api/conversations/${id}/messages`)
  return messages.filter(each => each.direction === 'out').map(({ text }) => text ?? '')
}

const preference = (number: string, value: string, at = Date.now()) => ({
  object: 'whatsapp_business_account',
  entry: [
    {
      id: '102290129340398',
      changes: [
        {
          field: 'user_preferences',
          value: {
            messaging_product: 'whatsapp',
            metadata: { display_phone_number: '551140028922', phone_number_id: channel.account },
            contacts: [profile(number, 'Ana Souza')],
            user_preferences: [
              {
                wa_id: number,
                detail: 'detail',
                category: 'marketing_messages',
                value,
                timestamp: Math.floor(at / 1000)
              }
            ]
          }
        }
      ]
    }
  ]
})

const isStop = async (words: string) => {
  const { rows } = await app.db.company(ours.id, trx =>
    sql<{ stop: boolean }>`select is_stop_word(${words}) as stop`.execute(trx)
  )
  return rows[0]?.stop
}

test.each([
  'SAIR',
  'sair',
  ' Sair. ',
  'PARE!!!',
  'Pare 🙏',
  'STOP',
  'Cancelar',
  'Não quero receber',
  'descadastrar',
  'Parar promoções'
])('%s alone asks for no more advertising', async words => expect(await isStop(words)).toBe(true))

test.each([
  'Vou sair agora',
  'Pare de mandar o boleto errado',
  'Quero cancelar a consulta de quinta',
  'saírem',
  'não',
  '',
  '🙏',
  'sair'.repeat(20)
])('“%s” does not', async words => expect(await isStop(words)).toBe(false))

test('SAIR withdraws consent with its words and day, and is confirmed once', async () => {
  const number = '5511911112222'
  await says(number, 'Bom dia')
  await agree(number)
  expect(await stateOf(number)).toBe('granted')
  await says(number, 'Sair!', Date.now() + 2000)
  expect(await stateOf(number)).toBe('withdrawn')
  const thanks = 'Pronto: Loja Azul não vai mais enviar ofertas por aqui. Se precisar de algo, é só escrever.'
  expect(await confirmed(number)).toEqual([thanks])
  await says(number, 'PARE', Date.now() + 4000)
  expect(await confirmed(number)).toEqual([thanks])
  const { leadId } = await conversationOf(number)
  const decisions = await get<{ evidence: string; granted: boolean }[]>(`/api/leads/${leadId}/consents`)
  expect(decisions.map(({ evidence, granted }) => [evidence, granted])).toEqual([
    ['Respondeu “Sair!” no WhatsApp', false],
    ['Disse na loja', true]
  ])
})

test('in a sentence, and on Instagram, the word does nothing', async () => {
  const number = '5511911113333'
  await says(number, 'Vou sair de férias')
  await agree(number)
  await says(number, 'Posso cancelar?', Date.now() + 2000)
  expect(await stateOf(number)).toBe('granted')
  const insta = await connect(app, ours, 'instagram')
  await deliverTo(
    insta,
    instagram(insta.account, [
      {
        sender: { id: '777000' },
        recipient: { id: insta.account },
        timestamp: Date.now(),
        message: { mid: 'm.stop', text: 'SAIR' }
      }
    ])
  )
  const rows = await app.db.company(ours.id, trx =>
    trx.selectFrom('consents').select('id').where('evidence', 'like', '%SAIR%').execute()
  )
  expect(rows).toEqual([])
})

test('turned off and on at WhatsApp, consent comes back as it was, and a refusal of another kind stays', async () => {
  const [agreed, refused, stranger] = ['5511911114444', '5511911115555', '5511911116666']
  await says(agreed, 'Oi')
  await agree(agreed)
  const soon = Date.now() + 2000
  await deliverTo(channel, preference(agreed, 'stop', soon))
  expect(await stateOf(agreed)).toBe('withdrawn')
  await deliverTo(channel, preference(agreed, 'resume', soon + 2000))
  expect(await stateOf(agreed)).toBe('granted')
  // A late report says nothing new.
  await deliverTo(channel, preference(agreed, 'stop', soon - 1000))
  expect(await stateOf(agreed)).toBe('granted')

  await says(refused, 'Oi')
  await deliverTo(channel, preference(refused, 'stop', soon))
  await deliverTo(channel, preference(refused, 'resume', soon + 2000))
  expect(await stateOf(refused)).toBe('refused')

  await deliverTo(channel, preference(stranger, 'stop'))
  await expect(conversationOf(stranger)).rejects.toThrow('no conversation')
})

test('a message that WhatsApp refuses because advertising is off withdraws consent', async () => {
  const number = '5511911117777'
  await says(number, 'Oi')
  await agree(number)
  const { id, leadId } = await conversationOf(number)
  await app.db.company(ours.id, trx =>
    sql`insert into messages (company_id, conversation_id, channel_id, lead_id, direction, kind, external_id, status)
      select company_id, id, channel_id, lead_id, 'out', 'template', 'wamid.ad', 'accepted' from conversations
      where company_id = ${ours.id} and id = ${id}`.execute(trx)
  )
  const failed = {
    id: 'wamid.ad',
    status: 'failed',
    timestamp: String(Math.floor(Date.now() / 1000) + 2),
    recipient_id: number,
    errors: [{ code: 131050, title: 'off' }]
  }
  await deliverTo(channel, whatsapp(channel.account, { statuses: [failed] }))
  expect(await stateOf(number)).toBe('withdrawn')
  expect(leadId).toBeTruthy()
})

test('the refusal goes with the conversation to another lead', async () => {
  const number = '5511911118888'
  await says(number, 'Oi')
  await agree(number)
  await says(number, 'sair', Date.now() + 2000)
  const { id } = await conversationOf(number)
  const made = await app.inject({
    method: 'POST',
    url: '/api/leads',
    headers: ours.auth,
    payload: { name: 'Outra pessoa', phone: '11 92222-3333' }
  })
  const leadId = made.json<{ id: string }>().id
  const moved = await app.inject({
    method: 'PATCH',
    url: `/api/conversations/${id}`,
    headers: ours.auth,
    payload: { leadId }
  })
  expect(moved.statusCode).toBe(200)
  expect((await get<Lead>(`/api/leads/${leadId}`)).consents.whatsapp?.state).toBe('refused')
})
