import { expect, test } from 'vitest'
import type { Conversation, Message } from '../../../services/messaging/conversations/schema.ts'
import { choicesOf } from '../../../web/src/messaging/conversations/choices.ts'
import { snoozeChoices } from '../../../web/src/messaging/conversations/snooze.ts'
import {
  albumsOf,
  blocksOf,
  withMessage,
  withNewest,
  withOlder
} from '../../../web/src/messaging/conversations/thread.ts'
import {
  dayHeading,
  lastWords,
  lengthText,
  listTime,
  onlyEmoji,
  sizeOf,
  splitText,
  waitText,
  windowText
} from '../../../web/src/messaging/conversations/words.ts'

const zone = 'America/Sao_Paulo'
const now = Date.parse('2026-11-23T15:00:00Z')
const minute = 60_000
const hour = 60 * minute

test.for([
  [0, '0 min'],
  [12 * minute, '12 min'],
  [59.9 * minute, '59 min'],
  [3 * hour + 12 * minute, '3h12'],
  [3 * hour + 2 * minute, '3h02'],
  [24 * hour, '1 dia'],
  [71 * hour, '2 dias']
] as const)('%d ms are shown as %s', ([milliseconds, text]) => {
  expect(lengthText(milliseconds)).toBe(text)
})

test('who waits, and how long the window stays open, is said in words', () => {
  expect(waitText('2026-11-23T14:48:00Z', now)).toBe('espera há 12 min')
  expect(waitText('2026-11-23T14:59:50Z', now)).toBe('espera desde agora')
  expect(windowText('open', new Date(now + 3 * hour + 12 * minute), now)).toBe('Janela aberta por 3h12')
  expect(windowText('human', new Date(now + 50 * hour), now)).toBe('Resposta humana por mais 2 dias')
  expect(windowText('closed', null, now)).toBe('Janela fechada')
})

test.for([
  ['2026-11-23T03:05:00Z', '00:05', 'Hoje'],
  ['2026-11-23T02:55:00Z', 'ontem', 'Ontem'],
  ['2026-11-20T15:00:00Z', 'sex', 'sexta-feira'],
  ['2026-10-02T15:00:00Z', '02/10/2026', '2 de outubro de 2026']
] as const)('%s is %s in the list and %s in the conversation, by the clock of the company', ([at, inList, heading]) => {
  expect(listTime(at, zone, now)).toBe(inList)
  expect(dayHeading(at, zone, now)).toBe(heading)
})

test('a long text is cut into parts that the channel takes, between sentences or words, and loses nothing', () => {
  const text = 'Não há pão às três. '.repeat(120).trim()
  const parts = splitText('instagram', text)
  expect(parts.length).toBeGreaterThan(2)
  for (const part of parts) expect(new TextEncoder().encode(part).length).toBeLessThanOrEqual(1000)
  expect(parts.join(' ')).toBe(text)
  for (const part of parts) expect(part.endsWith('três.')).toBe(true)
  const family = '👨‍👩‍👧‍👦'.repeat(100)
  expect(splitText('instagram', family).join('')).toBe(family)
  for (const part of splitText('instagram', family)) expect(part.startsWith('👨')).toBe(true)
  expect(splitText('whatsapp', 'Oi')).toEqual(['Oi'])
})

test('the size is shown near the limit alone: bytes at Instagram, letters at WhatsApp', () => {
  expect(sizeOf('instagram', 'a'.repeat(700))).toBeNull()
  expect(sizeOf('instagram', 'ã'.repeat(450))).toEqual({ text: '900 de 1000 bytes', over: false })
  expect(sizeOf('instagram', 'ã'.repeat(501))).toEqual({ text: '1002 de 1000 bytes', over: true })
  expect(sizeOf('whatsapp', 'ã'.repeat(1000))).toBeNull()
})

test.for([
  ['🎉', true],
  ['👍🏽 🙏', true],
  ['👨‍👩‍👧‍👦', true],
  ['🇧🇷', true],
  ['🎉🎉🎉🎉', false],
  ['1', false],
  ['ok 👍', false],
  ['', false]
] as const)('%s is emoji alone: %s', ([text, alone]) => {
  expect(onlyEmoji(text)).toBe(alone)
})

