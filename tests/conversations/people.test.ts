import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { workOff } from '../../services/conversations/deliveries.ts'
import type { Conversation, Message } from '../../services/conversations/schema.ts'
import { company, openApp, sendLead, type Tenant } from '../support/app.ts'
import { newDatabase } from '../support/database.ts'
import { askErasure, dump, erase } from '../support/privacy.ts'
import { connect, deliver, profile, whatsapp, written } from '../support/webhooks.ts'

const databaseUrl = await newDatabase()
const app = await openApp({ DATABASE_URL: databaseUrl })

const channels = new Map<string, Awaited<ReturnType<typeof connect>>>()

/** A customer writes. */
async function told(who: Tenant, from: string, name: string, text: string) {
  const channel = channels.get(who.id) ?? (await connect(app, who))
  channels.set(who.id, channel)
  const id = `wamid.${from}.${text}`.replace(/[^\w.]/g, '-')
  const body = whatsapp(channel.account, { contacts: [profile(from, name)], messages: [written(from, id, text)] })
  await deliver(app, channel, body)
  const rows = await app.db.everyCompany(trx =>
    trx.selectFrom('deliveries').select('id').where('processed_at', 'is', null).execute()
  )
  await workOff(
    app.db,
    rows.map(row => row.id)
  )
}

const conversationsOf = async (who: Tenant): Promise<Conversation[]> =>
  (await app.inject({ url: '/api/conversations', headers: who.auth })).json()

test('the conversation goes with its person when two leads become one, and back when that is undone', async () => {
  const ours = await company(app)
  await told(ours, '5511944443333', 'Ana do Zap', 'Oi, sou eu')
  const [conversation] = await conversationsOf(ours)
  const other = conversation?.leadId ?? ''
  const { id } = (
    await sendLead(app, ours.id, { name: 'Ana Lima', email: 'ana@example.org', phone: '(11) 3333-4444' })
  ).json()
  const post = (url: string, payload?: object) =>
    app.inject({ method: 'POST', url, headers: ours.auth, ...(payload && { payload }) })

  const merged = await post(`/api/leads/${id}/merge`, { otherId: other, fields: {} })
  expect(merged.statusCode, merged.body).toBe(200)
  expect(await conversationsOf(ours)).toMatchObject([{ leadId: id, name: 'Ana Lima' }])
  await told(ours, '5511944443333', 'Ana do Zap', 'E de novo')
  expect(await conversationsOf(ours)).toMatchObject([{ leadId: id, unread: 2 }])

  expect((await post(`/api/merges/${merged.json().merge.id}/undo`)).statusCode).toBe(200)
  expect(await conversationsOf(ours)).toHaveLength(1)
})

test('of a person who is erased nothing is left: words, number, files, nor what the provider sent', async () => {
  const ours = await company(app)
  await told(ours, '5511955554444', 'Íris Segredo', 'o endereço é Rua das Flores 7')
  await told(ours, '5511966665555', 'Caio Fica', 'bom dia')
  const request = await askErasure(app, ours, { name: 'Íris Segredo', phone: '11955554444' })
  const erased = await erase(app, ours, request)
  expect(erased.statusCode, erased.body).toBeLessThan(300)
  const left = await dump(ours.id, databaseUrl)
  expect(left).not.toContain('Rua das Flores')
  expect(left).not.toContain('5511955554444')
  const { rows } = await app.db.everyCompany(trx =>
    sql<{ body: string }>`select convert_from(body, 'utf8') as body from deliveries where body is not null`.execute(trx)
  )
  expect(JSON.stringify(rows)).not.toContain('Rua das Flores')
  expect(JSON.stringify(rows)).toContain('Caio Fica')
  const [other, ...none] = await conversationsOf(ours)
  expect([other?.name, none.length]).toEqual(['Caio Fica', 0])

  // Who was erased and writes again is a new person.
  await told(ours, '5511955554444', 'Íris Segredo', 'voltei')
  const again = (await conversationsOf(ours)).find(({ name }) => name === 'Íris Segredo')
  const messages: Message[] = (
    await app.inject({ url: `/api/conversations/${again?.id}/messages`, headers: ours.auth })
  ).json()
  expect(messages.map(({ text }) => text)).toEqual(['voltei'])
})
