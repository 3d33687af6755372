import { expect, test } from 'vitest'
import { company, openApp, sendLead, storedLead, type Tenant } from '../../kit/app.ts'
import { colleague } from '../../kit/people.ts'

const app = await openApp()

const record = (who: Tenant, activity: object) =>
  app.inject({
    method: 'POST',
    url: '/api/companies/activities',
    payload: { companyId: who.id, ...activity },
    headers: who.auth
  })
const list = (who: Tenant, query = {}) =>
  app.inject({ url: `/api/companies/${who.id}/activities`, query, headers: who.auth })

test('an activity is recorded and listed, the newest first, ten by default', async () => {
  const ours = await company(app)
  for (let n = 1; n <= 12; n++)
    expect((await record(ours, { type: 'call', description: `Ligação ${n}` })).statusCode).toBe(201)
  const ten = (await list(ours)).json()
  expect(ten.map((each: { description: string }) => each.description)).toEqual(
    Array.from({ length: 10 }, (_, n) => `Ligação ${12 - n}`)
  )
  expect((await list(ours, { limit: '3' })).json()).toHaveLength(3)
  for (const limit of ['0', '101', '-1', 'dez', '1e2']) expect((await list(ours, { limit })).statusCode).toBe(400)
})

test('the arrival of a lead is recorded once, however often the browser says so', async () => {
  const ours = await company(app)
  const { id } = (await sendLead(app, ours.id)).json()
  const first = (await list(ours)).json()
  const again = await record(ours, { type: 'new_lead', description: 'Novo lead', leadId: id, leadName: 'Ada' })
  expect(again.json()).toEqual(first[0])
  expect((await list(ours, { leadId: id })).json()).toEqual(first)
})

test('an activity of another company’s lead is refused as if the lead did not exist', async () => {
  const [ours, theirs] = await Promise.all([company(app), company(app)])
  const { id } = (await sendLead(app, theirs.id)).json()
  const foreign = await record(ours, { type: 'call', description: 'x', leadId: id })
  const missing = await record(ours, { type: 'call', description: 'x', leadId: 'f'.repeat(24) })
  expect(foreign.statusCode).toBe(404)
  expect({ ...foreign.json(), requestId: '' }).toEqual({ ...missing.json(), requestId: '' })
  expect((await list(theirs, { leadId: id })).json()).toHaveLength(1)
})

test.each([
  [{ type: 'venda' }, 'type'],
  [{ description: '' }, 'description'],
  [{ description: 'a\u0000' }, 'description'],
  [{ description: 'a\ud800' }, 'description'],
  [{ data: { actorId: 'f'.repeat(24) } }, 'data.actorId'],
  [{ data: { actorName: 'Outra' } }, 'data.actorName'],
  [{ data: { source: 'form' } }, 'data.source'],
  [{ data: { channel: 'pombo' } }, 'data.channel'],
  [{ type: 'import' }, 'type'],
  [{ type: 'new_lead' }, 'leadId'],
  [{ outro: 1 }, 'outro']
])('%j is refused at the field %s', async (wrong, field) => {
  const ours = await company(app)
  const response = await record(ours, { type: 'call', description: 'x', ...wrong })
  expect(response.statusCode).toBe(400)
  expect(Object.keys(response.json().errors)).toEqual([field])
})

test('data nested without end are refused', async () => {
  const ours = await company(app)
  const nested = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
  const response = await app.inject({
    method: 'POST',
    url: '/api/companies/activities',
    headers: { ...ours.auth, 'content-type': 'application/json' },
    payload: `{"companyId":"${ours.id}","type":"call","description":"x","data":{"x":${nested}}}`
  })
  expect(response.statusCode).toBe(400)
  expect(response.json().errors).toEqual({ 'data.x': 'Este campo não é aceito.' })
})

test('an activity is in the name of who is signed in, with the name that the lead has', async () => {
  const ours = await company(app)
  const { id } = (await sendLead(app, ours.id, { name: 'Ada Souza' })).json()
  const bia = await colleague(app, ours.id, { permissions: ['edit_leads'] })
  const asBia = { ...ours, ...bia, id: ours.id }
  const call = { type: 'call', description: 'Ligação', leadId: id, leadName: 'Outra', data: { outcome: 'talked' } }
  const recorded = await record(asBia, call)
  expect(recorded.statusCode).toBe(201)
  const data = { outcome: 'talked', actorId: bia.id, actorName: 'Pessoa de Teste' }
  expect(recorded.json()).toMatchObject({ leadName: 'Ada Souza', data })
})

test('who may only read records nothing, and who sees own leads only nothing of others', async () => {
  const ours = await company(app)
  const { id } = (await sendLead(app, ours.id)).json()
  const [reader, own] = [
    await colleague(app, ours.id),
    await colleague(app, ours.id, { permissions: ['edit_leads'], leadAccess: 'own' })
  ]
  for (const type of ['call', 'message', 'new_lead']) {
    const activity = { type, description: 'x', leadId: id }
    expect((await record({ ...ours, ...reader, id: ours.id }, activity)).statusCode).toBe(403)
    expect((await record({ ...ours, ...own, id: ours.id }, activity)).statusCode).toBe(404)
  }
  expect((await list(ours)).json()).toHaveLength(1)
})

test('a lead that a list brought in did not arrive, whatever a client says', async () => {
  const ours = await company(app)
  const { id } = await app.db.company(ours.id, trx =>
    trx
      .insertInto('leads')
      .values({ ...storedLead(ours), name: 'Da lista' })
      .returning('id')
      .executeTakeFirstOrThrow()
  )
  const claimed = await record(ours, { type: 'new_lead', description: 'Novo lead', leadId: id })
  expect(claimed.statusCode).toBe(400)
  expect((await list(ours)).json()).toEqual([])
})
