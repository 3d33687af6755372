import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { notifyOfLeads } from '../../../services/account/notifications/queries.ts'
import { processDeliveries } from '../../../services/messaging/conversations/deliveries.ts'
import { notifyOfMessages } from '../../../services/messaging/conversations/notices.ts'
import type { Conversation, Message } from '../../../services/messaging/conversations/schema.ts'
import { company, openApp, sendLead, type Tenant } from '../../kit/app.ts'
import { newDatabase } from '../../kit/database.ts'
import { askErasure, dump, erase } from '../../kit/privacy.ts'
import { changePlan, join } from '../../kit/team.ts'
import { connect, deliver, profile, whatsapp, written } from '../../kit/webhooks.ts'

const databaseUrl = await newDatabase()
const app = await openApp({ DATABASE_URL: databaseUrl })

const channels = new Map<string, Awaited<ReturnType<typeof connect>>>()

/** A customer writes, now or at another moment. */
async function told(who: Tenant, from: string, name: string, text: string, at = Date.now()) {
  const channel = channels.get(who.id) ?? (await connect(app, who))
  channels.set(who.id, channel)
  const id = `wamid.${from}.${text}`.replace(/[^\w.]/g, '-')
  const body = whatsapp(channel.account, { contacts: [profile(from, name)], messages: [written(from, id, text, at)] })
  await deliver(app, channel, body)
  const rows = await app.db.everyCompany(trx =>
    trx.selectFrom('deliveries').select('id').where('processed_at', 'is', null).execute()
  )
  await processDeliveries(
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

test('a conversation is linked to another lead with all that was said, what comes next follows it, and it is undone', async () => {
  const ours = await company(app)
  await told(ours, '5511933332222', 'Loja do Zé', 'Sou eu de novo')
  const [conversation] = await conversationsOf(ours)
  const { id } = (await sendLead(app, ours.id, { name: 'José Silva', phone: '(11) 3222-1111' })).json()
  const link = (leadId: string, auth = ours.auth) =>
    app.inject({ method: 'PATCH', url: `/api/conversations/${conversation?.id}`, headers: auth, payload: { leadId } })

  const linked = await link(id)
  expect(linked.json()).toMatchObject({ leadId: id, name: 'José Silva' })
  await told(ours, '5511933332222', 'Loja do Zé', 'E mais uma coisa')
  expect(await conversationsOf(ours)).toMatchObject([{ leadId: id, unread: 2 }])
  const timeline = async (leadId: string) =>
    (await app.inject({ url: `/api/leads/${leadId}/timeline?kinds=conversation`, headers: ours.auth })).json().items
  expect(await timeline(id)).toMatchObject([
    {
      kind: 'conversation',
      data: {
        conversationId: conversation?.id,
        channel: 'whatsapp',
        messages: 2,
        newest: [{ text: 'E mais uma coisa', direction: 'in' }, { text: 'Sou eu de novo' }]
      }
    }
  ])

  expect((await link(conversation?.leadId ?? '')).statusCode).toBe(200)
  expect(await timeline(id)).toEqual([])
  expect(await timeline(conversation?.leadId ?? '')).toHaveLength(1)

  const stranger = await company(app, 'Outra')
  const theirs = (await sendLead(app, stranger.id, { name: 'De outra empresa' })).json().id
  expect((await link(theirs)).statusCode).toBe(404)
})

test('who wrote and waits stands first in the queue of the day, and leaves it when answered', async () => {
  const ours = await company(app)
  await sendLead(app, ours.id, { name: 'Pelo formulário', phone: '(11) 95555-0001' })
  await told(ours, '5511955550002', 'Bia', 'Tem bolo de cenoura?')
  const queue = async () => (await app.inject({ url: '/api/dashboard/queue', headers: ours.auth })).json().items
  const [conversation] = await conversationsOf(ours)
  expect(await queue()).toMatchObject([
    {
      name: 'Bia',
      why: 'message',
      words: 'Tem bolo de cenoura?',
      late: false,
      conversation: { id: conversation?.id, channel: 'whatsapp' }
    },
    { name: 'Pelo formulário', why: 'waiting', conversation: null }
  ])
  const counts = async () => (await app.inject({ url: '/api/conversations/counts', headers: ours.auth })).json()
  expect(await counts()).toEqual({ whatsapp: 1, instagram: 0 })
  await app.inject({
    method: 'PATCH',
    url: `/api/conversations/${conversation?.id}`,
    headers: ours.auth,
    payload: { status: 'resolved' }
  })
  expect((await queue()).map(({ why }: { why: string }) => why)).not.toContain('message')
  expect(await counts()).toEqual({ whatsapp: 0, instagram: 0 })
})

test('conversations are found by a part of the name, the number in any writing, and the lead behind them', async () => {
  const ours = await company(app)
  await told(ours, '5511977771234', 'Márcia Conceição', 'Oi')
  await told(ours, '5521966660000', 'Outro', 'Oi')
  const found = async (q: string) => {
    const filter = encodeURIComponent(JSON.stringify({ q }))
    const answer = await app.inject({ url: `/api/conversations?filter=${filter}`, headers: ours.auth })
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json().map(({ name }: { name: string }) => name)
  }
  for (const q of ['marcia', 'conceicao', 'MÁRCIA CON', '(11) 97777-1234', '977771234', '7777', 'ma'])
    expect(await found(q), q).toEqual(['Márcia Conceição'])
  for (const q of ["'; drop table leads --", '%', 'ninguém', '\\']) expect(await found(q), q).toEqual([])
})

test('a new lead who wrote is told of once, whichever notice comes first; who waits again is told of as a message', async () => {
  for (const order of ['message first', 'lead first']) {
    const ours = await company(app)
    const number = `55119${Math.floor(10_000_000 + Math.random() * 89_999_999)}`
    await told(ours, number, 'Nina', 'Tem vaga hoje?')
    const [conversation] = await conversationsOf(ours)
    const { id = '', leadId = '' } = conversation ?? {}
    const ofMessage = () => app.db.company(ours.id, trx => notifyOfMessages(trx, ours.id, [id]))
    const ofLead = () =>
      app.db.company(ours.id, trx =>
        notifyOfLeads(trx, ours.id, 'lead_new', [{ leadId, cause: `lead ${leadId}`, ownerNotified: false }])
      )
    for (const notify of order === 'message first' ? [ofMessage, ofLead] : [ofLead, ofMessage]) await notify()
    const notices = async () => (await app.inject({ url: '/api/notifications', headers: ours.auth })).json().items
    expect(await notices(), order).toMatchObject([{ kind: 'lead_new' }])

    await app.inject({
      method: 'PATCH',
      url: `/api/conversations/${id}`,
      headers: ours.auth,
      payload: { status: 'resolved' }
    })
    await app.inject({
      method: 'POST',
      url: `/api/leads/${leadId}/contacts`,
      headers: ours.auth,
      payload: { channel: 'phone', outcome: 'talked' }
    })
    await told(ours, number, 'Nina', 'E amanhã?')
    await ofMessage()
    expect(await notices(), order).toMatchObject([
      { kind: 'message_new', title: 'Mensagem de Nina', body: 'E amanhã?', link: `/whatsapp/${id}` },
      { kind: 'lead_new' }
    ])
  }
})

test('who changes the number stays the same person in the same conversation, and that opens no window', async () => {
  const ours = await company(app)
  await told(ours, '5511933332222', 'Bia Muda', 'Oi')
  const [before] = await conversationsOf(ours)
  const channel = channels.get(ours.id)
  if (!channel) throw new Error('no channel')
  const moved = async (from: string, wa_id: string, id: string) => {
    const timestamp = String(Math.floor(Date.now() / 1000) + 60)
    const system = { body: 'Bia mudou de número', wa_id, user_id: `BR.${wa_id}`, type: 'user_changed_number' }
    await deliver(
      app,
      channel,
      whatsapp(channel.account, { messages: [{ from, id, timestamp, type: 'system', system }] })
    )
    await app.db
      .everyCompany(async trx => {
        const rows = await trx.selectFrom('deliveries').select('id').where('processed_at', 'is', null).execute()
        return rows.map(row => row.id)
      })
      .then(ids => processDeliveries(app.db, ids))
  }
  await moved('5511933332222', '5511922221111', 'wamid.moved-1')
  const [after, ...others] = await conversationsOf(ours)
  expect(others).toEqual([])
  expect(after).toMatchObject({ id: before?.id, contact: '(11) 92222-1111', unread: 1, lastKind: 'system' })
  expect(after?.windowEndsAt).toBe(before?.windowEndsAt)

  await told(ours, '5511922221111', 'Bia Muda', 'Número novo')
  expect(await conversationsOf(ours)).toMatchObject([{ id: before?.id, leadId: before?.leadId, unread: 2 }])

  // What was said before the change comes late, and does not bring the old number back.
  await told(ours, '5511933332222', 'Bia Muda', 'Dito antes da mudança', Date.now() - 60_000)
  expect(await conversationsOf(ours)).toMatchObject([{ id: before?.id, contact: '(11) 92222-1111', unread: 3 }])
  await told(ours, '5511933332222', 'Outra Dona', 'Comprei este chip', Date.now() + 120_000)
  const both = await conversationsOf(ours)
  expect(both.map(({ name }) => name).toSorted()).toEqual(['Bia Muda', 'Outra Dona'])
  // Once the number is somebody else's, it is theirs.
  await told(ours, '5511933332222', 'Outra Dona', 'Sou nova aqui', Date.now() + 130_000)
  expect((await conversationsOf(ours)).find(({ name }) => name === 'Outra Dona')?.unread).toBe(2)

  // A number that is somebody's already stays theirs.
  await told(ours, '5511944440000', 'Caio Outro', 'Oi')
  await moved('5511922221111', '5511944440000', 'wamid.moved-2')
  await told(ours, '5511944440000', 'Caio Outro', 'Sou eu')
  const names = (await conversationsOf(ours)).map(({ name, lastText }) => `${name}: ${lastText}`)
  expect(names).toContain('Caio Outro: Sou eu')
})

/** A message of somebody who may hide the number, as WhatsApp tells it. */
async function wrote(
  who: Tenant,
  { from, userId, name, text }: { from?: string; userId?: string; name: string; text: string }
) {
  const channel = channels.get(who.id) ?? (await connect(app, who))
  channels.set(who.id, channel)
  const { from: _, ...message } = written('', `wamid.${text}`.replace(/[^\w.]/g, '-') + channel.account, text)
  const ids = { ...(from && { from }), ...(userId && { from_user_id: userId }) }
  const contact = { profile: { name }, ...(from && { wa_id: from }), ...(userId && { user_id: userId }) }
  await deliver(app, channel, whatsapp(channel.account, { contacts: [contact], messages: [{ ...message, ...ids }] }))
  const rows = await app.db.everyCompany(trx =>
    trx.selectFrom('deliveries').select('id').where('processed_at', 'is', null).execute()
  )
  await processDeliveries(
    app.db,
    rows.map(row => row.id)
  )
}

test('one person has one conversation: with and without the ninth digit, and by the number or the id alone', async () => {
  const ours = await company(app)
  await wrote(ours, { from: '551198877001', name: 'Rita Alves', text: 'Sem o nono dígito' })
  await wrote(ours, { from: '5511998877001', userId: 'BR.77001', name: 'Rita Alves', text: 'Com ele' })
  await wrote(ours, { userId: 'BR.77001', name: 'Rita Alves', text: 'Só com o id' })
  await wrote(ours, { from: '551198877001', name: 'Rita Alves', text: 'E como no começo' })
  const [conversation, ...others] = await conversationsOf(ours)
  expect(others).toEqual([])
  expect(conversation).toMatchObject({ name: 'Rita Alves', unread: 4, lastText: 'E como no começo' })
  // The answer goes to where they wrote from last.
  const contactOf = () =>
    app.db.company(ours.id, trx =>
      trx.selectFrom('conversations').select(['contact', 'contact_kind']).executeTakeFirstOrThrow()
    )
  expect(await contactOf()).toEqual({ contact: '551198877001', contact_kind: 'wa_id' })
  await wrote(ours, { userId: 'BR.77001', name: 'Rita Alves', text: 'Escondi o número' })
  expect(await contactOf()).toEqual({ contact: 'BR.77001', contact_kind: 'bsuid' })
})

test('somebody who hid the number, and whose lead has the telephone that they wrote by before, is one person', async () => {
  const ours = await company(app)
  const { id } = (await sendLead(app, ours.id, { name: 'Nina Reis', phone: '(11) 97777-1234' })).json()
  await wrote(ours, { from: '5511977771234', name: 'Nina Reis', text: 'Oi' })
  await wrote(ours, { from: '5511977771234', userId: 'BR.1234', name: 'Nina Reis', text: 'Com id' })
  await wrote(ours, { userId: 'BR.1234', name: 'Nina', text: 'Sem número' })
  expect(await conversationsOf(ours)).toMatchObject([{ leadId: id, unread: 3 }])
})

test('a person who was taken for another gets a lead of their own, with all their addresses, and it is undone', async () => {
  const ours = await company(app)
  const { id: other } = (await sendLead(app, ours.id, { name: 'Pai', phone: '(11) 96666-4321' })).json()
  await wrote(ours, { from: '5511966664321', userId: 'BR.4321', name: 'Filha', text: 'Sou a filha' })
  const [conversation] = await conversationsOf(ours)
  expect(conversation?.leadId).toBe(other)
  const post = (url: string, payload?: object, auth = ours.auth) =>
    app.inject({ method: 'POST', url, headers: auth, ...(payload && { payload }) })
  const url = `/api/conversations/${conversation?.id}/split`
  expect((await post(url, undefined, (await company(app)).auth)).statusCode).toBe(404)

  const split = await post(url)
  expect(split.statusCode, split.body).toBe(201)
  const { leadId } = split.json<Conversation>()
  expect(leadId).not.toBe(other)
  const lead = (await app.inject({ url: `/api/leads/${leadId}`, headers: ours.auth })).json()
  expect(lead).toMatchObject({ name: 'Filha', source: 'whatsapp' })
  expect(lead.phone).toContain('966664321')
  // By the id too, which was not the conversation's own address.
  await wrote(ours, { userId: 'BR.4321', name: 'Filha', text: 'Agora sem número' })
  expect(await conversationsOf(ours)).toMatchObject([{ id: conversation?.id, leadId, unread: 2 }])

  const back = await post(`/api/leads/${other}/merge`, { otherId: leadId, fields: {} })
  expect(back.statusCode, back.body).toBe(200)
  expect(await conversationsOf(ours)).toMatchObject([{ leadId: other, name: 'Pai' }])
  await wrote(ours, { from: '5511966664321', name: 'Filha', text: 'De volta' })
  expect(await conversationsOf(ours)).toMatchObject([{ id: conversation?.id, leadId: other, unread: 3 }])
})

test('a conversation is given only to somebody who sees its lead, and who gets it is told', async () => {
  const ours = await company(app)
  await changePlan(app, ours.id, 'pro')
  await told(ours, '5511944447777', 'Dora Lins', 'Oi')
  const [conversation] = await conversationsOf(ours)
  const all = await join(app, ours, { name: 'Bia Lima' })
  const own = await join(app, ours, { name: 'Caio Prado', leadAccess: 'own' })
  const employees = await app.db.company(ours.id, trx =>
    trx.selectFrom('employees').select(['id', 'user_id']).execute()
  )
  const idOf = (who: Tenant) => employees.find(each => each.user_id === who.userId)?.id
  const give = (to: Tenant) =>
    app.inject({
      method: 'PATCH',
      url: `/api/conversations/${conversation?.id}`,
      headers: ours.auth,
      payload: { assigneeId: idOf(to) }
    })
  const refused = await give(own)
  expect([refused.statusCode, refused.json().message]).toEqual([
    400,
    'Caio Prado vê só os próprios leads. Passe primeiro o lead a essa pessoa, na página dele.'
  ])
  expect((await give(all)).statusCode).toBe(200)
  const bell = async (who: Tenant): Promise<{ title: string; body: string; link: string }[]> =>
    (await app.inject({ url: '/api/notifications', headers: who.auth })).json().items
  expect(await bell(all)).toMatchObject([
    { title: 'Conversa para você', body: 'Dora Lins', link: `/whatsapp/${conversation?.id}` }
  ])
  expect(await bell(own)).toEqual([])

  const url = `/api/leads/${conversation?.leadId}`
  await app.inject({ method: 'PUT', url, headers: ours.auth, payload: { ownerId: idOf(own) } })
  expect((await give(own)).statusCode).toBe(200)
  expect(await conversationsOf(own)).toHaveLength(1)
})

test('a conversation is put off to a time that is to come', async () => {
  const ours = await company(app)
  await told(ours, '5511944448888', 'Elisa Reis', 'Oi')
  const [conversation] = await conversationsOf(ours)
  const putOff = (minutes: number) =>
    app.inject({
      method: 'PATCH',
      url: `/api/conversations/${conversation?.id}`,
      headers: ours.auth,
      payload: { snoozedUntil: new Date(Date.now() + minutes * 60_000).toISOString() }
    })
  const refused = await putOff(-1)
  expect([refused.statusCode, refused.json().message]).toEqual([400, 'Escolha um momento que ainda não passou.'])
  expect((await putOff(60)).json()).toMatchObject({ status: 'snoozed' })
})
