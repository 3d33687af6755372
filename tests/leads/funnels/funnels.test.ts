import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Funnel } from '../../../services/leads/funnels/schema.ts'
import { company, openApp, sendLead, type Tenant, testConfig } from '../../kit/app.ts'
import { newDatabase } from '../../kit/database.ts'
import { importFile } from '../../kit/imports.ts'
import { colleague } from '../../kit/people.ts'
import { openWorker } from '../../kit/workers.ts'

const env = { DATABASE_URL: await newDatabase() }
const app = await openApp(env)
await openWorker(testConfig(env))

type Who = Pick<Tenant, 'auth'>
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

async function call(who: Who, method: Method, url: string, payload?: object) {
  const answer = await app.inject({ method, url, headers: who.auth, ...(payload && { payload }) })
  return { status: answer.statusCode, body: answer.body ? answer.json() : null }
}

const step = (name: string, kind = 'open', more = {}) => ({ name, kind, ...more })
const steps = [
  step('Visita'),
  step('Proposta', 'open', { chance: 40, staleDays: 5 }),
  step('Contrato', 'won'),
  step('Desistiu', 'lost')
]

async function newFunnel(who: Who, name = 'Obras', of: object[] = steps): Promise<Funnel> {
  const { status, body } = await call(who, 'POST', '/api/funnels', { name, steps: of })
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}

const keyOf = (funnel: Funnel, name: string): string => funnel.steps.find(each => each.name === name)?.key ?? ''

let n = 0
async function newLead(who: Tenant): Promise<string> {
  n += 1
  const phone = `119876${String(n).padStart(5, '0')}`
  const answer = await sendLead(app, who.id, { name: `Ana ${n}`, email: `ana${n}@example.com`, phone })
  return answer.json().id
}

const list = async (who: Who, filter: object) => {
  const query = new URLSearchParams({ filter: JSON.stringify(filter), range: '[0,99]' })
  const answer = await app.inject({ url: `/api/leads?${query}`, headers: who.auth })
  return {
    ids: answer.json().map((lead: { id: string }) => lead.id) as string[],
    range: answer.headers['content-range']
  }
}

test('a company has the usual funnel without a row, and changes its names and nothing else', async () => {
  const ours = await company(app)
  const [usual, ...others] = (await call(ours, 'GET', '/api/funnels')).body as Funnel[]
  expect(others).toEqual([])
  expect(usual).toMatchObject({ id: ours.id, default: true, version: 0 })
  expect(usual?.steps.map(({ key }) => key)).toEqual(['new', 'contacted', 'scheduled', 'converted', 'lost'])
  const renamed = usual?.steps.map(each => ({ ...each, name: each.key === 'new' ? 'Chegou' : each.name }))
  const saved = await call(ours, 'PUT', `/api/funnels/${ours.id}`, { name: 'Vendas', version: 0, steps: renamed })
  expect(saved.body).toMatchObject({
    name: 'Vendas',
    version: 1,
    steps: [{ key: 'new', name: 'Chegou' }, {}, {}, {}, {}]
  })
  expect(
    (await call(ours, 'PUT', `/api/funnels/${ours.id}`, { name: 'Vendas', version: 0, steps: renamed })).status
  ).toBe(409)
  const fewer = { name: 'Vendas', version: 1, steps: renamed?.slice(1) }
  expect((await call(ours, 'PUT', `/api/funnels/${ours.id}`, fewer)).body.message).toContain('As cinco etapas')
  const removed = await call(ours, 'DELETE', `/api/funnels/${ours.id}`)
  expect([removed.status, removed.body.message]).toEqual([409, 'O funil padrão não pode ser excluído.'])
})

