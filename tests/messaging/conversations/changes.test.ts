import { expect, test } from 'vitest'
import { processDeliveries } from '../../../services/messaging/conversations/deliveries.ts'
import type { Conversation, Message } from '../../../services/messaging/conversations/schema.ts'
import { company, openApp, type Tenant } from '../../kit/app.ts'
import { newDatabase } from '../../kit/database.ts'
import { type Channel, connect, deliver, instagram, profile, whatsapp, written } from '../../kit/webhooks.ts'

// A database of its own, because all deliveries that wait are processed.
const app = await openApp({ DATABASE_URL: await newDatabase() })

async function deliverAll(channel: Channel, bodies: readonly object[]): Promise<void> {
  for (const body of bodies) {
    expect((await deliver(app, channel, body)).statusCode).toBe(200)
    const rows = await app.db.everyCompany(trx =>
      trx.selectFrom('deliveries').select('id').where('processed_at', 'is', null).execute()
    )
    await processDeliveries(
      app.db,
      rows.map(({ id }) => id)
    )
  }
}

const get = async <T>(who: Tenant, url: string): Promise<T> => (await app.inject({ url, headers: who.auth })).json<T>()

/** The thread and its line in the list, without what differs between any two conversations. */
async function shown(who: Tenant): Promise<object> {
  const [conversation, ...others] = await get<Conversation[]>(who, '/api/conversations')
  const messages = await get<Message[]>(who, `/api/conversations/${conversation?.id}/messages`)
  const { name, lastText, lastKind, lastDirection, lastMessageAt, unread, status } = conversation ?? {}
  const rows = await app.db.company(who.id, trx =>
    trx
      .selectFrom('messages')
      .select(['media_state', 'created_at', 'edited_at', 'deleted_at', 'reply_to'])
      .orderBy('created_at')
      .execute()
  )
  return {
    others: others.length,
    list: { name, lastText, lastKind, lastDirection, lastMessageAt, unread, status },
    messages: messages.map(({ kind, text, direction, data, editedAt, deletedAt }) => ({
      kind,
      text,
      direction,
      data: Object.keys(data).filter(key => key !== 'fromApp'),
      edited: editedAt !== null,
      deleted: deletedAt !== null
    })),
    rows
  }
}

const from = '5511987654321'
const start = Math.floor(Date.now() / 1000) * 1000 - 60_000

/** Each kind of message as WhatsApp sends it, and as it stands inside an edit. */
const kinds: [string, object, object | null][] = [
  ['text', { body: 'Quero dois' }, { body: 'Quero três' }],
  ['image', { id: 'm1', mime_type: 'image/jpeg', caption: 'Este' }, { caption: 'Aquele' }],
  ['video', { id: 'm2', mime_type: 'video/mp4', caption: 'Este' }, { caption: 'Aquele' }],
  ['document', { id: 'm3', filename: 'a.pdf', mime_type: 'application/pdf', caption: 'Nota' }, { caption: 'Recibo' }],
  ['audio', { id: 'm4', mime_type: 'audio/ogg' }, null],
  ['sticker', { id: 'm5', mime_type: 'image/webp' }, null],
  ['location', { latitude: -23, longitude: -46, name: 'Sede' }, null]
]

const changesOf = (type: string, inside: object | null): [string, object][] => [
  ...((inside
    ? [
        ['edit', { type: 'edit', edit: { original_message_id: 'w1', message: { type, [type]: inside } } }],
        ['edit without its kind', { type: 'edit', edit: { original_message_id: 'w1', message: { [type]: inside } } }]
      ]
    : []) as [string, object][]),
  ['edit that is not understood', { type: 'edit', edit: { original_message_id: 'w1', message: { type: 'poll' } } }],
  ['deletion', { type: 'revoke', revoke: { original_message_id: 'w1' } }]
]

