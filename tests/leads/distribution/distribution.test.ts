import { expect, test } from 'vitest'
import { distribute } from '../../../services/leads/distribution/queries.ts'
import { type Candidate, choose } from '../../../services/leads/distribution/rules.ts'
import { company, openApp, sendLead, storedLead, type Tenant, testConfig } from '../../kit/app.ts'
import { newDatabase } from '../../kit/database.ts'
import { ended, importFile } from '../../kit/imports.ts'
import { changePlan, join } from '../../kit/team.ts'
import { openWorker } from '../../kit/workers.ts'

const env = { DATABASE_URL: await newDatabase() }
const app = await openApp(env)
await openWorker(testConfig(env))

const call = (who: Pick<Tenant, 'auth'>, method: 'GET' | 'PUT', url: string, payload?: object) =>
  app.inject({ method, url, headers: who.auth, ...(payload && { payload }) })

const person = (employeeId: string, more: Partial<Candidate> = {}): Candidate => ({
  employeeId,
  name: employeeId,
  away: false,
  maxOpen: null,
  open: 0,
  ...more
})

test.each([
  ['the first in the list begins', 'turns', [person('a'), person('b')], null, 'a'],
  ['then comes the next', 'turns', [person('a'), person('b')], 'a', 'b'],
  ['after the last comes the first', 'turns', [person('a'), person('b')], 'b', 'a'],
  ['who is away is passed over', 'turns', [person('a'), person('b', { away: true }), person('c')], 'a', 'c'],
  ['who has enough is passed over', 'turns', [person('a', { maxOpen: 2, open: 2 }), person('b')], null, 'b'],
  ['who left the list has no turn', 'turns', [person('a'), person('b')], 'gone', 'a'],
  ['the least busy', 'least', [person('a', { open: 3 }), person('b', { open: 1 })], null, 'b'],
  ['nobody, where all are away', 'least', [person('a', { away: true })], null, undefined],
  ['nobody, where it is off', 'off', [person('a')], null, undefined]
] as const)('%s', (_, mode, candidates, last, expected) => {
  expect(choose(mode, candidates, last)?.employeeId).toBe(expected)
})

async function team() {
  const ours = await company(app)
  await changePlan(app, ours.id, 'enterprise')
  const ids: string[] = []
  for (const name of ['Bia', 'Caio', 'Davi']) {
    const joined = await join(app, ours, { name, role: 'agent' })
    ids.push((await call(joined, 'GET', '/api/auth/me')).json().companyEmployee.id)
  }
  return { ours, ids }
}

const members = (ids: string[]) => ids.map(employeeId => ({ employeeId, away: false, maxOpen: null }))

let unique = 0
async function lead(ours: Tenant): Promise<string> {
  const n = String(++unique).padStart(4, '0')
  return (await sendLead(app, ours.id, { name: `L${n}`, email: `l${n}@x.co`, phone: `1191234${n}` })).json().id
}

/** A lead that no worker knows of. */
async function quietLead(ours: Tenant): Promise<string> {
  const n = String(++unique).padStart(4, '0')
  const { id } = await app.db.company(ours.id, trx =>
    trx
      .insertInto('leads')
      .values({ ...storedLead(ours), name: `L${n}` })
      .returning('id')
      .executeTakeFirstOrThrow()
  )
  return id
}

const owners = (ours: Tenant) =>
  app.db.company(ours.id, trx => trx.selectFrom('leads').select(['id', 'owner_id']).orderBy('received_at').execute())

test('each lead that comes goes to the next person, who is notified, and the log says why', async () => {
  const { ours, ids } = await team()
  const set = await call(ours, 'PUT', '/api/distribution', { mode: 'turns', members: members(ids), fallbackId: null })
  expect(set.statusCode).toBe(200)
  for (let n = 0; n < 6; n++) await lead(ours)
  const waiting = async () => (await owners(ours)).filter(each => each.owner_id === null)
  await expect.poll(waiting).toEqual([])
  const ownerIds = (await owners(ours)).map(each => each.owner_id)
  for (const id of ids) expect(ownerIds.filter(owner => owner === id)).toHaveLength(2)
  const log = (await call(ours, 'GET', '/api/distribution/log')).json()
  expect(log).toHaveLength(6)
  expect(log[0]).toMatchObject({
    reason: 'Rodízio: sua vez',
    ownerName: expect.any(String),
    leadName: expect.any(String)
  })
  const notices = await app.db.company(ours.id, trx =>
    trx.selectFrom('notifications').select('kind').where('kind', '=', 'lead_assigned').execute()
  )
  expect(notices).toHaveLength(6)
})

