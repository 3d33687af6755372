import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { deriveKey } from '../../../services/core/config.ts'
import { eraseLeads } from '../../../services/privacy/privacy/erase.ts'
import type { DeskTicket } from '../../../services/support/desk/schema.ts'
import type { Ticket } from '../../../services/support/tickets/schema.ts'
import { applyRules, notifyOfBreaches } from '../../../services/support/tickets/watch.ts'
import { company, openApp, sendLead } from '../../kit/app.ts'
import { newDatabase } from '../../kit/database.ts'
import { mailsTo } from '../../kit/mails.ts'
import { staff } from '../../kit/people.ts'
import { answerAs, callDesk, callTickets, deliver, openTicketOf } from '../../kit/tickets.ts'
import { openWorker } from '../../kit/workers.ts'

const app = await openApp({ DATABASE_URL: await newDatabase() })
const [agent, lead] = [await staff(app), await staff(app, 'manager')]
const admin = await staff(app, 'global_admin')

const read = async (id: string) => (await callDesk(app, agent, 'GET', `/${id}`)).json<DeskTicket>()

/** Has the clocks of a ticket begin so many days ago, at nine in the morning. */
const backdate = (id: string, at: string) =>
  app.db.everyCompany(async trx => {
    await sql`update ticket_clock set at = ${at} where ticket_id = ${id}`.execute(trx)
    await sql`update tickets set created_at = ${at} where id = ${id}`.execute(trx)
  })

test('a breach is announced once, to the person who has the ticket or to the one who leads the team', async () => {
  const ours = await company(app)
  const { id, number } = await openTicketOf(app, ours, { priority: 'urgent' })
  await backdate(id, '2026-11-02T12:00:00Z')
  await applyRules(app.db)
  expect(Date.parse((await read(id)).answerDueAt ?? '')).toBeLessThan(Date.now())
  expect(await notifyOfBreaches(app.db, app.config)).toBe(2)
  expect(await notifyOfBreaches(app.db, app.config)).toBe(0)
  const late = async (who: { email: string }) =>
    (await mailsTo(app, who.email)).filter(({ subject }) => subject === `Chamado #${number}`).map(({ text }) => text)
  expect((await late(lead)).map(text => text.split('\n')[0]).toSorted()).toEqual([
    'Passou do prazo da primeira resposta.',
    'Passou do prazo da solução.'
  ])
  expect(await late(agent)).toEqual([])
  const ticket = await read(id)
  expect([ticket.answerBreachAt, ticket.solutionBreachAt]).toEqual([ticket.answerDueAt, ticket.solutionDueAt])
  expect(ticket.clock.answer.remaining).toBeLessThan(0)
  // Monday was a holiday.
  expect(Date.parse(ticket.clock.answer.breachedAt ?? '')).toBe(Date.parse('2026-11-03T13:00:00Z'))
})

test('an answer stops the first clock for good, waiting pauses the second, and the history says so', async () => {
  const ours = await company(app)
  const { id } = await openTicketOf(app, ours)
  await answerAs(app, agent, id)
  await deliver(app)
  const answered = await read(id)
  expect(answered).toMatchObject({ answerDueAt: null, solutionDueAt: null, status: 'waiting' })
  expect([answered.clock.answer.state, answered.clock.solution.state]).toEqual(['stopped', 'paused'])
  await callTickets(app, ours, 'POST', `/${id}/replies`, { text: 'Continua' })
  const going = await read(id)
  expect(going.answerDueAt).toBeNull()
  expect(going.solutionDueAt).not.toBeNull()
  await callTickets(app, ours, 'POST', `/${id}/resolve`)
  await callTickets(app, ours, 'POST', `/${id}/reopen`)
  const { clock, reopened } = await read(id)
  expect(reopened).toBe(1)
  expect(clock.history.map(({ status, answered }) => [status, answered])).toEqual([
    ['open', false],
    ['waiting', true],
    ['in_progress', true],
    ['resolved', true],
    ['in_progress', true]
  ])
  expect([clock.answer.state, clock.solution.state]).toEqual(['stopped', 'running'])
})

test('an answer that crosses one of the company leaves the ticket with staff', async () => {
  const ours = await company(app)
  const { id } = await openTicketOf(app, ours)
  await answerAs(app, agent, id, { status: 'resolved' })
  await callTickets(app, ours, 'POST', `/${id}/replies`, { text: 'Espere' })
  await deliver(app)
  expect((await callTickets(app, ours, 'GET', `/${id}`)).json<Ticket>().status).toBe('in_progress')
})