test('a lead goes through the steps of an own funnel, and every figure knows its phase', async () => {
  const ours = await company(app)
  const funnel = await newFunnel(ours)
  const [visit, proposal, won, lost] = funnel.steps.map(({ key }) => key) as [string, string, string, string]
  const [id, other] = [await newLead(ours), await newLead(ours)]
  const url = `/api/leads/${id}`
  const stored = async () =>
    await app.db.company(ours.id, trx =>
      trx
        .selectFrom('leads')
        .select(['status', 'funnel_id', 'step_key', 'sold_on'])
        .where('id', '=', id)
        .executeTakeFirst()
    )

  expect((await call(ours, 'GET', url)).body).toMatchObject({ status: 'new', statusKind: 'open', funnelId: ours.id })
  expect((await call(ours, 'PUT', url, { funnelId: funnel.id })).body).toMatchObject({
    status: visit,
    statusKind: 'open',
    statusName: 'Visita',
    funnelId: funnel.id
  })
  expect(await stored()).toMatchObject({ status: 'new', step_key: visit, funnel_id: funnel.id })
  expect((await call(ours, 'PUT', url, { funnelId: funnel.id, status: 'contacted' })).status).toBe(400)
  const unknown = await call(ours, 'PUT', url, { status: 'f'.repeat(24) })
  expect([unknown.status, unknown.body.message]).toEqual([400, 'Esta etapa não existe.'])

  expect((await call(ours, 'POST', `${url}/move`, { status: proposal, above: null, from: 'new' })).status).toBe(409)
  expect((await call(ours, 'POST', `${url}/move`, { status: proposal, above: null, from: visit })).body.status).toBe(
    proposal
  )
  expect((await stored())?.status).toBe('contacted')
  expect((await call(ours, 'PUT', url, { status: lost })).body.errors).toHaveProperty('lostReason')
  expect((await call(ours, 'PUT', url, { status: won, valueCents: 5000 })).body.statusKind).toBe('won')
  expect((await call(ours, 'GET', '/api/sales')).body).toMatchObject([{ leadId: id, kind: 'sale', valueCents: 5000 }])
  expect((await call(ours, 'PUT', url, { status: lost, lostReason: 'Preço' })).body.statusKind).toBe('lost')
  expect((await call(ours, 'GET', '/api/sales')).body).toEqual([])
  await call(ours, 'PUT', url, { status: visit })

  const board = await call(
    ours,
    'GET',
    `/api/leads/board?filter=${encodeURIComponent(JSON.stringify({ funnel: funnel.id }))}`
  )
  expect(board.body.map((column: { status: string; total: number }) => [column.status, column.total])).toEqual([
    [visit, 1],
    [proposal, 0],
    [won, 0],
    [lost, 0]
  ])
  const usual = await call(ours, 'GET', '/api/leads/board')
  expect(usual.body.map((column: { status: string; total: number }) => [column.status, column.total])).toEqual([
    ['new', 1],
    ['contacted', 0],
    ['scheduled', 0],
    ['converted', 0],
    ['lost', 0]
  ])
  expect((await list(ours, { status: 'new' })).ids).toEqual([other])
  expect(await list(ours, { status: visit })).toMatchObject({ ids: [id], range: 'leads 0-0/1' })
  expect((await list(ours, { funnel: funnel.id })).ids).toEqual([id])
  expect((await list(ours, { funnel: ours.id })).ids).toEqual([other])
  expect((await list(ours, { status: ['new', visit], q: 'ana' })).ids.sort()).toEqual([id, other].sort())
  const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' })
  expect(await list(ours, { status: 'new', receivedFrom: today, receivedTo: today })).toMatchObject({
    ids: [other],
    range: 'leads 0-0/1'
  })
  const facets = (await call(ours, 'GET', '/api/leads/facets')).body
  expect(facets.status).toHaveLength(2)
  expect(facets.status).toEqual(
    expect.arrayContaining([
      { value: 'new', count: 1 },
      { value: visit, count: 1 }
    ])
  )
  const counts = (await call(ours, 'GET', '/api/leads/counts')).body
  expect(counts).toContainEqual({ status: visit, count: 1 })

  const { rows } = await app.db.company(ours.id, trx =>
    sql<{
      after: string
    }>`select after from lead_changes where lead_id = ${id} and field = 'status' order by created_at, id`.execute(trx)
  )
  expect(rows.map(({ after }) => after).sort()).toEqual(['Visita', 'Proposta', 'Contrato', 'Desistiu', 'Visita'].sort())
})

test('what happens by itself leaves an own step, and a lead that comes back is at the first one', async () => {
  const ours = await company(app)
  const funnel = await newFunnel(ours)
  const id = await newLead(ours)
  const url = `/api/leads/${id}`
  await call(ours, 'PUT', url, { funnelId: funnel.id })
  const contact = await call(ours, 'POST', `${url}/contacts`, { channel: 'phone', outcome: 'talked' })
  expect(contact.status).toBe(201)
  expect((await call(ours, 'GET', url)).body.status).toBe(keyOf(funnel, 'Visita'))
  // A process of an earlier version knows statuses alone.
  const write = (status: 'scheduled' | 'converted') =>
    app.db.company(ours.id, trx => trx.updateTable('leads').set({ status }).where('id', '=', id).execute())
  await write('scheduled')
  expect((await call(ours, 'GET', url)).body.status).toBe(keyOf(funnel, 'Visita'))
  await write('converted')
  expect((await call(ours, 'GET', url)).body.status).toBe(keyOf(funnel, 'Contrato'))
  await call(ours, 'PUT', url, { status: keyOf(funnel, 'Desistiu'), lostReason: 'Preço' })
  const { name, email, phone } = (await call(ours, 'GET', url)).body
  await sendLead(app, ours.id, { name, email, phone })
  expect((await call(ours, 'GET', url)).body.status).toBe(keyOf(funnel, 'Visita'))
})

