import { expect, test } from 'vitest'
import { processDeliveries } from '../../../services/messaging/conversations/deliveries.ts'
import { excerptOf } from '../../../services/messaging/conversations/excerpt.ts'
import type { Conversation } from '../../../services/messaging/conversations/schema.ts'
import { company, openApp, type Tenant } from '../../kit/app.ts'
import { newDatabase } from '../../kit/database.ts'
import { askErasure, erase } from '../../kit/privacy.ts'
import { join } from '../../kit/team.ts'
import { type Channel, connect, deliver, profile, whatsapp, written } from '../../kit/webhooks.ts'

const app = await openApp({ DATABASE_URL: await newDatabase() })

async function workedOff(): Promise<void> {
  const rows = await app.db.everyCompany(trx =>
    trx.selectFrom('deliveries').select('id').where('processed_at', 'is', null).execute()
  )
  await processDeliveries(
    app.db,
    rows.map(({ id }) => id)
  )
}

let messages = 0

async function writes(channel: Channel, from: string, name: string, ...texts: string[]): Promise<string[]> {
  const start = Date.now() - texts.length * 1000
  const written_ = texts.map((text, n) => written(from, `wamid.search${++messages}`, text, start + n * 1000))
  await deliver(app, channel, whatsapp(channel.account, { contacts: [profile(from, name)], messages: written_ }))
  await workedOff()
  return written_.map(({ id }) => id)
}

async function open() {
  const ours = await company(app)
  return { ours, channel: await connect(app, ours) }
}