test('new rules give open tickets new deadlines, and none to those that wait', async () => {
  const ours = await company(app)
  const [running, waiting] = [await openTicketOf(app, ours), await openTicketOf(app, ours)]
  const { version: of } = await read(waiting.id)
  await callDesk(app, agent, 'PATCH', `/${waiting.id}`, { version: of, status: 'waiting' })
  const worker = await openWorker(app.config)
  const { rules, version } = (await callDesk(app, admin, 'GET', '/rules')).json()
  const quick = {
    urgent: { answer: 5, solution: 5 },
    high: { answer: 5, solution: 5 },
    normal: { answer: 5, solution: 5 },
    low: { answer: 5, solution: 5 }
  }
  const targets = Object.fromEntries(Object.keys(rules.targets).map(plan => [plan, quick]))
  const changed = await callDesk(app, admin, 'PUT', '/rules', { rules: { ...rules, targets }, version })
  expect(changed.statusCode).toBe(200)
  await expect.poll(async () => (await read(running.id)).clock.solution.minutes).toBe(5)
  expect(Date.parse((await read(running.id)).solutionDueAt ?? '')).toBeLessThan(Date.parse(running.solutionDueAt ?? ''))
  await expect.poll(async () => (await read(waiting.id)).clock.solution.minutes).toBe(5)
  expect((await read(waiting.id)).solutionDueAt).toBeNull()
  await worker.close()
  // The rules are the installation's.
  const { version: now } = (await callDesk(app, admin, 'GET', '/rules')).json()
  expect((await callDesk(app, admin, 'PUT', '/rules', { rules, version: now })).statusCode).toBe(200)
})

test('staff who have a ticket hear of the company’s answer, and their browsers at once', async () => {
  const ours = await company(app)
  const { id, number } = await openTicketOf(app, ours)
  await answerAs(app, agent, id)
  await deliver(app)
  await callTickets(app, ours, 'POST', `/${id}/replies`, { text: 'segredo da empresa' })
  const worker = await openWorker(app.config)
  const mails = async () => (await mailsTo(app, agent.email)).filter(({ subject }) => subject === `Chamado #${number}`)
  await expect.poll(async () => (await mails()).length).toBeGreaterThan(0)
  const all = await mails()
  expect(all.map(({ text }) => text).join()).not.toContain('segredo')
  const events = await app.db.everyCompany(trx =>
    trx.selectFrom('events').select(['kind', 'data']).where('company_id', '=', '0'.repeat(24)).execute()
  )
  expect(events).toContainEqual({ kind: 'desk-changed', data: { ticketId: id } })
  await worker.close()
})

test('an erased person is in no ticket any more, and the search does not find them', async () => {
  const ours = await company(app)
  const email = 'apagada@example.com'
  const leadId = (await sendLead(app, ours.id, { email, phone: '(11) 91234-5678' })).json<{ id: string }>().id
  const kept = await app.inject({
    method: 'POST',
    url: '/api/tickets/files?name=passos.txt',
    headers: { ...ours.auth, 'content-type': 'application/octet-stream' },
    payload: 'O que fizemos'
  })
  const { fileId } = kept.json()
  const unrelated = await openTicketOf(app, ours, { attachmentIds: [fileId] })
  const about = await openTicketOf(app, ours, { leadId, subject: `Sobre ${email}` })
  const other = await openTicketOf(app, ours, { description: `O lead ${email} não aparece` })
  const named = await openTicketOf(app, ours, { leadId, description: 'A Fulana não responde, e o nome dela é apagada' })
  const titled = await openTicketOf(app, ours, { subject: `Cadê ${email}?` })
  await answerAs(app, agent, titled.id)
  await deliver(app)
  expect(named.id).not.toBe(titled.id)
  await callDesk(app, agent, 'POST', `/${other.id}/notes`, { text: `É ${email}` })
  const actor = { actorId: ours.userId, actorName: 'x', ip: null, requestId: null }
  const certificate = await eraseLeads(app.db, Buffer.from(deriveKey(app.config.secret, 'test')), {
    companyId: ours.id,
    leadIds: [leadId],
    cause: 'request',
    actor
  })
  expect(certificate).toBeDefined()
  const stored = await app.db.everyCompany(trx =>
    sql<{ row: string }>`
      select to_jsonb(t)::text as row from tickets t union all select to_jsonb(m)::text from ticket_messages m
      union all select to_jsonb(n)::text from ticket_notes n union all select to_jsonb(w)::text from ticket_words w`.execute(
      trx
    )
  )
  expect(stored.rows.map(({ row }) => row).join()).not.toContain('apagada')
  expect((await callTickets(app, ours, 'GET', `/${about.id}`)).json()).toMatchObject({ leadId: null })
  expect((await callTickets(app, ours, 'GET', `/${unrelated.id}/files/${fileId}`)).body).toBe('O que fizemos')
})