test('a step asks for its fields, one by one and in bulk', async () => {
  const ours = await company(app)
  const funnel = await newFunnel(ours, 'Obras', [
    steps[0],
    step('Proposta', 'open', { required: ['valueCents'] }),
    steps[2],
    steps[3]
  ] as object[])
  const proposal = keyOf(funnel, 'Proposta')
  const [poor, rich] = [await newLead(ours), await newLead(ours)]
  const refused = await call(ours, 'PUT', `/api/leads/${poor}`, { status: proposal })
  expect(refused.body.errors).toEqual({ valueCents: 'Preencha Valor antes de passar o lead para "Proposta".' })
  await call(ours, 'PUT', `/api/leads/${rich}`, { valueCents: 1000 })
  const started = await call(ours, 'POST', '/api/leads/operations', {
    kind: 'status',
    params: { status: proposal },
    ids: [poor, rich]
  })
  expect(started.status, JSON.stringify(started.body)).toBe(202)
  const operation = async () => (await call(ours, 'GET', `/api/leads/operations/${started.body.id}`)).body
  await expect.poll(async () => (await operation()).state).toBe('done')
  expect(await operation()).toMatchObject({ changed: 1, skipped: 1, result: { incomplete: 1 } })
  expect((await call(ours, 'GET', `/api/leads/${rich}`)).body.status).toBe(proposal)
  expect((await call(ours, 'POST', `/api/leads/operations/${started.body.id}/undo`)).status).toBe(202)
  await expect.poll(async () => (await operation()).state).toBe('undone')
  expect((await call(ours, 'GET', `/api/leads/${rich}`)).body).toMatchObject({ status: 'new', funnelId: ours.id })
})

test('a step goes when it is said where its leads go, and a funnel likewise', async () => {
  const ours = await company(app)
  const funnel = await newFunnel(ours)
  const [visit, proposal] = [keyOf(funnel, 'Visita'), keyOf(funnel, 'Proposta')]
  const id = await newLead(ours)
  await call(ours, 'PUT', `/api/leads/${id}`, { status: visit })
  const without = { name: 'Obras', version: 1, steps: funnel.steps.filter(({ key }) => key !== visit) }
  const url = `/api/funnels/${funnel.id}`
  const refused = await call(ours, 'PUT', url, without)
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'A etapa "Visita" tem 1 lead. Escolha para onde ele vai.'
  ])
  expect((await call(ours, 'PUT', url, { ...without, moves: { [visit]: keyOf(funnel, 'Contrato') } })).status).toBe(400)
  const saved = await call(ours, 'PUT', url, { ...without, moves: { [visit]: proposal } })
  expect(saved.status, JSON.stringify(saved.body)).toBe(200)
  // It is the first open step now.
  const read = async () =>
    app.db.company(ours.id, trx =>
      trx.selectFrom('leads').select(['status', 'step_key']).where('id', '=', id).executeTakeFirst()
    )
  expect(await read()).toEqual({ status: 'new', step_key: proposal })
  expect((await call(ours, 'DELETE', url)).status).toBe(409)
  const moves = encodeURIComponent(JSON.stringify({ [proposal]: 'contacted' }))
  expect((await call(ours, 'DELETE', `${url}?moves=${moves}`)).status).toBe(204)
  expect(await read()).toEqual({ status: 'contacted', step_key: null })
  const { rows } = await app.db.company(ours.id, trx =>
    sql<{
      before: string
      after: string
    }>`select before, after from lead_changes where lead_id = ${id} order by created_at desc limit 1`.execute(trx)
  )
  expect(rows).toEqual([{ before: 'Proposta', after: 'contacted' }])
  expect((await list(ours, { status: 'contacted' })).ids).toEqual([id])
})

