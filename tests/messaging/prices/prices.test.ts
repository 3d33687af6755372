import { expect, test } from 'vitest'
import { estimate, spendingRefusal } from '../../../services/messaging/prices/costs.ts'
import { marketsOfContact, marketsOfPhone, readMarket } from '../../../services/messaging/prices/markets.ts'
import { formatMicros, priceProblem, readListedPrice } from '../../../services/messaging/prices/rules.ts'
import type { CostGap, Costs, NewPriceCard, PriceCard } from '../../../services/messaging/prices/schema.ts'
import { warnOfLimits } from '../../../services/messaging/prices/worker.ts'
import type { Template, TemplatePreview } from '../../../services/messaging/templates/schema.ts'
import { openNumbers } from '../../kit/number.ts'
import { staff } from '../../kit/staff.ts'

const { app, meta, heard, connected } = await openNumbers()
const boss = await staff(app, 'employee', ['manage_integrations'])
const prices = '/api/admin/whatsapp-prices'

const day = (offset = 0) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
const card = (more: Partial<NewPriceCard> = {}): NewPriceCard => ({
  market: 'BR',
  currency: 'BRL',
  from: day(-60),
  source: 'Tabela da Meta',
  prices: { marketing: '0.3250', utility: '0.0450', authentication: '0.05' },
  ...more
})
const asStaff = async (method: 'GET' | 'POST', url: string, payload?: object) =>
  app.inject({ method, url, headers: boss.auth, ...(payload && { payload }) })
async function enter(more: Partial<NewPriceCard> = {}): Promise<PriceCard> {
  const answer = await asStaff('POST', prices, card(more))
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json()
}
const cards = async (): Promise<PriceCard[]> => (await asStaff('GET', prices)).json()

test('a card is kept with its decimals and history; one of a day to come waits, and nobody else enters any', async () => {
  const us = await connected()
  const first = await enter({ currency: 'EUR', market: 'Brazil' })
  expect(first).toMatchObject({ market: 'BR', marketName: 'Brasil', state: 'current', prices: { marketing: '0.3250' } })
  const second = await enter({ currency: 'EUR', prices: { marketing: '0.3300' } })
  await enter({ currency: 'EUR', from: day(30), prices: { marketing: '0.5' } })
  const kept = (await cards()).filter(({ currency }) => currency === 'EUR')
  expect(kept.map(({ state, prices: { marketing } }) => [state, marketing]).sort()).toEqual([
    ['current', '0.3300'],
    ['future', '0.5'],
    ['replaced', '0.3250']
  ])
  expect(kept.find(({ id }) => id === first.id)?.replacedAt).not.toBeNull()
  expect(kept.find(({ id }) => id === second.id)?.replacedAt).toBeNull()
  expect((await us.ask('POST', prices, card())).statusCode).toBe(403)
})

test.for([
  ['prices.marketing', { prices: { marketing: '0,3250' } }],
  ['prices.utility', { prices: { utility: '-1' } }],
  ['prices.utility', { prices: { utility: '0.12345678' } }],
  ['prices', { prices: {} }],
  ['market', { market: 'Atlântida' }],
  ['currency', { currency: 'real' }],
  ['from', { from: '2026-02-30' }],
  ['rules.freeServiceMessages', { rules: { freeServiceMessages: -1 } }]
] as const)('what is no card is refused by its field: %s', async ([field, wrong]) => {
  const answer = await asStaff('POST', prices, { ...card({ currency: 'GBP' }), ...wrong })
  expect(answer.statusCode, answer.body).toBe(400)
  expect(Object.keys(answer.json().errors)).toContain(field)
  expect((await cards()).some(({ currency }) => currency === 'GBP')).toBe(false)
})