test.for([
  ['2026-11-23T13:00:00Z', ['Hoje à tarde, às 14h', 'Amanhã às 9h', 'Segunda-feira às 9h']], // a Monday, 10:00
  ['2026-11-23T18:00:00Z', ['Hoje às 18h', 'Amanhã às 9h', 'Segunda-feira às 9h']],
  ['2026-11-22T22:00:00Z', ['Amanhã às 9h']] // a Sunday evening
] as const)('at %s a conversation can be put off to what still comes', ([at, labels]) => {
  const choices = snoozeChoices(new Date(at), zone)
  expect(choices.map(({ label }) => label)).toEqual(labels)
  for (const choice of choices) expect(choice.at.getTime()).toBeGreaterThan(Date.parse(at))
  expect(choices.find(({ label }) => label.startsWith('Amanhã'))?.at.toISOString()).toMatch(/T12:00:00/)
})

const message = (id: string, text = id) => ({ id, text }) as Message
const ids = (thread: { messages: Message[] }) => thread.messages.map(({ id }) => id).join('')

test('a block of messages is the same whatever comes before or after it, and nothing is lost', () => {
  const all = Array.from({ length: 400 }, (_, n) =>
    message(`m${n}-${((n * 7919) % 256).toString(16).padStart(2, '0')}`)
  )
  const begins = new Set<string>()
  const some = blocksOf(all.slice(100, 300), begins)
  expect(some.length).toBeGreaterThan(3)
  const older = blocksOf(all.slice(0, 300), begins)
  expect(older.slice(-some.length)).toEqual(some)
  const newer = blocksOf(all, begins)
  expect(newer.slice(0, older.length - 1)).toEqual(older.slice(0, -1))
  expect(newer.flatMap(({ messages }) => messages)).toEqual(all)
})

const file = { state: 'kept', reason: null, name: null, type: 'image/jpeg', size: 1, url: '/a' }
const picture = (id: string, second: number, other: object = {}) =>
  ({
    ...message(id, ''),
    ...{ kind: 'image', direction: 'in', author: null, status: null, reactions: [], replyTo: null, deletedAt: null },
    ...{ createdAt: new Date(now + second * 1000).toISOString(), file },
    ...other
  }) as Message
const ended = { file: { ...file, state: 'refused', url: null } }
const failing = { reactions: [{ direction: 'out', emoji: '👍', failure: 'Não foi.' }] }

test.for([
  ['pictures in one go are one album', [picture('a', 0), picture('b', 1), picture('c', 59)], 'abc'],
  ['words of the first belong to it', [picture('a', 0, { text: 'Olha' }), picture('b', 1)], 'ab'],
  ['words of a further one begin another group', [picture('a', 0), picture('b', 1, { text: 'Olha' })], 'a b'],
  [
    'pictures of one second have no known order, and the one with words is the first',
    [picture('a', 0), picture('b', 0.001, { text: 'Olha' }), picture('c', 0.002), picture('d', 1)],
    'bacd'
  ],
  [
    'two with words in one second are each their own',
    [picture('a', 0, { text: 'Olha' }), picture('b', 0.001), picture('c', 0.002, { text: 'Veja' })],
    'ab c'
  ],
  ['those of the other side are a group of their own', [picture('a', 0), picture('b', 1, { direction: 'out' })], 'a b'],
  ['those of another colleague too', [picture('a', 0, { author: 'Ana' }), picture('b', 1, { author: 'Bia' })], 'a b'],
  ['an hour later is another album', [picture('a', 0), picture('b', 3600), picture('c', 3601)], 'a bc'],
  [
    'what is on its way has its place',
    [picture('a', 0), picture('b', 1, { file: { ...file, state: 'waiting' } })],
    'ab'
  ],
  ['what was refused says so on its own', [picture('a', 0), picture('b', 1, ended), picture('c', 2)], 'a b c'],
  ['what was not sent says so on its own', [picture('a', 0), picture('b', 1, { status: 'failed' })], 'a b'],
  ['a reaction that failed says so on its own', [picture('a', 0), picture('b', 1, failing)], 'a b'],
  ['what was deleted is no picture', [picture('a', 0), picture('b', 1, { deletedAt: 'x' }), picture('c', 2)], 'a b c'],
  ['words between them part them', [picture('a', 0), picture('t', 1, { kind: 'text' }), picture('b', 2)], 'a t b']
] as const)('%s', ([, messages, albums]) => {
  const shown = albumsOf(messages).map(({ first, further = [] }) => [first, ...further].map(({ id }) => id).join(''))
  expect(shown.join(' ')).toBe(albums)
})