test.each([
  ['no won step', [steps[0], steps[3]], 'Um funil precisa de uma etapa de ganho.'],
  ['two won steps', [...steps, step('Outra', 'won')], 'Um funil tem só uma etapa de ganho.'],
  ['no lost step', steps.slice(0, 3), 'Um funil precisa de pelo menos uma etapa de perda.'],
  ['no open step', steps.slice(2), 'Um funil precisa de pelo menos uma etapa em aberto.'],
  [
    'eleven open steps',
    [...steps, ...Array.from({ length: 9 }, (_, i) => step(`Etapa ${i}`))],
    'Um funil pode ter até 10 etapas em aberto.'
  ],
  ['a name twice', [...steps, step('visita')], 'Há duas etapas com o nome "visita".'],
  ['a key of elsewhere', [{ ...steps[0], key: 'new' }, ...steps.slice(1)], 'Esta etapa não existe.'],
  [
    'a field that there is not',
    [step('A', 'open', { required: ['rank'] }), ...steps.slice(1)],
    'O campo "rank" não pode ser obrigatório em uma etapa.'
  ]
])('a funnel with %s is refused', async (_, wrong, message) => {
  const ours = await company(app)
  const { status, body } = await call(ours, 'POST', '/api/funnels', { name: 'Obras', steps: wrong as object[] })
  expect([status, body.message]).toEqual([400, message])
})

test('funnels are ten at most, of different names, and belong to who may manage them', async () => {
  const ours = await company(app)
  for (let i = 1; i < 10; i++) await newFunnel(ours, `Funil ${i}`)
  expect((await call(ours, 'POST', '/api/funnels', { name: 'Outro', steps })).body.errors).toHaveProperty('name')
  const [, first] = (await call(ours, 'GET', '/api/funnels')).body as Funnel[]
  const twin = await call(ours, 'PUT', `/api/funnels/${first?.id}`, {
    name: 'fúnil 2',
    version: 1,
    steps: first?.steps
  })
  expect([twin.status, twin.body.message]).toEqual([409, 'Já existe um funil com este nome.'])
  const agent = await colleague(app, ours.id, { permissions: ['edit_leads'] })
  expect((await call(agent, 'GET', '/api/funnels')).body).toHaveLength(10)
  expect((await call(agent, 'POST', '/api/funnels', { name: 'X', steps })).status).toBe(403)
})

test('a merge takes the step along, and its undoing brings it back', async () => {
  const ours = await company(app)
  const funnel = await newFunnel(ours)
  const [id, otherId] = [await newLead(ours), await newLead(ours)]
  await call(ours, 'PUT', `/api/leads/${otherId}`, { funnelId: funnel.id })
  const merged = await call(ours, 'POST', `/api/leads/${id}/merge`, { otherId, fields: { status: 'other' } })
  expect(merged.body.lead).toMatchObject({ status: keyOf(funnel, 'Visita'), funnelId: funnel.id })
  const undone = await call(ours, 'POST', `/api/merges/${merged.body.merge.id}/undo`)
  expect(undone.body.lead).toMatchObject({ status: 'new', funnelId: ours.id })
})

test('an import finds funnel and step by their names, and the forecast has the chance of the step', async () => {
  const ours = await company(app)
  const funnel = await newFunnel(ours)
  const rows = [
    ['Nome', 'Email', 'Funil', 'Situação', 'Valor', 'Motivo da perda'],
    ['Ana', 'ana@example.com', 'OBRAS', 'Proposta', '1000', ''],
    ['Bia', 'bia@example.com', 'Obras', '', '', ''],
    ['Caio', 'caio@example.com', '', 'Desistiu', '', 'Preço'],
    ['Davi', 'davi@example.com', '', 'Em contato', '', ''],
    ['Eva', 'eva@example.com', 'Obras', 'Ganho', '500', ''],
    ['Fábio', 'fabio@example.com', 'Reformas', 'Novo', '', '']
  ]
  const csv = rows.map(row => row.join(';')).join('\n')
  const imported = await importFile(app, ours, csv)
  expect(imported.run?.state).toBe('done')
  const { body: leads } = await call(ours, 'GET', '/api/leads?range=[0,99]')
  const stepOf = (name: string) => leads.find((lead: { name: string }) => lead.name === name)?.status
  expect(stepOf('Ana')).toBe(keyOf(funnel, 'Proposta'))
  expect(stepOf('Bia')).toBe(keyOf(funnel, 'Visita'))
  expect(stepOf('Caio')).toBe(keyOf(funnel, 'Desistiu'))
  expect(stepOf('Davi')).toBe('contacted')
  expect(stepOf('Eva')).toBe(keyOf(funnel, 'Contrato'))
  expect(stepOf('Fábio')).toBe('new')
  expect((await call(ours, 'GET', '/api/sales')).body).toMatchObject([{ leadName: 'Eva', valueCents: 50_000 }])
  const forecast = (await call(ours, 'GET', '/api/sales/forecast')).body
  expect(forecast.undated).toMatchObject({ count: 1, cents: 100_000, weightedCents: 40_000 })
})