test("Meta's list is read, and every line that was not is named", async () => {
  const csv = [
    'WhatsApp Business Platform rates,,,,,,',
    'Market,Currency,Marketing,Utility,Authentication,Authentication-International,Service',
    'Argentina,$US,0.0618,0.0260,0.0260,n/a,n/a',
    'Brazil,$US,"0,0625",0.0068,0.0068,n/a,0.0068',
    'Rest of Latin America,$US,0.0740,n/a,0.0113,n/a,n/a',
    'Chile,$US,abc,0.02,0.0113,n/a,n/a',
    'Argentina,$US,9,9,9,n/a,n/a',
    'Narnia,$US,1,1,1,n/a,n/a'
  ].join('\n')
  const answer = await asStaff('POST', `${prices}/import`, { csv, from: day(-1), source: 'Meta' })
  expect(answer.statusCode, answer.body).toBe(200)
  expect(answer.json()).toEqual({
    cards: 4,
    unread: [
      { line: 5, text: expect.stringContaining('Latin'), reason: 'Sem preço de utilidade.' },
      { line: 6, text: expect.stringContaining('Chile'), reason: 'O preço de divulgação não é um número.' },
      { line: 7, text: expect.any(String), reason: 'Este mercado já veio em uma linha acima.' },
      { line: 8, text: expect.any(String), reason: 'Mercado que não está na tabela da Meta.' }
    ]
  })
  const kept = (await cards()).filter(({ currency }) => currency === 'USD')
  expect(kept.find(({ market }) => market === 'BR')?.prices).toEqual({
    marketing: '0.0625',
    utility: '0.0068',
    authentication: '0.0068',
    service: '0.0068'
  })
  const none = await asStaff('POST', `${prices}/import`, { csv: 'a;b\n1;2', from: day(), source: 'Meta' })
  expect([none.statusCode, Object.keys(none.json().errors)]).toEqual([400, ['csv']])
})

/** The texts of amounts have spaces that do not break. */
const plain = (text: string) => text.replace(/\s/g, ' ')

test('prices, their texts and their markets', () => {
  expect(priceProblem('0.3250')).toBeUndefined()
  expect(['R$ 0,3250', '$0.0625', '1,234.56', '1.234,56', 'n/a', '', 'x'].map(readListedPrice)).toEqual([
    '0.3250',
    '0.0625',
    '1234.56',
    '1234.56',
    null,
    null,
    undefined
  ])
  expect([325_000, 12_000_000].map(micros => plain(formatMicros({ currency: 'BRL', micros })))).toEqual([
    'R$ 0,325',
    'R$ 12,00'
  ])
  expect(marketsOfPhone('11987654321')).toEqual(['BR', 'other'])
  expect(marketsOfPhone('+598 94 123 456')).toEqual(['UY', 'rest_of_latin_america', 'other'])
  expect(marketsOfContact('BR.1502576394655843')).toEqual(['BR', 'other'])
  expect(marketsOfContact('14155550123')[1]).toBe('north_america')
  expect([readMarket('United States'), readMarket('Turquia'), readMarket('North America')]).toEqual([
    'US',
    'TR',
    'north_america'
  ])
})

test('a template says its price, and its message costs what was estimated and what was billed', async () => {
  const us = await connected()
  const reminder = await us.template('retomar', 'Olá, podemos continuar a nossa conversa?')
  expect(reminder.price).toBeNull()
  await enter({ prices: { marketing: '0.3250', utility: '0.0450' } })
  const shown: Template = await us.call('GET', `/api/whatsapp/templates/${reminder.id}`)
  expect(shown.price).toEqual({ currency: 'BRL', micros: 45_000 })
  const ana = await us.person()
  const preview: TemplatePreview = await us.call(
    'GET',
    `/api/whatsapp/templates/${reminder.id}/preview?leadId=${ana.id}`
  )
  expect(preview.price).toEqual({ currency: 'BRL', micros: 45_000 })
  expect(await estimate(app.db, us.ours.id, 'marketing', ['11987654321', '+5511912345678'])).toEqual({
    currency: 'BRL',
    micros: 650_000
  })
  expect(await estimate(app.db, us.ours.id, 'marketing', ['11987654321', '+4722123456'])).toBeNull()

  await us.call('POST', '/api/conversations', {
    channel: 'whatsapp',
    leadId: ana.id,
    templateId: reminder.id,
    values: {}
  })
  await us.send()
  const costs: Costs = await us.call('GET', '/api/whatsapp/costs')
  expect(costs).toMatchObject({
    currency: 'BRL',
    categories: { utility: { estimated: 1, billed: 0, micros: 45_000 } },
    freeService: { used: 0, of: null },
    micros: 45_000,
    unpriced: 0,
    limit: null
  })

  // The provider bills it as advertising: what it says holds, and staff see the difference.
  const message = meta.sent.at(-1)
  if (message) message.category = 'marketing'
  meta.statuses(message?.id ?? '', ['sent', 'delivered'])
  await heard()
  expect(await us.call('GET', `/api/whatsapp/costs?month=${costs.month}`)).toMatchObject({
    categories: { utility: { estimated: 1, billed: 1, micros: 325_000 }, marketing: { billed: 0 } },
    micros: 325_000
  })
  const gaps: CostGap[] = (await asStaff('GET', `${prices}/gaps`)).json()
  expect(gaps).toContainEqual(
    expect.objectContaining({ companyId: us.ours.id, messages: 1, estimatedMicros: 45_000, billedMicros: 325_000 })
  )
  expect(await us.call('GET', '/api/whatsapp/costs?month=2024-01')).toMatchObject({ micros: 0, month: '2024-01' })
  expect((await us.ask('GET', '/api/whatsapp/costs?month=2024-13')).statusCode).toBe(400)
})

