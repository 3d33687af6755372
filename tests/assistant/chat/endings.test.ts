import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { chatTexts, noticeTexts } from '../../../services/assistant/chat/rules.ts'
import type { Integration } from '../../../services/assistant/integrations/schema.ts'
import { company } from '../../kit/app.ts'
import { ask, eventsOf, openChat } from '../../kit/chat.ts'
import type { Wanted } from '../../kit/peers/openai.ts'

const { app, peer, admin, integration } = await openChat()
const usual = peer.reply

/** Has the provider answer so until the end of the test. */
function answerWith(wanted: Wanted): void {
  peer.reply = () => wanted
  onTestFinished(() => {
    peer.reply = usual
  })
}

const stream = async (message: string) => {
  const payload = { message, sessionId: randomUUID() }
  return eventsOf((await app.inject({ method: 'POST', url: '/api/chat/stream', payload })).body)
}

const shortened: [string, Wanted, string, string][] = [
  ['at the limit of its length', { text: 'Um dois', finish: 'length' }, 'Um dois', noticeTexts.length],
  ['at the limit of another server', { text: 'Um dois', finish: 'max_tokens' }, 'Um dois', noticeTexts.length],
  ['by a filter', { text: 'Um dois', finish: 'content_filter' }, 'Um dois', noticeTexts.filter],
  ['by a filter, before a word', { finish: 'content_filter' }, '', noticeTexts.filter],
  ['while the model thought', { pieces: ['<think>Hmm'], finish: 'length' }, '', noticeTexts.length],
  ['by a refusal', { refusal: 'Não posso.' }, 'Não posso.', noticeTexts.refusal],
  ['without a finish', { text: 'Um dois', finish: null }, 'Um dois', noticeTexts.unfinished],
  [
    'within a call of a tool',
    { text: 'Vou', calls: [{ name: 'create_task', arguments: '{"tit' }], finish: 'length' },
    'Vou',
    noticeTexts.length
  ]
]

test.each(shortened)(
  'an answer that ends %s comes with its words and a notice',
  async (_how, wanted, response, notice) => {
    answerWith(wanted)
    const ours = await company(app)
    const answer = await ask(app, { message: 'Oi', sessionId: randomUUID() }, ours.auth)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ response, notice })
    expect(notice).not.toContain('Tente')
    expect((await stream('Oi')).at(-1)).toMatchObject({ event: 'done', data: { response, notice } })
    const history = await app.inject({ url: '/api/chat/history', headers: ours.auth })
    expect(history.json().data).toMatchObject([{ response, notice }])
  }
)

test('an answer without words is not shown to the provider as something it has said', async () => {
  const sessionId = randomUUID()
  peer.reply = () => ({ finish: 'content_filter' })
  await ask(app, { message: 'Um', sessionId })
  peer.reply = usual
  const { response, notice } = (await ask(app, { message: 'Dois', sessionId })).json()
  expect({ response, notice }).toEqual({ response: 'Resposta: Dois', notice: null })
  expect(peer.calls.at(-1)?.messages.filter(({ role }) => role === 'assistant')).toEqual([])
})

test('a stream that ends without a word or a finish is a fault', async () => {
  answerWith({ finish: null })
  const answer = await ask(app, { message: 'Oi' })
  expect([answer.statusCode, answer.json().message]).toEqual([503, chatTexts.trouble])
})

const thinking: [string, Wanted][] = [
  ['before it answers', { pieces: ['<think>', 'A pessoa quer', ' saber.', '</think>', '\n\nSão quatro', ' planos.'] }],
  ['in pieces of a letter', { pieces: [...'<think>A pessoa <b> quer </ saber.</think>São quatro planos.'] }],
  ['in the middle', { pieces: ['São <thi', 'nking>hm</thin', 'king>quatro planos.'] }],
  ['in a field of its own', { reasoning: 'A pessoa quer saber.', text: 'São quatro planos.' }]
]

test.each(thinking)('what a model thinks %s is shown to nobody', async (_when, wanted) => {
  answerWith(wanted)
  const events = await stream('Quantos planos?')
  const written = events.map(each => (each.event === 'delta' ? each.data.text : '')).join('')
  // The last words may come with the whole answer alone.
  expect('São quatro planos.').toContain(written.trim())
  expect(events.at(-1)).toMatchObject({ data: { response: 'São quatro planos.', notice: null } })
})

test('signs that only look like thoughts stay', async () => {
  answerWith({ pieces: [...'Se 3 < 4 e <thin', 'g> fica, <', ''] })
  expect((await ask(app, { message: 'Oi' })).json().response).toBe('Se 3 < 4 e <thing> fica, <')
})

const read = async (): Promise<Integration> =>
  (await app.inject({ url: '/api/admin/integrations', headers: admin.auth })).json()[0]