for (const [type, content, inside] of kinds)
  for (const [name, change] of changesOf(type, inside))
    test(`${type}, ${name}: whatever comes first, one thread and one line of the list`, async () => {
      const results: object[] = []
      for (const order of ['in order', 'change first', 'change first among others'] as const) {
        const ours = await company(app)
        const channel = await connect(app, ours)
        const contacts = [profile(from, 'Zoé')]
        const one = (message: object) => whatsapp(channel.account, { contacts, messages: [message] })
        const original = one({ from, id: 'w1', timestamp: String(start / 1000), type, [type]: content })
        const changed = one({ from, id: 'w2', timestamp: String(start / 1000 + 2), ...change })
        await deliverAll(channel, order === 'in order' ? [original, changed] : [changed, original])
        if (order === 'change first among others') await deliverAll(channel, [changed, original])
        results.push(await shown(ours))
      }
      const [inOrder, ...rest] = results as [Awaited<ReturnType<typeof shown>>, ...object[]]
      for (const each of rest) expect(each).toEqual(inOrder)
      const gone = name === 'deletion'
      const old = content as { body?: string; caption?: string; name?: string }
      const words = (inside ?? {}) as { body?: string; caption?: string }
      const kept = old.body ?? old.caption ?? old.name ?? null
      expect(inOrder).toMatchObject({
        others: 0,
        list: { name: 'Zoé', unread: 1, ...(gone && { lastText: 'Mensagem apagada' }) },
        messages: [
          {
            kind: type,
            deleted: gone,
            edited: !gone,
            text: gone ? null : name.startsWith('edit that') ? kept : (words.body ?? words.caption)
          }
        ]
      })
    })

test('an edit that overtakes its message in a thread that goes on leaves the later words in the list', async () => {
  const results: object[] = []
  for (const first of ['message', 'edit']) {
    const ours = await company(app)
    const channel = await connect(app, ours)
    const one = (message: object) =>
      whatsapp(channel.account, { contacts: [profile(from, 'Zoé')], messages: [message] })
    const text = one(written(from, 'w1', 'Quero dois', start))
    const edit = one({
      from,
      id: 'w2',
      timestamp: String(start / 1000),
      type: 'edit',
      edit: { original_message_id: 'w1', message: { type: 'text', text: { body: 'Quero três' } } }
    })
    const later = one(written(from, 'w3', 'Obrigada', start + 5000))
    await deliverAll(channel, [one(written(from, 'w0', 'Olá', start - 5000))])
    await deliverAll(channel, first === 'edit' ? [edit, later, text] : [text, edit, later])
    results.push(await shown(ours))
  }
  expect(results[1]).toEqual(results[0])
  expect(results[0]).toMatchObject({
    list: { lastText: 'Obrigada', unread: 3 },
    messages: [{ text: 'Obrigada' }, { text: 'Quero três' }, { text: 'Olá' }]
  })
})

test('an edit of Instagram without words leaves those that stood there', async () => {
  const ours = await company(app)
  const channel = await connect(app, ours, 'instagram')
  const person = { sender: { id: '17841400000000001' }, recipient: { id: channel.account }, timestamp: start }
  await deliverAll(channel, [
    instagram(channel.account, [{ ...person, message: { mid: 'm1', text: 'Às 9h' } }]),
    instagram(channel.account, [{ ...person, timestamp: start + 9, message_edit: { mid: 'm1', num_edit: 1 } }])
  ])
  expect(await shown(ours)).toMatchObject({ messages: [{ text: 'Às 9h', edited: true }] })
})

test.each([
  ['the same number', from, [profile(from, 'Zoé')], 'Zoé'],
  ['without the ninth digit', from, [profile('551187654321', 'Zoé')], 'Zoé'],
  ['an only contact of another number', from, [profile('5521900000000', 'Zoé')], 'Zoé'],
  ['one of several', from, [profile('5521900000000', 'Bia'), profile(from, 'Zoé')], 'Zoé'],
  ['none of several', from, [profile('5521900000000', 'Bia'), profile('5521900000001', 'Ana')], '11987654321'],
  ['a name without a visible sign', from, [profile(from, '\u3164 \u200e')], '11987654321']
])('the name of a person: %s', async (_case, number, contacts, name) => {
  const ours = await company(app)
  const channel = await connect(app, ours)
  await deliverAll(channel, [whatsapp(channel.account, { contacts, messages: [written(number, 'w1', 'Olá', start)] })])
  expect(await shown(ours)).toMatchObject({ list: { name } })
})

test('what the shop writes on its telephone bears the name of the person, never its own', async () => {
  const ours = await company(app)
  const channel = await connect(app, ours)
  const body = whatsapp(channel.account, { contacts: [profile('551140028922', 'A loja'), profile(from, 'Zoé')] })
  const [entry] = body.entry
  const [change] = entry?.changes ?? []
  Object.assign(change ?? {}, { field: 'smb_message_echoes' })
  Object.assign(change?.value ?? {}, {
    message_echoes: [{ ...written('551140028922', 'w1', 'Bom dia', start), to: from }]
  })
  await deliverAll(channel, [body])
  expect(await shown(ours)).toMatchObject({
    list: { name: 'Zoé' },
    messages: [{ text: 'Bom dia', direction: 'out' }]
  })
})
