import { expect, test } from 'vitest'
import { company, openApp } from '../kit/app.ts'
import { sendingCompany } from '../kit/campaigns.ts'
import { written } from '../kit/series.ts'
import { staff } from '../kit/staff.ts'

const app = await openApp()
const ours = await sendingCompany(app)
const admin = await staff(app, 'global_admin')

const creations: [path: string, who: { auth: { authorization: string } }, body: object][] = [
  ['/api/appointments/services', ours, { name: 'Consulta', minutes: 60 }],
  [
    '/api/email/campaigns',
    ours,
    { name: 'Oferta', subject: '', templateId: ours.templateId, filter: {}, quietHours: false }
  ],
  ['/api/email/series', ours, written(ours)],
  [
    '/api/privacy/requests',
    ours,
    {
      kind: 'access',
      channel: 'phone',
      name: 'Ada Souza',
      email: 'ada@example.com',
      phone: '',
      receivedOn: '2026-01-05',
      details: ''
    }
  ],
  ['/api/admin/articles', admin, { title: 'Horários', body: 'Das 9 às 18.', audiences: ['visitor'], active: true }]
]

test.each(creations)('%s creates one row for each key, however often it is sent', async (url, who, payload) => {
  const create = async (key?: string) => {
    const headers = { ...who.auth, ...(key && { 'idempotency-key': key }) }
    const answer = await app.inject({ method: 'POST', url, headers, payload })
    expect(answer.statusCode, answer.body).toBe(201)
    return answer.json<{ id: string }>().id
  }
  const key = crypto.randomUUID()
  const together = await Promise.all([create(key), create(key)])
  const ids = [...together, await create(key)]
  expect(new Set(ids).size).toBe(1)
  expect(new Set([...ids, await create(crypto.randomUUID()), await create()]).size).toBe(3)
})

test('the key of one company is not that of another', async () => {
  const [key, theirs] = ['the-same-key', await company(app)]
  const create = async (who: typeof theirs) =>
    (
      await app.inject({
        method: 'POST',
        url: '/api/appointments/services',
        headers: { ...who.auth, 'idempotency-key': key },
        payload: { name: who.id, minutes: 60 }
      })
    ).json()
  expect(await create(ours)).toMatchObject({ name: ours.id })
  expect(await create(theirs)).toMatchObject({ name: theirs.id })
})
