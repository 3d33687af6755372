import { expect, test } from 'vitest'
import { readWhatsapp } from '../../../services/messaging/channels/whatsapp/read.ts'
import { whatsapp } from '../../kit/webhooks.ts'

const at = String(Math.floor(Date.now() / 1000))

/** The update that one message becomes. */
function read(message: object) {
  const [entry] = readWhatsapp(
    whatsapp('123456789012345', { messages: [{ from: '5511987654321', id: 'wamid.1', timestamp: at, ...message }] })
  )
  return entry && 'update' in entry && entry.update.type === 'message' ? entry.update : undefined
}

test.each([
  ['no list', { contacts: 'x' }],
  ['no cards', { contacts: [null, 7, 'x'] }],
  ['wrong parts', { contacts: [{ name: 7, phones: [{ phone: 7 }, null], emails: 'x', org: [] }] }]
])('cards of a stranger are read as far as they are cards: %s', (_case, content) => {
  const cards = (read({ type: 'contacts', ...content })?.data.cards ?? []) as object[]
  for (const card of cards) expect(card).toEqual({ name: null, company: null, phones: [], emails: [] })
})

test('a huge message of a stranger is read within bounds', () => {
  const many = (n: number, each: object) => Array.from({ length: n }, () => each)
  const cards = read({ type: 'contacts', contacts: many(5000, { phones: many(1000, { phone: '1' }) }) })?.data.cards
  expect(cards).toHaveLength(20)
  expect((cards as { phones: string[] }[])[0]?.phones).toHaveLength(20)
  const order = read({ type: 'order', order: { product_items: many(5000, { quantity: 1 }) } })?.data
  expect(order?.items).toBe(5000)
  expect(order?.lines).toHaveLength(100)
  const answers = (json: string) =>
    read({ type: 'interactive', interactive: { type: 'nfm_reply', nfm_reply: { response_json: json } } })?.data.answers
  expect(answers(JSON.stringify({ a: 'x'.repeat(30_000) }))).toEqual([])
  expect(answers('{"a": ')).toEqual([])
  expect(answers('[1]')).toEqual([])
  expect(answers('{"a": ["b", 2], "__proto__": "c", "flow_token": "t"}')).toEqual([
    { field: 'a', value: '["b",2]' },
    { field: '__proto__', value: 'c' }
  ])
})

test('the answers of a form are its words, and never the English word that comes with them', () => {
  const words = (nfm_reply: object) =>
    read({ type: 'interactive', interactive: { type: 'nfm_reply', nfm_reply } })?.text
  expect(words({ body: 'Sent', response_json: '{"flow_token":"t","sabor":"Limão","dia":"12/12"}' })).toBe(
    'Limão, 12/12'
  )
  expect(words({ body: 'Sent', response_json: '{}' })).toBeNull()
  expect(words({ body: 'Obrigado', response_json: 'x' })).toBe('Obrigado')
  expect(words({ body: 'Sent', response_json: JSON.stringify({ a: 'x'.repeat(9000) }) })?.length).toBeLessThanOrEqual(
    500
  )
})

test('what is hidden is named where the channel says what it is', () => {
  const hidden = (type: unknown) => read({ type: 'unsupported', unsupported: { type } })?.data.hidden
  expect([hidden('poll_creation'), hidden('view_once'), hidden('constructor'), hidden(7)]).toEqual([
    'poll',
    'viewOnce',
    undefined,
    undefined
  ])
})
