import { expect, test } from 'vitest'
import { greetingOf, leadCountOf, leadCountText } from '../../../services/assistant/chat/own.ts'
import { chatTexts } from '../../../services/assistant/chat/rules.ts'
import { company, openApp, sendLead, testConfig } from '../../kit/app.ts'
import { ask, eventsOf } from '../../kit/chat.ts'
import { newDatabase } from '../../kit/database.ts'
import { join } from '../../kit/team.ts'
import { openWorker } from '../../kit/workers.ts'

test.each([
  ['Oi', 'Olá'],
  ['olá, Lia!', 'Olá'],
  ['Bom dia, tudo bem?', 'Bom dia'],
  ['BOA NOITE', 'Boa noite'],
  ['Oi, como importo a minha planilha?', null],
  ['Boa sorte', null],
  ['Quantos leads eu tenho?', null],
  ['', null]
])('%s is given back as %s', (text, greeting) => {
  expect(greetingOf(text, 'Lia')).toBe(greeting)
})

test.each([
  ['Quantos leads eu tenho?', { period: null, status: null }],
  ['quantos leads novos temos', { period: null, status: 'new' }],
  ['Quantos leads estão em contato agora?', { period: null, status: 'contacted' }],
  ['Quantos leads recebi hoje?', { period: 'today', status: null }],
  ['Quantos leads convertidos neste mês?', { period: 'month', status: 'converted' }],
  // Questions with another condition would be answered wrongly.
  ['Quantos leads o plano permite?', null],
  ['Quantos leads recebi ontem?', null],
  ['Quantos leads do Instagram eu tenho?', null],
  ['Quantos leads novos e perdidos eu tenho?', null],
  ['Quais leads eu tenho?', null]
])('%s asks for %j', (text, expected) => {
  expect(leadCountOf(text)).toEqual(expected)
})

test('a single one is counted in the singular, and parts only where there are several', () => {
  const counts = (count: number, more = 0) => [
    { status: 'new' as const, count },
    { status: 'lost' as const, count: more }
  ]
  expect(leadCountText({ period: null, status: null }, counts(1))).toBe('Você tem **1 lead**.')
  expect(leadCountText({ period: 'today', status: 'new' }, counts(1, 4))).toBe('Hoje chegou **1 lead novo**.')
  expect(leadCountText({ period: null, status: null }, counts(1200, 1))).toBe(
    'Você tem **1.201 leads**: 1.200 novos e 1 perdido.'
  )
})

test('without a provider it greets back, counts what the person sees, and has an article for each first step', async () => {
  const url = await newDatabase()
  const app = await openApp({ DATABASE_URL: url })
  await openWorker(testConfig({ DATABASE_URL: url }))
  const [ours, theirs] = [await company(app), await company(app)]
  const own = await join(app, ours, { leadAccess: 'own' })
  const ids: string[] = []
  for (const n of [1, 2, 3]) {
    const sent = await sendLead(app, ours.id, { email: `a${n}@example.com`, phone: `1198765432${n}` })
    ids.push(sent.json<{ id: string }>().id)
  }
  await sendLead(app, theirs.id)
  await app.inject({
    method: 'PUT',
    url: `/api/leads/${ids[0]}`,
    headers: ours.auth,
    payload: { status: 'lost', lostReason: 'Preço' }
  })
  const said = async (message: string, auth: Record<string, string> = ours.auth) =>
    (await ask(app, { message }, auth)).json<{ response?: string; message?: string }>()

  const bestArticle = async (message: string) => {
    const streamed = await app.inject({
      method: 'POST',
      url: '/api/chat/stream',
      headers: ours.auth,
      payload: { message }
    })
    const last = eventsOf(streamed.body).at(-1)
    // The answer without a stream is the same.
    const { articles = [] } = (await ask(app, { message }, ours.auth)).json<{ articles?: { title: string }[] }>()
    expect(last?.event === 'failure' && last.data.articles).toEqual(articles)
    return last?.event === 'failure' ? last.data.articles?.[0]?.title : last
  }

  expect((await said('Boa tarde!')).response).toMatch(/^Boa tarde, \S+! Pergunte/)
  expect((await said('Oi', {})).response).toMatch(/^Olá! Pergunte sobre os planos/)
  expect((await said('Quantos leads eu tenho?')).response).toBe('Você tem **3 leads**: 2 novos e 1 perdido.')
  expect((await said('Quantos leads novos recebi hoje?')).response).toBe('Hoje chegaram **2 leads novos**.')
  expect((await said('Quantos leads eu tenho?', own.auth)).response).toBe('Você tem **0 leads**.')
  // A visitor has none, and a question that is not understood counts nothing.
  expect((await said('Quantos leads eu tenho?', {})).message).toBe(chatTexts.keyMissing)
  expect((await said('Quantos leads o plano permite?')).message).toBe(chatTexts.keyMissing)

  for (const [question, title] of [
    ['Como importo a minha planilha?', 'Como importar uma planilha de leads'],
    ['Posso desfazer uma importação?', 'Como importar uma planilha de leads'],
    ['Como divulgo o meu formulário?', 'Como receber leads pelo formulário público'],
    ['Como convido a equipe?', 'Como convidar a equipe'],
    ['Como respondo o primeiro lead?', 'Como responder o primeiro lead']
  ] as const)
    expect([question, await bestArticle(question)]).toEqual([question, title])
})
