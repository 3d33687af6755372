import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { companyPermissions, type LeadAccess } from '../../../services/account/auth/rules.ts'
import { company, openApp, sendLead, type Tenant } from '../../kit/app.ts'
import { publishFields } from '../../kit/forms.ts'

const app = await openApp()

/** A colleague in a company, signed in, who sees the leads that the access says. */
async function colleague(ours: Tenant, leadAccess: LeadAccess, team: string | null = null) {
  const other = await company(app)
  const id = await app.db.everyCompany(async trx => {
    await trx.deleteFrom('employees').where('user_id', '=', other.userId).execute()
    const row = await trx
      .insertInto('employees')
      .values({
        company_id: ours.id,
        user_id: other.userId,
        role: 'agent',
        permissions: ['edit_leads'],
        lead_access: leadAccess,
        team
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return row.id
  })
  const payload = { email: other.email, password: other.password }
  const { token } = (await app.inject({ method: 'POST', url: '/api/auth/login', payload })).json()
  return { id, auth: { authorization: `Bearer ${token}` } }
}

const give = (leadId: string, employeeId: string) =>
  app.db.everyCompany(trx => trx.updateTable('leads').set({ owner_id: employeeId }).where('id', '=', leadId).execute())

async function lead(ours: Tenant, name: string): Promise<string> {
  const unique = randomBytes(4).readUInt32BE().toString().padStart(10, '0').slice(-8)
  return (await sendLead(app, ours.id, { name, phone: `119${unique}`, email: `${unique}@example.com` })).json().id
}

test('an employee sees all leads, those of the team or the own ones, wherever leads are shown', async () => {
  const ours = await company(app)
  const [all, north, northToo, south] = [
    await colleague(ours, 'all'),
    await colleague(ours, 'team', 'norte'),
    await colleague(ours, 'own', 'norte'),
    await colleague(ours, 'own', 'sul')
  ]
  const [ofNorth, ofNorthToo, ofSouth, ofNobody] = [
    await lead(ours, 'Segredo Norte'),
    await lead(ours, 'Segredo Norte Dois'),
    await lead(ours, 'Segredo Sul'),
    await lead(ours, 'Segredo Livre')
  ]
  await give(ofNorth, north.id)
  await give(ofNorthToo, northToo.id)
  await give(ofSouth, south.id)

  const seen = async (who: typeof all) => {
    const get = async (url: string) => (await app.inject({ url, headers: who.auth })).json()
    const ids = (rows: { id: string }[]) => rows.map(row => row.id).sort()
    const list = ids(await get('/api/leads'))
    const filter = (value: object) => `/api/leads?filter=${encodeURIComponent(JSON.stringify(value))}`
    expect(ids(await get(filter({ q: 'segredo' })))).toEqual(list)
    expect(ids(await get(filter({ q: 'se' })))).toEqual(list)
    expect(ids(await get(filter({ status: 'new' })))).toEqual(list)
    expect(ids(await get(filter({ source: 'form' })))).toEqual(list)
    expect(ids(await get(`/api/leads/company/${ours.id}`))).toEqual(list)
    const counts = await get('/api/leads/counts')
    expect(counts[0]).toEqual({ status: 'new', count: list.length })
    const activities = await get(`/api/companies/${ours.id}/activities?limit=50`)
    expect(activities.map((row: { leadId: string }) => row.leadId).sort()).toEqual(list)
    for (const id of [ofNorth, ofNorthToo, ofSouth, ofNobody]) {
      const answer = await app.inject({ url: `/api/leads/${id}`, headers: who.auth })
      expect(answer.statusCode).toBe(list.includes(id) ? 200 : 404)
      const missing = await app.inject({ url: `/api/leads/${'f'.repeat(24)}`, headers: who.auth })
      if (!list.includes(id)) expect(answer.json().message).toBe(missing.json().message)
      const change = await app.inject({
        method: 'PUT',
        url: `/api/leads/${id}`,
        headers: who.auth,
        payload: { status: 'new' }
      })
      expect(change.statusCode).toBe(list.includes(id) ? 200 : 404)
    }
    return list
  }
  expect(await seen(all)).toEqual([ofNorth, ofNorthToo, ofSouth, ofNobody].sort())
  expect(await seen(north)).toEqual([ofNorth, ofNorthToo].sort())
  expect(await seen(northToo)).toEqual([ofNorthToo])
  expect(await seen(south)).toEqual([ofSouth])
})

test('a lead may be given to somebody whose leads one does not see, but none taken from them', async () => {
  const ours = await company(app)
  const [own, other] = [await colleague(ours, 'own'), await colleague(ours, 'own')]
  await app.db.everyCompany(trx =>
    trx
      .updateTable('employees')
      .set({ permissions: ['edit_leads', 'assign_leads'] })
      .where('id', '=', own.id)
      .execute()
  )
  const id = await lead(ours, 'Passado adiante')
  await give(id, own.id)
  const send = (payload: object) => app.inject({ method: 'PUT', url: `/api/leads/${id}`, headers: own.auth, payload })
  const response = await send({ ownerId: other.id, expected: { ownerId: own.id } })
  expect([response.statusCode, response.json().ownerId]).toEqual([200, other.id])
  expect((await send({ ownerId: own.id })).statusCode).toBe(404)
  const change = { kind: 'owner', params: { ownerId: own.id }, ids: [id] }
  const many = await app.inject({ method: 'POST', url: '/api/leads/operations', headers: own.auth, payload: change })
  expect(many.statusCode).toBe(400)
})

test('an activity cannot be recorded for a lead that its author does not see', async () => {
  const ours = await company(app)
  const own = await colleague(ours, 'own')
  const leadId = await lead(ours, 'Alheio')
  const payload = { companyId: ours.id, type: 'call', description: 'Ligação', leadId }
  const answer = await app.inject({ method: 'POST', url: '/api/companies/activities', headers: own.auth, payload })
  expect(answer.statusCode).toBe(404)
})

test('each colleague is listed with whether they see a lead', async () => {
  const ours = await company(app)
  const [all, north, northToo, south] = [
    await colleague(ours, 'all'),
    await colleague(ours, 'team', 'norte'),
    await colleague(ours, 'own', 'norte'),
    await colleague(ours, 'own', 'sul')
  ]
  const id = await lead(ours, 'Segredo')
  const seers = async () => {
    const answer = await app.inject({ url: `/api/employees/options?leadId=${id}`, headers: ours.auth })
    const options: { id: string; seesLead?: boolean }[] = answer.json()
    return [all, north, northToo, south].map(({ id }) => options.find(each => each.id === id)?.seesLead)
  }
  expect(await seers()).toEqual([true, false, false, false])
  await give(id, northToo.id)
  expect(await seers()).toEqual([true, true, true, false])
  await give(id, south.id)
  expect(await seers()).toEqual([true, false, false, true])
  const [first] = (await app.inject({ url: '/api/employees/options', headers: ours.auth })).json()
  expect(first).not.toHaveProperty('seesLead')
  // The answer is silent about a lead that the viewer does not see.
  const unseen = await app.inject({ url: `/api/employees/options?leadId=${id}`, headers: north.auth })
  expect(unseen.json()[0]).not.toHaveProperty('seesLead')
})

test('no route shows somebody a lead that they do not see, not even that there is one', async () => {
  const ours = await company(app)
  const [own, other] = [await colleague(ours, 'own'), await colleague(ours, 'own')]
  await app.db.everyCompany(trx =>
    trx
      .updateTable('employees')
      .set({ permissions: companyPermissions.filter(name => name !== 'manage_privacy') })
      .where('id', '=', own.id)
      .execute()
  )
  await publishFields(app, ours, [{ name: 'interesse', label: 'Interesse', type: 'select', options: ['Lua', 'Mel'] }])
  const post = async (url: string, payload: object) => {
    const answer = await app.inject({ method: 'POST', url, headers: ours.auth, payload })
    expect(answer.statusCode, answer.body).toBeLessThan(300)
    return answer.json()
  }
  const phone = '11987651234'
  const mine = (
    await sendLead(app, ours.id, { name: 'Ana Minha', phone, email: 'ana@example.com', interesse: 'Mel' })
  ).json().id
  await give(mine, own.id)
  const secret = {
    name: 'Zulmira Oculta',
    email: 'zulmira@oculta.example',
    phone,
    interesse: 'Lua',
    message: 'mensagem oculta',
    source: 'fonte-oculta',
    utm_campaign: 'campanha-oculta'
  }
  const hidden = (await sendLead(app, ours.id, secret)).json().id
  const tag = (await post('/api/tags', { name: 'VIP' })).id
  const dueAt = new Date().toISOString()
  const change = { company: 'Empresa oculta', tags: [tag], status: 'lost', lostReason: 'motivo oculto' }
  await app.inject({ method: 'PUT', url: `/api/leads/${hidden}`, headers: ours.auth, payload: change })
  const task = await post('/api/tasks', { leadId: hidden, title: 'tarefa oculta', dueAt, ownerId: own.id })
  await post(`/api/leads/${hidden}/notes`, { text: 'nota oculta', mentions: [own.id] })
  await post(`/api/leads/${hidden}/contacts`, { channel: 'phone', outcome: 'talked' })
  await post(`/api/leads/${hidden}/consents`, { channel: 'email', granted: true, evidence: 'prova oculta' })
  await give(hidden, other.id)

  const filters = [
    {},
    { q: 'zulmira' },
    { custom: { interesse: 'Lua' } },
    { custom: { interesse: ['Lua', 'Mel'] } },
    { tag }
  ]
  const { paths } = (await app.inject('/openapi.json')).json<{ paths: Record<string, Record<string, unknown>> }>()
  /** The addresses whose answer shows something of the hidden lead. */
  async function leaksTo({ auth }: Pick<Tenant, 'auth'>): Promise<string[]> {
    const found: string[] = []
    for (const [template, methods] of Object.entries(paths)) {
      // That one is a stream, which does not end.
      if (!('get' in methods) || template === '/api/events') continue
      for (const id of [hidden, task.id, mine]) {
        const url = template.replace('{companyId}', ours.id).replace(/\{\w+\}/g, id)
        for (const filter of template.startsWith('/api/leads') ? filters : [{}]) {
          const filtered = { ...(Object.keys(filter).length > 0 && { filter: JSON.stringify(filter) }) }
          const similar = { name: 'Zulmira', phone, email: secret.email }
          const query = template === '/api/leads/similar' ? similar : filtered
          const { body } = await app.inject({ url, query, headers: auth })
          const options =
            template.startsWith('/api/leads/fields') || template.includes('/forms') || template.includes('/public/')
          if (/ocult|zulmira/i.test(body) || (!options && /"Lua"/.test(body)))
            found.push(`${url} ${JSON.stringify(query)}`)
        }
      }
    }
    return found
  }
  expect((await leaksTo(ours)).length).toBeGreaterThan(20)
  expect(await leaksTo(own)).toEqual([])
  const get = async (url: string) => (await app.inject({ url, headers: own.auth })).json()
  const facets = await get('/api/leads/facets')
  expect(facets).toMatchObject({
    status: [{ value: 'new', count: 1 }],
    owner: [{ value: own.id, count: 1 }],
    source: [{ value: 'form', count: 1 }],
    tag: [],
    custom: { interesse: [{ value: 'Mel', count: 1 }] }
  })
  expect(await get(`/api/leads/${mine}/duplicates`)).toEqual([])
  expect(await get('/api/tasks?owner=me')).toEqual([])
})