test('a person who gets a lead that has just come is notified of it once', async () => {
  const { ours, ids } = await team()
  const [bia = ''] = ids
  await call(ours, 'PUT', '/api/distribution', { mode: 'turns', members: members([bia]), fallbackId: null })
  const id = await lead(ours)
  // The mail is written together with the notice under the bell.
  const mailed = () =>
    app.db.company(ours.id, trx => trx.selectFrom('mails').select('id').where('lead_id', '=', id).execute())
  await expect.poll(mailed).toHaveLength(1)
  const notices = () =>
    app.db.company(ours.id, trx =>
      trx.selectFrom('notifications').select(['kind', 'employee_id']).where('shown', '=', true).execute()
    )
  expect(await notices()).toEqual([{ kind: 'lead_assigned', employee_id: bia }])
})

test('two at once go to two people, and a lead that somebody has stays theirs', async () => {
  const { ours, ids } = await team()
  const leads = [await quietLead(ours), await quietLead(ours), await quietLead(ours)]
  await call(ours, 'PUT', '/api/distribution', { mode: 'turns', members: members(ids), fallbackId: null })
  const give = (id: string) => app.db.company(ours.id, trx => distribute(trx, ours.id, [id]))
  await Promise.all([...leads, ...leads].map(give))
  expect((await owners(ours)).map(each => each.owner_id).sort()).toEqual([...ids].sort())
})

test('a lead that is typed in for nobody, and one that the plan lets go, are given too', async () => {
  const { ours, ids } = await team()
  const limit = (leads_limit: number) =>
    app.db.everyCompany(trx => trx.updateTable('companies').set({ leads_limit }).where('id', '=', ours.id).execute())
  await limit(1)
  await call(ours, 'PUT', '/api/distribution', { mode: 'turns', members: members(ids), fallbackId: null })
  const typed = await app.inject({ method: 'POST', url: '/api/leads', headers: ours.auth, payload: { name: 'Ana' } })
  const ownerIds = async () => (await owners(ours)).map(each => each.owner_id)
  await expect.poll(ownerIds).toEqual([ids[0]])
  expect(typed.json().lead.ownerId).toBeNull()

  await lead(ours)
  expect(await ownerIds()).toHaveLength(1)
  await limit(2)
  await expect.poll(ownerIds).toEqual([ids[0], ids[1]])
})

test('an import whose leads were given out is undone all the same', async () => {
  const { ours, ids } = await team()
  await call(ours, 'PUT', '/api/distribution', { mode: 'turns', members: members(ids), fallbackId: null })
  const { id } = await importFile(app, ours, 'Nome;Telefone\r\nAna;11987650001\r\nBia;11987650002', { notify: true })
  const countAssigned = async () => (await owners(ours)).filter(each => each.owner_id !== null).length
  await expect.poll(countAssigned).toBe(2)
  await app.inject({ method: 'POST', url: `/api/imports/${id}/undo`, headers: ours.auth })
  expect((await ended(app, ours, id, 'undone')).run).toMatchObject({ undone: 2, kept: 0 })
})

test('where nobody can take a lead it goes to the reserve, or stays without an owner', async () => {
  const { ours, ids } = await team()
  const away = ids.map(employeeId => ({ employeeId, away: true, maxOpen: null }))
  const [first, second] = [await quietLead(ours), await quietLead(ours)]
  const give = (id: string) => app.db.company(ours.id, trx => distribute(trx, ours.id, [id]))
  await call(ours, 'PUT', '/api/distribution', { mode: 'least', members: away, fallbackId: null })
  await give(first)
  await call(ours, 'PUT', '/api/distribution', { mode: 'least', members: away, fallbackId: ids[0] ?? null })
  await give(second)
  const reasons = (await call(ours, 'GET', '/api/distribution/log'))
    .json()
    .map((each: { reason: string }) => each.reason)
  expect(reasons).toEqual(['Ninguém disponível: vai para a pessoa reserva', 'Ninguém disponível: fica sem responsável'])
  expect((await owners(ours)).map(each => each.owner_id)).toEqual([null, ids[0]])
})

