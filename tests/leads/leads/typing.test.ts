import { expect, test } from 'vitest'
import { ada, company, openApp, sendLead, type Tenant } from '../../kit/app.ts'
import { colleague } from '../../kit/people.ts'

const app = await openApp()

type Who = Pick<Tenant, 'auth'>

const call = (who: Who, method: 'GET' | 'POST', url: string, payload?: object) =>
  app.inject({ method, url, headers: who.auth, ...(payload && { payload }) })
const type = (who: Who, lead: object) => call(who, 'POST', '/api/leads', lead)

test('a typed lead is stored with its submission, tags, owner and consent', async () => {
  const ours = await company(app)
  const tag = (await call(ours, 'POST', '/api/tags', { name: 'Feira' })).json().id
  const me = (await call(ours, 'GET', '/api/employees/options')).json()[0].id
  const answer = await type(ours, {
    name: ' Ada Souza ',
    phone: '(11) 98765-4321',
    company: 'Padaria',
    source: 'Feira',
    ownerId: me,
    tags: [tag],
    consent: { granted: true, channels: ['whatsapp', 'phone'], evidence: 'Assinou na feira' }
  })
  expect(answer.statusCode).toBe(201)
  const { id, lead } = answer.json()
  expect(answer.json()).toMatchObject({ matchedBy: [], filled: [], held: false })
  expect(lead).toMatchObject({
    name: 'Ada Souza',
    phone: '11987654321',
    email: null,
    company: 'Padaria',
    source: 'Feira',
    ownerId: me,
    tags: [tag],
    status: 'new',
    consentGiven: true
  })
  const { items } = (await call(ours, 'GET', `/api/leads/${id}/timeline?kinds=submission,consent`)).json()
  expect(items).toMatchObject([
    { kind: 'consent', actorName: 'Pessoa de Teste', data: { evidence: 'Assinou na feira' } },
    { kind: 'submission', actorName: 'Pessoa de Teste', data: { source: 'typed', answers: { company: 'Padaria' } } }
  ])
  expect((await call(ours, 'GET', `/api/companies/${ours.id}/activities`)).json()).toMatchObject([
    { type: 'new_lead', description: 'Novo lead cadastrado: Ada Souza' }
  ])
})

test('somebody known gets what was unknown of them, and only who asks for it another lead', async () => {
  const ours = await company(app)
  const first = (await sendLead(app, ours.id)).json().id
  const again = await type(ours, { name: 'Ada S.', phone: '1187654321', email: 'outro@x.co', company: 'Padaria' })
  expect(again.statusCode).toBe(200)
  expect(again.json()).toMatchObject({
    id: first,
    matchedBy: ['phone9'],
    filled: ['company'],
    lead: { name: 'Ada Souza', email: 'ada@example.com', company: 'Padaria', version: 2 }
  })
  const family = await type(ours, { name: 'Rui Souza', phone: '11987654321', email: 'rui@x.co' })
  expect(family.json()).toMatchObject({ matchedBy: [], lead: { marks: ['duplicate'] } })
  const separate = await type(ours, { name: 'Ada Souza', phone: '11987654321', separate: true })
  expect(separate.statusCode).toBe(201)
  expect(separate.json().lead).toMatchObject({ marks: ['duplicate'] })
  expect(new Set([first, family.json().id, separate.json().id]).size).toBe(3)
})

test('what is typed twice and sent by the form at once becomes one lead', async () => {
  const ours = await company(app)
  const answers = await Promise.all([
    type(ours, { name: 'Ada Souza', email: ada.email, phone: '11987654321' }),
    sendLead(app, ours.id),
    type(ours, { name: 'Ada', email: ada.email, phone: '1187654321' })
  ])
  expect(new Set(answers.map(answer => answer.json().id)).size).toBe(1)
})

