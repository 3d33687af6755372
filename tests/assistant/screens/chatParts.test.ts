import { expect, test } from 'vitest'
import { chatTexts } from '../../../services/assistant/chat/rules.ts'
import { errorTexts } from '../../../services/core/rules.ts'
import { eventsOf, readEvent } from '../../../web/src/assistant/chat/events.ts'
import { openAiOf } from '../../../web/src/assistant/chat/key.ts'
import { blocksOf, plainText, webAddress } from '../../../web/src/assistant/chat/markdown.ts'
import { contextOf, conversationsOf, messagesOf } from '../../../web/src/assistant/chat/messages.ts'
import { messageOf, troubleOf } from '../../../web/src/assistant/chat/problems.ts'
import { HttpError } from '../../../web/src/core/http.ts'

test.each([
  ['504', new HttpError(504, 'x', { message: 'outra' }), 'timeout', chatTexts.expired],
  ['a time-out', new HttpError(0, errorTexts.timeout, {}, true), 'timeout', chatTexts.expired],
  ['an abort', new DOMException('x', 'AbortError'), 'timeout', chatTexts.expired],
  ['a bad key', new HttpError(503, 'x', { message: chatTexts.keyMissing }), 'configuration', chatTexts.keyMissing],
  ['no credit', new HttpError(503, 'x', { message: chatTexts.noCredit }), 'configuration', chatTexts.noCredit],
  [
    'an English text',
    new HttpError(500, 'x', { message: 'Authentication failed' }),
    'configuration',
    chatTexts.keyMissing
  ],
  ['not configured', new HttpError(500, 'x', { message: 'LLM not configured' }), 'configuration', chatTexts.keyMissing],
  ['too many', new HttpError(429, 'x', { message: 'Aguarde um pouco.' }), 'other', 'Aguarde um pouco.'],
  ['no words', new HttpError(500, 'x'), 'other', chatTexts.failed],
  ['no network', new HttpError(0, errorTexts.network), 'other', errorTexts.network],
  ['a bug', new TypeError('x'), 'other', chatTexts.failed]
])('%s is shown for what it is', (_name, error, kind, text) => {
  expect(troubleOf(error)).toEqual({ kind, text })
})

test('a failure that another back end names "error" is shown too', () => {
  expect(messageOf(new HttpError(400, 'x', { error: 'Sem acesso' } as never))).toBe('Sem acesso')
})

test('answers are read as bold, lists and links, and nothing else', () => {
  expect(blocksOf('Olá **você**\nlinha\n\n- um\n- dois\n1. três')).toEqual([
    { kind: 'paragraph', lines: [[text('Olá '), { kind: 'bold', text: 'você' }], [text('linha')]] },
    { kind: 'list', ordered: false, items: [[text('um')], [text('dois')]] },
    { kind: 'list', ordered: true, items: [[text('três')]] }
  ])
  expect(blocksOf('Veja [os planos](https://a.br/p) ou https://b.br/x.')).toEqual([
    {
      kind: 'paragraph',
      lines: [
        [
          text('Veja '),
          { kind: 'link', text: 'os planos', href: 'https://a.br/p' },
          text(' ou '),
          { kind: 'link', text: 'https://b.br/x', href: 'https://b.br/x' },
          text('.')
        ]
      ]
    }
  ])
})

test.each(['[x](javascript:alert(1))', '[x](data:text/html,a)', '<img src=x onerror=alert(1)>', '[x](//a.br)'])(
  '%s stays text',
  written => {
    const [block] = blocksOf(written)
    expect(block?.kind === 'paragraph' && block.lines[0]?.every(part => part.kind === 'text')).toBe(true)
  }
)

test('only addresses of the web are links', () => {
  expect(webAddress('https://a.br')).toBe('https://a.br/')
  expect(webAddress('javascript:alert(1)')).toBeNull()
  expect(plainText('**Oi**, [aqui](https://a.br)')).toBe('Oi, aqui')
})

test('a stream is read however it is cut, heartbeats and nonsense passed over', async () => {
  const bytes = new TextEncoder().encode(
    ': oi\n\nevent: delta\ndata: {"text":"é"}\n\nevent: delta\r\ndata: {"text":"b"}\r\n\r\ndata: {não\n\n'
  )
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const byte of bytes) controller.enqueue(Uint8Array.of(byte))
      controller.close()
    }
  })
  const found: unknown[] = []
  for await (const event of eventsOf(body)) found.push(event)
  expect(found).toEqual([
    { event: 'delta', data: { text: 'é' } },
    { event: 'delta', data: { text: 'b' } }
  ])
  expect(readEvent(': heartbeat')).toBeNull()
})

const item = (sessionId: string, timestamp: string, message: string, response: string | null = 'r') => ({
  id: message,
  sessionId,
  timestamp,
  message,
  response,
  notice: null,
  isBot: response !== null,
  feedback: null,
  cards: []
})

test('conversations are listed by their latest message, and read from the first', () => {
  const items = [
    item('b', '2026-02-03T00:00:00Z', 'fim de b'),
    item('a', '2026-02-02T00:00:00Z', 'a', null),
    item('b', '2026-02-01T00:00:00Z', 'começo de b')
  ]
  expect(conversationsOf(items)).toEqual([
    { id: 'b', lastAt: '2026-02-03T00:00:00Z', title: 'começo de b' },
    { id: 'a', lastAt: '2026-02-02T00:00:00Z', title: 'a' }
  ])
  expect(messagesOf(items).map(message => message.text)).toEqual(['começo de b', 'r', 'a', 'fim de b', 'r'])
})

test('what failed and what was apologised for is no context', () => {
  const said = [
    { id: '1', from: 'user', text: 'um' },
    { id: '2', from: 'assistant', text: 'dois' },
    { id: '3', from: 'user', text: 'três', failed: 'x' },
    { id: '4', from: 'assistant', text: 'desculpe', sorryFor: '3' }
  ] as const
  expect(contextOf(said)).toEqual([
    { role: 'user', content: 'um' },
    { role: 'assistant', content: 'dois' }
  ])
})

test('the provider is found by its name', () => {
  expect(openAiOf([{ name: 'WhatsApp' }, { name: 'openai (GPT)' }])).toEqual({ name: 'openai (GPT)' })
  expect(openAiOf([{ name: 'WhatsApp' }])).toBeUndefined()
})

const text = (words: string) => ({ kind: 'text', text: words })
