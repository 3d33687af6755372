import { expect, test } from 'vitest'
import { company, openApp, sendLead, type Tenant } from '../../kit/app.ts'
import { mailsTo } from '../../kit/mails.ts'
import { askErasure } from '../../kit/privacy.ts'

const app = await openApp()

async function call<T = Record<string, unknown>>(
  who: Tenant,
  method: 'GET' | 'POST' | 'PUT',
  url: string,
  payload?: object
): Promise<T> {
  const answer = await app.inject({ method, url, headers: who.auth, ...(payload && { payload }) })
  expect(answer.statusCode, answer.body).toBeLessThan(300)
  return answer.json()
}

const norwegian = { name: 'Ida Berg', email: 'ida@berg.example', phone: '+4722123456' }
const brazilian = { name: 'Bia Reis', email: 'bia@reis.example', phone: '4722123456' }
const writings = ['+47 22 12 34 56', '(+47) 2212-3456', '0047 22 12 34 56', '+4722123456']

/** A company with two people whose digits are the same. */
async function withBoth() {
  const ours = await company(app)
  const ids = [await sendLead(app, ours.id, norwegian), await sendLead(app, ours.id, brazilian)]
  const [ida = '', bia = ''] = ids.map(answer => answer.json().id as string)
  return { ours, ida, bia }
}

test('the two are no duplicates of each other, and each is found by every writing', async () => {
  const { ours, ida, bia } = await withBoth()
  const found = async (q: string) =>
    (await call<{ id: string }[]>(ours, 'GET', `/api/leads?filter=${encodeURIComponent(JSON.stringify({ q }))}`)).map(
      ({ id }) => id
    )
  for (const q of writings) expect([q, await found(q)]).toEqual([q, [ida]])
  for (const q of ['+55 47 2212-3456', '55 47 2212-3456', '047 2212-3456'])
    expect([q, await found(q)]).toEqual([q, [bia]])
  // Without a country it may be either.
  for (const q of ['4722123456', '(47) 2212-3456', '22 12 34 56', '22123456'])
    expect([q, (await found(q)).sort()]).toEqual([q, [ida, bia].sort()])
  for (const id of [ida, bia]) expect((await call(ours, 'GET', `/api/leads/${id}`)).marks).toEqual([])
})

test.each(writings)('who is typed in as %s is the Norwegian, and a lead can be given that number', async phone => {
  const { ours, ida, bia } = await withBoth()
  const typed = await call(ours, 'POST', '/api/leads', { name: norwegian.name, phone })
  expect(typed.id).toBe(ida)
  const changed = await call(ours, 'PUT', `/api/leads/${bia}`, { phone })
  expect(changed.phone).toBe('+4722123456')
})

test.each(writings)('the form and the API take %s by any name of the field', async phone => {
  const ours = await company(app)
  for (const field of ['phone', 'telefone', 'celular', 'mobile']) {
    const payload = { name: 'Ida', email: `${field}@berg.example`, companyId: ours.id, [field]: phone }
    const sent = await app.inject({ method: 'POST', url: '/api/leads/public', payload })
    expect((await call(ours, 'GET', `/api/leads/${sent.json().id}`)).phone).toBe('+4722123456')
  }
})

test.each(['+47 1234', '+47 1234567890123456', '+0'])('%s is no telephone', async phone => {
  const ours = await company(app)
  const sent = await sendLead(app, ours.id, { phone })
  expect([sent.statusCode, sent.json().errors]).toEqual([400, { phone: 'Telefone inválido. Digite com DDD.' }])
})

test('people, companies and privacy requests keep the country of their numbers', async () => {
  const { ours, ida } = await withBoth()
  for (const phone of writings) {
    const profile = { name: 'Ada', phone, jobTitle: null, timeZone: 'America/Sao_Paulo' }
    expect((await call(ours, 'PUT', '/api/profile', profile)).phone).toBe('+4722123456')
    const record = { name: 'Padaria', email: null, phone, address: null, industry: null, timeZone: 'America/Sao_Paulo' }
    expect((await call(ours, 'PUT', `/api/companies/${ours.id}`, record)).phone).toBe('+4722123456')
    const request = await askErasure(app, ours, { name: norwegian.name, phone })
    expect([request.phone, request.leads.map(({ id }) => id)]).toEqual(['+4722123456', [ida]])
  }
})

test('who asks for a link by a number of another country gets it, and nobody in Brazil', async () => {
  const ours = await company(app)
  const email = `ida-${ours.id}@berg.example`
  const other = `bia-${ours.id}@reis.example`
  await sendLead(app, ours.id, { ...norwegian, email })
  await sendLead(app, ours.id, { ...brazilian, email: other })
  const payload = { client: ours.id, contact: '0047 22 12 34 56' }
  await app.inject({ method: 'POST', url: '/public/my-data/link', payload })
  await expect.poll(async () => (await mailsTo(app, email)).length).toBe(1)
  expect(await mailsTo(app, other)).toEqual([])
})
