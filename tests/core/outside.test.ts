import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { safeFetch } from '../../services/core/outside.ts'
import { atEnd } from '../kit/end.ts'
import type { Asked, Client } from '../kit/outside.ts'
import { type Answer, breakNames, hangs, startBreaking } from '../kit/peers/breaking.ts'

const run = promisify(execFile)

const sse = (...events: (object | string)[]): Answer => ({
  type: 'text/event-stream',
  body: events.map(event => `data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`).join('')
})
const said = (content: string) => ({ choices: [{ index: 0, delta: { content }, finish_reason: null }] })
const called = (index: number) => ({
  choices: [{ index: 0, delta: { tool_calls: [{ index, id: `c${index}`, function: { name: 'f', arguments: '{}' } }] } }]
})
const stop = { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }

/** Streams of a provider that the reader leaves, or cannot read, before their end. */
const streams: Record<string, [Answer, string]> = {
  'an error event': [sse(said('Um'), { error: { message: 'overloaded' } }, '[DONE]'), 'server Um'],
  'an error event first': [sse({ error: { message: 'overloaded' } }), 'server'],
  'a malformed event': [sse(said('Um'), '{"choices": [', '[DONE]'), 'answer Um'],
  'a reply over the limit': [sse(said('x'.repeat(30_000)), '[DONE]'), `length ${'x'.repeat(40)}`],
  'nine tool calls': [sse(...Array.from({ length: 9 }, (_, n) => called(n)), '[DONE]'), 'answer'],
  'arguments over the limit': [
    sse(
      { choices: [{ delta: { tool_calls: [{ index: 0, function: { name: 'f', arguments: 'x'.repeat(9000) } }] } }] },
      '[DONE]'
    ),
    'answer'
  ],
  'more than a megabyte': [sse(said('Um'), 'x'.repeat(1_200_000), stop, '[DONE]'), 'answer'],
  'words after the end': [sse(said('Um'), stop, '[DONE]', said('dois')), 'answered Um'],
  'events of another kind': [sse([] as never, 'null', { choices: null }, stop, '[DONE]'), 'answer'],
  'a good stream': [sse(said('Um'), said(' dois'), stop, '[DONE]'), 'answered Um dois']
}

const json = (value: object): Answer => ({ type: 'application/json', body: JSON.stringify(value) })
const models = json({ object: 'list', data: [{ id: 'small' }] })
const picture = { type: 'image/png', body: 'PNG'.repeat(1000) }
const agenda = { type: 'text/calendar', body: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n' }
const answers = { models, id: json({ id: '1' }), picture, agenda }

const kinds: Record<Client, string> = {
  question: 'a good stream',
  'test of a key': 'models',
  Graph: 'id',
  'Graph, a file up': 'id',
  login: 'id',
  file: 'picture',
  'file, left at once': 'picture',
  'file, never read': 'picture',
  calendar: 'agenda'
}
const clients = Object.keys(kinds) as Client[]

const server = await startBreaking({
  ...answers,
  ...Object.fromEntries(Object.entries(streams).map(([name, [answer]]) => [name, answer]))
})
atEnd(() => server.close())

const nameOf = (client: Client, place: string, kind = kinds[client]) => [client, kind, place].join('|')
const places = clients.flatMap(client => breakNames.map(place => [client, place] as const))
const ways = Object.entries(streams).map(([name, [, ended]]) => [name, ended] as const)
const cases = [
  ...places.map(([client, place]) => nameOf(client, place)),
  ...ways.map(([name]) => nameOf('question', 'a good answer', name))
]
const script = path.join(import.meta.dirname, '../kit/outsideClients.ts')
const { stdout } = await run(process.execPath, ['--disable-warning=ExperimentalWarning', script, server.url, ...cases])
const { ended, fatal }: Asked = JSON.parse(stdout)

test('no answer from outside ends the process that asked, wherever it breaks', () => {
  expect(fatal).toEqual([])
})

const good: Record<Client, string> = {
  question: 'answered Um dois',
  'test of a key': 'Conexão estabelecida com sucesso!',
  Graph: '{"id":"1"}',
  'Graph, a file up': '{"id":"1"}',
  login: '{"id":"1"}',
  file: '3000 bytes',
  'file, left at once': 'left',
  'file, never read': 'opened',
  calendar: agenda.body
}

const whole = ['a good answer', 'a reset after the end', 'more bytes than announced', 'a second answer']

test.each(places)('%s ends: %s', (client, place) => {
  const outcome = ended[nameOf(client, place)]
  expect(outcome).toBeDefined()
  if (whole.includes(place)) expect(outcome).toBe(good[client])
  // A file is read while it comes, and opened before.
  else if (!client.startsWith('file')) expect(outcome).not.toBe(good[client])
})

test.each(clients)('%s waits no longer than its limit', client => {
  const late = breakNames.filter(hangs).map(place => ended[nameOf(client, place)])
  const sentences: Partial<Record<Client, RegExp>> = {
    question: /^timeout/,
    'test of a key': /não respondeu a tempo/,
    Graph: /TimeoutError/,
    'Graph, a file up': /TimeoutError/,
    login: /TimeoutError/,
    calendar: /demorou demais/
  }
  for (const outcome of late) expect(outcome).toMatch(sentences[client] ?? /./)
})

const torn = breakNames.filter(place => /^(a reset|an end) (after the head|between)/.test(place))

test.each(torn)('a connection that breaks is no fault of the address that staff entered (%s)', place => {
  expect(ended[nameOf('question', place)]).toMatch(/^unreachable/)
  expect(ended[nameOf('test of a key', place)]).toContain('não foi possível chegar ao serviço')
})

test.each(ways)('%s in the stream of a provider', (name, outcome) => {
  expect(ended[nameOf('question', 'a good answer', name)]).toBe(outcome)
})

/** A server whose answers have no end, and the connections that it has. */
async function openEndless() {
  const open = new Set<Socket>()
  const endless = createServer((request, response) => {
    if (request.url === '/whole') return void response.end('all')
    response.write('x')
  })
  endless.on('connection', socket => open.add(socket.on('close', () => open.delete(socket))))
  endless.listen(0, '127.0.0.1')
  await once(endless, 'listening')
  atEnd(() => {
    endless.closeAllConnections()
    endless.close()
  })
  return { open, url: `http://127.0.0.1:${(endless.address() as AddressInfo).port}` }
}

const call = safeFetch({ trusted: true, maxBytes: 1000 })

test('an answer that is given up before it is read holds no connection', async () => {
  const { open, url } = await openEndless()
  const answer = await call(url)
  expect(open.size).toBe(1)
  await answer.body?.cancel()
  await expect.poll(() => open.size).toBe(0)
})

test('a signal that comes after the end leaves the connection to the next call', async () => {
  const { open, url } = await openEndless()
  const controller = new AbortController()
  expect(await (await call(`${url}/whole`, { signal: controller.signal })).text()).toBe('all')
  const [first] = open
  controller.abort()
  expect(await (await call(`${url}/whole`)).text()).toBe('all')
  expect([...open]).toEqual([first])
})

test('a signal within the answer reaches its reader as the reason that it has', async () => {
  const { open, url } = await openEndless()
  const controller = new AbortController()
  const answer = await call(url, { signal: controller.signal })
  controller.abort(new Error('enough'))
  await expect(answer.text()).rejects.toThrow('enough')
  await expect.poll(() => open.size).toBe(0)
  await expect(call(url, { signal: controller.signal })).rejects.toThrow('enough')
})