test('typed leads count towards the plan, and one beyond it is kept but not shown', async () => {
  const ours = await company(app)
  await app.db.everyCompany(trx =>
    trx.updateTable('companies').set({ plan: 'basic', leads_limit: 2 }).where('id', '=', ours.id).execute()
  )
  const held = []
  for (const n of [1, 2, 3]) held.push((await type(ours, { name: `Lead ${n}` })).json())
  expect(held.map(answer => answer.held)).toEqual([false, false, true])
  expect(held[2].lead.name).toBe('Lead 3')
  expect((await call(ours, 'GET', `/api/leads/${held[2].id}`)).statusCode).toBe(404)
  expect((await call(ours, 'GET', '/api/leads')).json()).toHaveLength(2)
})

test('who sees only the own leads types one of theirs, and learns and changes nothing of a colleague’s', async () => {
  const ours = await company(app)
  const existingId = (await sendLead(app, ours.id, { message: 'Segredo' })).json().id
  const own = await colleague(app, ours.id, { permissions: ['edit_leads'], leadAccess: 'own' })
  const kept = async () => [
    (await call(ours, 'GET', `/api/leads/${existingId}`)).json(),
    (await call(ours, 'GET', `/api/leads/${existingId}/timeline`)).json()
  ]
  const before = await kept()
  const typed = {
    name: 'Ada Souza',
    email: 'ada@example.com',
    phone: '11987654321',
    company: 'Padaria',
    cnpj: '11222333000181'
  }
  const answers = [
    await type(own, typed),
    await type(own, { ...typed, name: 'Rui', email: 'rui@x.co' }),
    await type(own, { ...typed, separate: true })
  ]
  const unknown = await type(own, { ...typed, name: 'Nova', email: 'nova@x.co', phone: '11911112222' })
  // The answer equals that for a person whom no lead resembles.
  const shape = (answer: typeof unknown) => {
    const { id: _, lead, ...rest } = answer.json()
    return [answer.statusCode, lead.marks, lead.ownerId, rest]
  }
  expect(shape(answers[0] as typeof unknown)).toEqual(shape(unknown))
  expect(await kept()).toEqual(before)
  // Somebody who sees both of two alike leads sees the mark.
  expect(shape(answers[1] as typeof unknown)[1]).toEqual(['duplicate'])
  const both = (await call(ours, 'GET', `/api/leads/${existingId}/duplicates`)).json()
  expect(both).toContainEqual(expect.objectContaining({ id: answers[0]?.json().id }))
  const similar = (await call(own, 'GET', '/api/leads/similar?phone=11987654321')).json()
  expect(similar.map(({ id }: { id: string }) => id)).not.toContain(existingId)
  expect((await type(own, { name: 'Novo' })).json().lead).toMatchObject({ ownerId: own.id })
  const assign = await type(own, { name: 'Para outro', ownerId: existingId })
  expect(assign.statusCode).toBe(403)
  expect((await type(await colleague(app, ours.id), { name: 'x' })).statusCode).toBe(403)
})

test.each([
  [{ name: ' ' }, 'name'],
  [{ name: 'Ada', email: 'sem-arroba' }, 'email'],
  [{ name: 'Ada', phone: '123' }, 'phone'],
  [{ name: 'Ada', cnpj: '1' }, 'cnpj'],
  [{ name: 'Ada', ownerId: 'f'.repeat(24) }, 'ownerId']
])('what is typed as %j is refused at its field', async (lead, field) => {
  const ours = await company(app)
  const answer = await type(ours, lead)
  expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([400, [field]])
  expect((await call(ours, 'GET', '/api/leads')).json()).toEqual([])
})

test('while a lead is typed, those that resemble it are listed with the reason', async () => {
  const ours = await company(app)
  await sendLead(app, ours.id, { name: 'Conceição Peçanha' })
  const ask = async (query: object) =>
    (await call(ours, 'GET', `/api/leads/similar?${new URLSearchParams(query as Record<string, string>)}`)).json()
  expect(await ask({ name: 'conceicao pecanha' })).toMatchObject([{ reasons: ['name'], strength: 'weak' }])
  expect(await ask({ name: 'Conceição', phone: '(11) 8765-4321' })).toMatchObject([
    { reasons: expect.arrayContaining(['phone9']), strength: 'strong' }
  ])
  expect(await ask({ email: 'ADA@example.com' })).toMatchObject([{ reasons: ['email'] }])
  expect(await ask({ name: 'Zé' })).toEqual([])
})