test('a block does not begin within an album', () => {
  const all = Array.from({ length: 70 }, (_, n) => picture(`m${n}-00`, n))
  expect(blocksOf(all, new Set()).map(({ messages }) => messages.length)).toEqual([70])
})

test('what did not change stays the same object when it is read again', () => {
  const current = { messages: [message('b'), message('a')], more: false }
  const fresh = withNewest(current, [message('c'), message('b'), message('a', 'edited')], true)
  expect(fresh.messages[1]).toBe(current.messages[0])
  expect(fresh.messages[2]).not.toBe(current.messages[1])
})

const question = (id: string, ...buttons: string[]) => ({
  ...message(id),
  kind: 'interactive',
  direction: 'out',
  data: { buttons }
})
const answer = (id: string, text: string, to: string | null) => ({
  ...message(id, text),
  kind: 'interactive',
  direction: 'in',
  data: {},
  replyTo: to && { id: to, text: null, kind: null }
})

test.for([
  ['that which it answers', [question('q', 'A', 'B'), question('r', 'A', 'B'), answer('x', 'B', 'q')], { q: 'B' }],
  [
    'the last that offers it, where it names none',
    [question('q', 'A'), question('r', 'A'), answer('x', 'A', null)],
    { r: 'A' }
  ],
  ['none that does not offer it', [question('q', 'A'), answer('x', 'C', 'q'), answer('y', 'D', null)], {}],
  ['none of later ones', [answer('x', 'A', null), question('q', 'A')], {}],
  ['the last of several answers', [question('q', 'A', 'B'), answer('x', 'A', 'q'), answer('y', 'B', 'q')], { q: 'B' }]
] as const)('a choice belongs to its question: %s', ([_name, messages, chosen]) => {
  expect(Object.fromEntries(choicesOf(messages as unknown as Message[]))).toEqual(chosen)
})

test.for([
  ['in', 'À tarde', 'Escolha: À tarde'],
  ['out', 'Quando?', 'Equipe: Quando?'],
  ['in', '', 'Escolha']
] as const)('in the list a choice that came %s as %s reads %s', ([lastDirection, lastText, words]) => {
  expect(lastWords({ channel: 'whatsapp', lastKind: 'interactive', lastText, lastDirection } as Conversation)).toBe(
    words
  )
})

test.for([
  ['whatsapp', 'Equipe: O bolo sai hoje: https://x.example/a_b_c'],
  ['instagram', 'Equipe: O *bolo* sai _hoje_: https://x.example/a_b_c']
] as const)('the list shows no marks where the application shows none: %s', ([channel, words]) => {
  const said = { lastKind: 'text', lastText: 'O *bolo* sai _hoje_: https://x.example/a_b_c', lastDirection: 'out' }
  expect(lastWords({ channel, ...said } as Conversation)).toBe(words)
})

test('what is read again joins what was read before, and leaves no gap', () => {
  const current = { messages: ['d', 'c', 'b', 'a'].map(id => message(id)), more: false }
  const fresh = withNewest(current, [message('e'), message('d', 'edited'), message('c')], true)
  expect(ids(fresh)).toBe('edcba')
  expect(fresh.messages[1]?.text).toBe('edited')
  expect(fresh.more).toBe(false)
  // Nothing joins them: what lies between is not known.
  expect(withNewest(current, [message('z'), message('y')], true)).toEqual({
    messages: [message('z'), message('y')],
    more: true
  })
  expect(ids(withNewest(undefined, [message('a')], false))).toBe('a')
  expect(ids(withOlder(fresh, [message('a'), message('0')], true))).toBe('edcba0')
  expect(ids(withMessage(fresh, message('f')))).toBe('fedcba')
  expect(ids(withMessage(fresh, message('e', 'sent')))).toBe('edcba')
})