async function useModel(model: string): Promise<void> {
  const change = { method: 'PUT' as const, url: `/api/admin/integrations/${integration.id}`, headers: admin.auth }
  await app.inject({ ...change, payload: { config: { model } } })
  onTestFinished(async () => void (await app.inject({ ...change, payload: { config: { model: null } } })))
}

/** The parameters of the calls that the work makes. */
async function sent(work: () => Promise<unknown>): Promise<string[][]> {
  const before = peer.calls.length
  await work()
  return peer.calls.slice(before).map(({ parameters }) => parameters.filter(each => !/^(model|messages)$/.test(each)))
}

test('a model that thinks without saying when it begins is known from then on', async () => {
  await useModel('unannounced')
  answerWith({ pieces: ['A pessoa', ' quer.', '</think>', 'São quatro', ' planos.'] })
  expect((await ask(app, { message: 'Oi' })).json().response).toBe('São quatro planos.')
  await expect.poll(async () => (await read()).thinksFirst).toBe(true)
  const events = await stream('Quantos?')
  const written = events.map(each => (each.event === 'delta' ? each.data.text : '')).join('')
  expect('São quatro planos.').toContain(written)
  peer.reply = () => 'Sem pensar.'
  expect((await ask(app, { message: 'Oi' })).json().response).toBe('Sem pensar.')
})

const refusals: [string, string[], string[]][] = [
  ['max_completion_tokens', ['max_completion_tokens'], ['stream', 'stream_options', 'max_tokens']],
  ['both names of the limit', ['max_completion_tokens', 'max_tokens'], ['stream', 'stream_options']],
  ['stream_options', ['stream_options'], ['stream', 'max_completion_tokens']],
  ['stream', ['stream'], ['max_completion_tokens']],
  ['all of them', ['max_completion_tokens', 'max_tokens', 'stream'], []]
]

test.each(refusals.flatMap(each => (['message', 'fields'] as const).map(how => [...each, how] as const)))(
  'a server that refuses %s is asked without it, and the next time at once',
  async (name, parameters, left, how) => {
    await useModel(`${name} ${how}`)
    peer.refuses = { parameters: [...parameters], how }
    onTestFinished(() => {
      peer.refuses = { parameters: [], how: 'message' }
    })
    const first = await sent(async () => {
      const answer = await ask(app, { message: 'Oi' })
      expect(answer.json().response).toBe('Resposta: Oi')
    })
    expect(first).toHaveLength(1 + parameters.length)
    expect(first.at(-1)?.sort()).toEqual([...left].sort())
    await expect.poll(async () => (await read()).refusedParameters.sort()).toEqual([...parameters].sort())
    expect(await sent(() => ask(app, { message: 'Oi' }))).toEqual([expect.arrayContaining(left)])
  }
)

test('a server that does not say what it refuses is asked with what every server takes', async () => {
  await useModel('silent')
  peer.refuses = { parameters: ['stream_options'], how: 'silent' }
  onTestFinished(() => {
    peer.refuses = { parameters: [], how: 'message' }
  })
  const calls = await sent(async () => expect((await ask(app, { message: 'Oi' })).statusCode).toBe(200))
  expect(calls).toHaveLength(2)
  await expect.poll(async () => (await read()).refusedParameters).toContain('stream_options')
})

test('a server that refuses everything is a matter of the settings, and asking again is not suggested', async () => {
  await useModel('nothing')
  peer.refuses = { parameters: ['model'], how: 'silent' }
  onTestFinished(() => {
    peer.refuses = { parameters: [], how: 'message' }
  })
  const answer = await ask(app, { message: 'Oi' })
  expect([answer.statusCode, answer.json().message]).toEqual([503, chatTexts.settings])
  expect((await read()).refusedParameters).toEqual([])
})

test('another model is asked with all parameters', async () => {
  await useModel('other')
  expect((await read()).refusedParameters).toEqual([])
  expect(await sent(() => ask(app, { message: 'Oi' }))).toEqual([
    expect.arrayContaining(['stream', 'stream_options', 'max_completion_tokens'])
  ])
})

test('a limit of the moment is waited for as long as the provider says', async () => {
  peer.fault = 'rateOnce'
  peer.retryAfter = '2'
  onTestFinished(() => {
    peer.retryAfter = null
  })
  const began = Date.now()
  expect((await ask(app, { message: 'Oi' })).json().response).toBe('Resposta: Oi')
  expect(Date.now() - began).toBeGreaterThan(1900)
})

test('a limit that ends after the asker has given up is not waited for', async () => {
  peer.fault = 'rate'
  peer.retryAfter = '3600'
  onTestFinished(() => {
    peer.fault = 'none'
    peer.retryAfter = null
  })
  const calls = await sent(async () => expect((await ask(app, { message: 'Oi' })).statusCode).toBe(503))
  expect(calls).toHaveLength(1)
})
