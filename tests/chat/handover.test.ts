import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { chatTexts } from '../../services/chat/rules.ts'
import { createOwnCompany, ownCompanyId } from '../../services/contact/queries.ts'
import { company } from '../support/app.ts'
import { ask, openChat } from '../support/chat.ts'
import { mailsTo } from '../support/mails.ts'
import { staff } from '../support/people.ts'

const { app, admin } = await openChat()
beforeAll(() => app.db.everyCompany(createOwnCompany))

const contact = { name: 'Ada Souza', email: 'ada@example.com', phone: '(11) 98765-4321' }

const wish = (payload: object, headers: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url: '/api/chat/person', payload, headers })

const call = (who: { auth: { authorization: string } }, method: 'GET' | 'POST', path: string, payload?: object) =>
  app.inject({ method, url: `/api/admin/conversations${path}`, headers: who.auth, ...(payload && { payload }) })

const leadsWith = async (text: string) => {
  const id = (await ownCompanyId(app.db)) ?? ''
  const leads = await app.db.company(id, trx => trx.selectFrom('leads').selectAll().execute())
  return leads.filter(lead => lead.message?.includes(text))
}

test('a visitor who asks for a person leaves a contact, becomes a lead once, and the team hears of it once', async () => {
  const sessionId = randomUUID()
  const said = `Preciso de ajuda ${sessionId}`
  await ask(app, { message: said, sessionId })
  const refused = await wish({ sessionId })
  expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([400, ['name', 'email', 'phone']])
  expect((await wish({ sessionId, contact: { ...contact, email: 'ada' } })).json().errors).toHaveProperty('email')
  expect((await wish({ sessionId: randomUUID(), contact })).statusCode).toBe(404)
  expect(await leadsWith(said)).toEqual([])

  for (let n = 0; n < 2; n++)
    expect((await wish({ sessionId, contact })).json()).toEqual({ message: chatTexts.person.visitor })
  const [lead, ...others] = await leadsWith(said)
  expect(others).toEqual([])
  expect(lead).toMatchObject({ name: 'Ada Souza', email: contact.email, source: 'chat', consent_given: false })
  expect(lead?.message).toBe(`Visitante: ${said}\n\nLia: Resposta: ${said}`)

  const mails = (await mailsTo(app, admin.email)).filter(({ text }) => text.includes(sessionId))
  expect(mails.map(({ subject }) => subject)).toEqual(['Alguém quer falar com uma pessoa na Prosa'])
  const waiting = await call(admin, 'GET', `?filter=${encodeURIComponent('{"state":"waiting"}')}`)
  expect(waiting.json()).toContainEqual(
    expect.objectContaining({ id: sessionId, name: 'Ada Souza', phone: '11987654321', audience: 'visitor' })
  )
})

test('staff take a client’s conversation over, one at a time, and conclude it; asking again has it wait anew', async () => {
  const ours = await company(app, 'Padaria Central')
  const { sessionId } = (await ask(app, { message: 'Não consigo convidar' }, ours.auth)).json()
  expect((await call(admin, 'GET', `/${sessionId}`)).statusCode).toBe(404)
  await wish({ sessionId }, ours.auth)
  const [first, second] = [await staff(app, 'employee'), await staff(app, 'employee')]
  const found = (await call(first, 'GET', `/${sessionId}`)).json()
  expect(found).toMatchObject({ state: 'waiting', email: ours.email, companyName: 'Padaria Central' })
  expect(found.messages).toMatchObject([
    { message: 'Não consigo convidar', response: 'Resposta: Não consigo convidar' }
  ])

  const both = await Promise.all([first, second].map(who => call(who, 'POST', `/${sessionId}/take`, { from: null })))
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  const taker = both[0]?.statusCode === 200 ? first : second
  const other = taker === first ? second : first
  expect((await call(other, 'POST', `/${sessionId}/take`, { from: taker.userId })).json()).toMatchObject({
    state: 'taken',
    takenBy: other.userId
  })
  expect((await call(other, 'POST', `/${sessionId}/conclude`)).json()).toMatchObject({ state: 'concluded' })
  expect((await call(taker, 'POST', `/${sessionId}/conclude`)).statusCode).toBe(409)

  await wish({ sessionId }, ours.auth)
  expect((await call(first, 'GET', `/${sessionId}`)).json()).toMatchObject({ state: 'waiting', takenBy: null })
  expect((await call(ours, 'GET', '')).statusCode).toBe(403)
})

test.each([
  [{ name: 'Ada\u0000' }],
  [{ phone: '12' }],
  [{ email: `${'a'.repeat(250)}@example.com` }],
  [{ role: 'global_admin' }]
])('a contact with %j makes neither a lead nor a wish', async wrong => {
  const sessionId = randomUUID()
  await ask(app, { message: `Oi ${sessionId}`, sessionId })
  expect((await wish({ sessionId, contact: { ...contact, ...wrong } })).statusCode).toBe(400)
  expect(await leadsWith(sessionId)).toEqual([])
  expect((await call(admin, 'GET', `/${sessionId}`)).statusCode).toBe(404)
})

test('of a long conversation the lead holds the end, and nothing in it is more than text', async () => {
  const sessionId = randomUUID()
  for (const text of ['primeira', 'x'.repeat(3000), `<script>alert(1)</script> ${sessionId}`])
    await ask(app, { message: text, sessionId })
  expect((await wish({ sessionId, contact })).statusCode).toBe(200)
  const [lead] = await leadsWith(sessionId)
  expect(lead?.message?.length).toBeLessThanOrEqual(5000)
  expect(lead?.message).not.toContain('primeira')
  expect(lead?.message).toContain('<script>alert(1)</script>')
})

test('what a client writes without the assistant waits for the team, who is known, under a protocol', async () => {
  const ours = await company(app, 'Oficina do Bairro')
  const support = (payload: object, headers: Record<string, string> = ours.auth) =>
    app.inject({ method: 'POST', url: '/api/chat/support', payload, headers })
  expect((await support({ subject: 'support', message: ' ' })).json().errors).toEqual({
    message: 'Este campo é obrigatório'
  })
  expect((await support({ subject: 'outro', message: 'x' })).statusCode).toBe(400)
  expect((await support({ subject: 'support', message: 'x' }, {})).statusCode).toBe(401)
  expect((await support({ subject: 'support', message: 'x' }, admin.auth)).statusCode).toBe(403)

  const answer = await support({ subject: 'support', message: 'Não consigo <b>importar</b>' })
  expect([answer.statusCode, answer.json()]).toEqual([201, { protocol: expect.stringMatching(/^20\d\d-\w{6}$/) }])
  const waiting = (await call(admin, 'GET', `?filter=${encodeURIComponent('{"state":"waiting"}')}`)).json()
  const row = waiting.find((each: { companyId: string }) => each.companyId === ours.id)
  expect(row).toMatchObject({ audience: 'client', email: ours.email, companyName: 'Oficina do Bairro' })
  expect((await call(admin, 'GET', `/${row.id}`)).json().messages).toMatchObject([
    {
      message: 'Suporte\n\nNão consigo <b>importar</b>',
      response: `Protocolo ${answer.json().protocol}. ${chatTexts.person.known}`
    }
  ])
  const history = await app.inject({ url: '/api/chat/history', headers: ours.auth })
  expect(history.json().data).toContainEqual(expect.objectContaining({ sessionId: row.id }))
  expect((await mailsTo(app, admin.email)).some(({ text }) => text.includes(row.id))).toBe(true)
})