async function search(who: Pick<Tenant, 'auth'>, q: string, more: object = {}): Promise<Conversation[]> {
  const filter = encodeURIComponent(JSON.stringify({ q, ...more }))
  const answer = await app.inject({ url: `/api/conversations?filter=${filter}`, headers: who.auth })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

const namesOf = async (who: Pick<Tenant, 'auth'>, q: string, more: object = {}) =>
  (await search(who, q, more)).map(({ name }) => name).sort()

const marked = (row: Conversation | undefined) => row?.match?.line.filter(part => part.marked).map(({ text }) => text)

test('words of messages are found without accents, by their beginnings, in whatever state, with the newest that has them', async () => {
  const { ours, channel } = await open()
  await writes(
    channel,
    '5511911110001',
    'Ana',
    'O orçamento do bolo de maçã',
    'Oi',
    'E o ORÇAMENTO da torta?',
    'Obrigada'
  )
  await writes(channel, '5511911110002', 'Bia', 'Quero uma torta')
  const [bia] = await search(ours, 'Bia')
  await app.inject({
    method: 'PATCH',
    url: `/api/conversations/${bia?.id}`,
    headers: ours.auth,
    payload: { status: 'resolved' }
  })

  expect(await namesOf(ours, 'torta')).toEqual(['Ana', 'Bia'])
  expect(await namesOf(ours, 'torta', { status: 'open' })).toEqual(['Ana'])
  for (const q of ['maca bolo', 'MAÇÃ', 'orcam', 'maçã, bolo!']) expect(await namesOf(ours, q), q).toEqual(['Ana'])
  // All words of one message; short ones whole.
  for (const q of [
    'maçã torta',
    'ol',
    'rçamento',
    '!!',
    '#',
    '%',
    "'; drop table messages --",
    'a '.repeat(50),
    '😀',
    ':*'
  ])
    expect(await namesOf(ours, q), q).toEqual([])

  const [found] = await search(ours, 'orcamento')
  expect(found?.match?.line.map(({ text }) => text).join('')).toBe('E o ORÇAMENTO da torta?')
  expect(marked(found)).toEqual(['ORÇAMENTO'])
  const thread = await app.inject({ url: `/api/conversations/${found?.id}/messages`, headers: ours.auth })
  expect(thread.json().map(({ id }: { id: string }) => id)).toContain(found?.match?.messageId)

  // A name is no message, and a list that is not searched names none.
  expect((await search(ours, 'Bia'))[0]).not.toHaveProperty('match')
  expect(await namesOf(await company(app, 'Outra'), 'torta')).toEqual([])
})

test('a number is found in whatever way it is written, with and without the ninth digit', async () => {
  const { ours, channel } = await open()
  await writes(channel, '5511987654321', 'Com nove', 'Oi')
  await writes(channel, '551133334444', 'Fixo', 'Oi')
  await writes(channel, '552187651234', 'Sem nove', 'Oi')
  for (const q of ['(11) 98765-4321', '98765-4321', '+55 11 98765-4321', '11 98765 4321', '8765-4321', '5511987654321'])
    expect(await namesOf(ours, q), q).toEqual(['Com nove'])
  for (const q of ['(21) 98765-1234', '+55 21 98765-1234', '(21) 8765-1234', '98765-1234'])
    expect(await namesOf(ours, q), q).toEqual(['Sem nove'])
  expect(await namesOf(ours, '(11) 3333-4444')).toEqual(['Fixo'])
})

test('an edited message is found by its new words, a deleted one and those of an erased person not at all', async () => {
  const { ours, channel } = await open()
  const [first, second] = await writes(channel, '5511922220001', 'Caio', 'Prefiro abacaxi', 'Ou talvez graviola')
  const change = (type: string, content: object) =>
    deliver(
      app,
      channel,
      whatsapp(channel.account, {
        messages: [
          {
            from: '5511922220001',
            id: `wamid.change-${type}`,
            timestamp: String(Math.floor(Date.now() / 1000)),
            type,
            [type]: content
          }
        ]
      })
    )
  expect(await namesOf(ours, 'abacaxi')).toEqual(['Caio'])
  await change('edit', { original_message_id: first, message: { type: 'text', text: { body: 'Prefiro morango' } } })
  await change('revoke', { original_message_id: second })
  await workedOff()
  expect(await namesOf(ours, 'abacaxi')).toEqual([])
  expect(await namesOf(ours, 'morango')).toEqual(['Caio'])
  expect(await namesOf(ours, 'graviola')).toEqual([])

  const request = await askErasure(app, ours, { name: 'Caio', phone: '11922220001' })
  expect((await erase(app, ours, request)).statusCode).toBeLessThan(300)
  expect(await namesOf(ours, 'morango')).toEqual([])
})

test('who sees only the own leads finds no words of others, however many of them have the word', async () => {
  const { ours, channel } = await open()
  const bia = await join(app, ours, { leadAccess: 'own' })
  await writes(channel, '5511933330001', 'Da Bia', 'Bom dia, aqui é a cliente')
  const [hers] = await search(ours, 'cliente')
  await app.db.everyCompany(async trx => {
    const owner_id = (
      await trx.selectFrom('employees').select('id').where('user_id', '=', bia.userId).executeTakeFirst()
    )?.id
    await trx
      .updateTable('leads')
      .set({ owner_id: owner_id ?? null })
      .where('id', '=', hers?.leadId ?? '')
      .execute()
  })
  await writes(channel, '5511933330002', 'De outro', ...Array.from({ length: 30 }, (_, n) => `Bom dia número ${n}`))
  expect(await namesOf(ours, 'bom dia')).toEqual(['Da Bia', 'De outro'])
  expect(await namesOf(bia, 'bom dia')).toEqual(['Da Bia'])
  expect(await namesOf(bia, 'numero')).toEqual([])
})

test('the line begins shortly before what was found and is cut around it', () => {
  const text = (message: string, q: string) =>
    excerptOf(message, q)
      .map(part => (part.marked ? `[${part.text}]` : part.text))
      .join('')
  expect(text('Bom dia', 'dia')).toBe('Bom [dia]')
  expect(text('Bom\n\ndia  a todos', 'BOM tod')).toBe('[Bom] dia a [todos]')
  expect(text('Não há', 'ha')).toBe('Não [há]')
  expect(text('e mais palavras antes desta que se procura aqui, pão', 'pao')).toBe('…procura aqui, [pão]')
  const long = text(`${'a '.repeat(300)}pão ${'b '.repeat(300)}`, 'pão')
  expect(long).toMatch(/^…[a ]+\[pão\][b ]+…$/)
  expect(long.length).toBeLessThan(200)
  expect(text(`${'😀'.repeat(200)} fim`, 'fim').isWellFormed()).toBe(true)
  expect(text('a+b (c) *', '+')).toBe('a+b (c) *')
})

test('people are found by their @name, whole or in part, and messages by the names of their files', async () => {
  const { ours, channel } = await open()
  const from = '5511933330001'
  await deliver(
    app,
    channel,
    whatsapp(channel.account, {
      contacts: [{ wa_id: from, profile: { name: 'Dora', username: 'dora.doces' } }],
      messages: [
        {
          ...written(from, 'wamid.file1', ''),
          type: 'document',
          document: { id: '1', filename: 'Orçamento_final-2026.pdf' }
        }
      ]
    })
  )
  await workedOff()
  await writes(channel, '5511933330002', 'Eva', 'Oi')
  for (const q of ['@dora.doces', '@dora', 'dora.doc', '@DOCES', 'orcamento', 'final 2026', 'Orçamento_final-2026.pdf'])
    expect(await namesOf(ours, q), q).toEqual(['Dora'])
  for (const q of ['@', '@eva.doces', 'final 2025']) expect(await namesOf(ours, q), q).toEqual([])
  expect(marked((await search(ours, 'orcamento'))[0])).toEqual(['Orçamento'])
})