test('what fails costs nothing, and free answers are counted by number and month', async () => {
  await enter({ rules: { freeServiceMessages: 1, utilityInWindow: 'charged' } })
  meta.settings.freeService = 1
  const us = await connected()
  await us.template('retomar', 'Olá, podemos continuar a nossa conversa?')
  const ana = await us.person()
  ana.customer.text('Oi')
  await heard()
  const [conversation] = await us.call('GET', '/api/conversations')
  const messages = `/api/conversations/${conversation.id}/messages`
  await us.call('POST', messages, { text: 'Grátis' })
  await us.send()
  await us.call('POST', messages, { text: 'Paga' })
  await us.send()
  expect(await us.call('GET', '/api/whatsapp/costs')).toMatchObject({
    categories: { service: { estimated: 1, billed: 0, micros: 45_000 } },
    freeService: { used: 1, of: 1 }
  })
  const [free, paid] = meta.sent.slice(-2)
  meta.statuses(free?.id ?? '', ['sent'])
  meta.statuses(paid?.id ?? '', ['failed'])
  await heard()
  expect(await us.call('GET', '/api/whatsapp/costs')).toMatchObject({
    categories: { service: { estimated: 0, billed: 0, micros: 0 } }
  })
  meta.settings.freeService = 1000
})

test('a limit warns at 80 %, then stops templates and never an answer', async () => {
  await enter({ rules: {}, prices: { marketing: '0.3250', utility: '0.0400', service: '0.04' } })
  const us = await connected()
  const { id: templateId } = await us.template('retomar', 'Olá, podemos continuar a nossa conversa?')
  expect((await us.ask('PUT', '/api/whatsapp/costs/limit', { micros: -1 })).statusCode).toBe(400)
  expect(await us.call('PUT', '/api/whatsapp/costs/limit', { micros: 50_000 })).toMatchObject({ limit: 50_000 })
  const [ana, bia] = [await us.person(), await us.person()]
  const start = (leadId: string) =>
    us.ask('POST', '/api/conversations', { channel: 'whatsapp', leadId, templateId, values: {} })
  expect((await start(ana.id)).statusCode).toBe(201)
  // Also while the first one waits to be sent.
  const refused = await start(bia.id)
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'LIMITE_DE_GASTO'])
  await us.send()
  expect((await start(bia.id)).statusCode).toBe(409)
  await warnOfLimits(app.db)
  await warnOfLimits(app.db)
  const { items } = await us.call('GET', '/api/notifications')
  const warned = items.filter(({ title }: { title: string }) => /limite de gastos/i.test(title))
  expect(warned.map(({ body }: { body: string }) => plain(body))).toEqual([
    expect.stringContaining('R$ 0,04 de R$ 0,05')
  ])

  ana.customer.text('Oi')
  await heard()
  const conversation = (await us.call('GET', '/api/conversations')).find(
    ({ leadId }: { leadId: string }) => leadId === ana.id
  )
  await us.call('POST', `/api/conversations/${conversation.id}/messages`, { text: 'Resposta' })

  expect(await spendingRefusal(app.db, us.ours.id, 20_000)).toMatchObject({ code: 'LIMITE_DE_GASTO' })
  expect(await us.call('PUT', '/api/whatsapp/costs/limit', { micros: null })).toMatchObject({ limit: null })
  expect((await start(bia.id)).statusCode).toBe(201)
  expect(await spendingRefusal(app.db, us.ours.id, 20_000)).toBeNull()
})