test('who has left the team stands in the way of no change', async () => {
  const { ours, ids } = await team()
  const wanted = { mode: 'turns', members: members(ids), fallbackId: ids[0] ?? null }
  await call(ours, 'PUT', '/api/distribution', wanted)
  await app.db.company(ours.id, trx =>
    trx
      .updateTable('employees')
      .set({ active: false })
      .where('id', '=', ids[0] ?? '')
      .execute()
  )
  const kept = (await call(ours, 'GET', '/api/distribution')).json()
  expect(kept).toEqual({ mode: 'turns', members: members(ids.slice(1)), fallbackId: null })
  expect((await call(ours, 'PUT', '/api/distribution', kept)).statusCode).toBe(200)
})

test.each([
  [{ mode: 'turns', members: [], fallbackId: null }],
  [{ mode: 'turns', members: members(['f'.repeat(24)]), fallbackId: null }],
  [{ mode: 'off', members: [], fallbackId: 'f'.repeat(24) }],
  [{ mode: 'luck', members: [], fallbackId: null }]
])('%j is refused', async wanted => {
  const ours = await company(app)
  expect((await call(ours, 'PUT', '/api/distribution', wanted)).statusCode).toBe(400)
})

test('who may only read is given no lead, and cannot be chosen for them', async () => {
  const { ours, ids } = await team()
  const [bia = '', caio = ''] = ids
  const demote = (id: string) =>
    call(ours, 'PUT', `/api/employees/${id}`, { role: 'viewer', leadAccess: 'all', team: null })
  const wanted = { mode: 'turns', members: members([bia, caio]), fallbackId: null }
  await call(ours, 'PUT', '/api/distribution', wanted)
  await demote(bia)
  const [first, second, third] = [await quietLead(ours), await quietLead(ours), await quietLead(ours)]
  const give = (id: string) => app.db.company(ours.id, trx => distribute(trx, ours.id, [id]))
  await give(first)
  await give(second)
  expect((await owners(ours)).map(each => each.owner_id)).toEqual([caio, caio, null])
  const refused = await call(ours, 'PUT', '/api/distribution', wanted)
  expect(refused.json().errors).toEqual({ members: 'Escolha pessoas ativas da equipe que possam editar leads.' })

  const away = { mode: 'turns', members: [{ employeeId: caio, away: true, maxOpen: null }], fallbackId: ids[2] ?? null }
  await call(ours, 'PUT', '/api/distribution', away)
  await demote(ids[2] ?? '')
  await give(third)
  expect((await owners(ours))[2]?.owner_id).toBeNull()
  expect((await call(ours, 'GET', '/api/distribution')).json()).toEqual({ ...away, fallbackId: null })
})

test('the second of two people who change it at once gets a conflict, and overwrites nothing', async () => {
  const { ours, ids } = await team()
  const off = (await call(ours, 'GET', '/api/distribution')).json()
  const turns = { mode: 'turns', members: members(ids), fallbackId: null }
  const least = { mode: 'least', members: members(ids.slice(1)), fallbackId: null }
  const save = (wanted: object, expected: object) => call(ours, 'PUT', '/api/distribution', { ...wanted, expected })
  const answers = await Promise.all([save(turns, off), save(least, off)])
  expect(answers.map(each => each.statusCode).sort()).toEqual([200, 409])
  const kept = (await call(ours, 'GET', '/api/distribution')).json()
  expect([turns, least]).toContainEqual(kept)
  const late = await save(off, off)
  expect(late.json()).toMatchObject({
    code: 'STALE',
    message: 'Outra pessoa mudou a distribuição enquanto você editava.'
  })
  expect((await save(off, kept)).json()).toEqual(off)
})
