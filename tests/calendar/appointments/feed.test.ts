import { expect, test } from 'vitest'
import type { FeedMade, FeedState } from '../../../services/calendar/appointments/schema.ts'
import { company, openApp, sendLead, type Tenant } from '../../kit/app.ts'
import { readCalendar } from '../../kit/smtp.ts'
import { join } from '../../kit/team.ts'

const app = await openApp()
const path = '/api/appointments/feed'

const make = async (who: Tenant) => {
  const made = await app.inject({ method: 'POST', url: path, headers: who.auth })
  expect(made.statusCode, made.body).toBe(201)
  return new URL(made.json<FeedMade>().url).pathname
}

async function withAppointments() {
  const ours = await company(app, 'Padaria Central')
  const { companyEmployee } = (await app.inject({ url: '/api/auth/me', headers: ours.auth })).json()
  const leadId = (await sendLead(app, ours.id)).json().id
  const url = `/api/appointments/companies/${ours.id}/appointments`
  const book = async (days: number, more: object = {}) => {
    const start = Math.floor(Date.now() / 1000) * 1000 + days * 86_400_000
    const answer = await app.inject({
      method: 'POST',
      url,
      headers: ours.auth,
      payload: {
        title: `Visita ${days}`,
        start: new Date(start).toISOString(),
        end: new Date(start + 3_600_000).toISOString(),
        employeeId: companyEmployee.id,
        ...more
      }
    })
    expect(answer.statusCode, answer.body).toBe(201)
    return answer.json().data
  }
  return { ours, book, leadId, url, employeeId: companyEmployee.id }
}

test('a feed shows the person’s own appointments of a month ago to a year ahead, and two readers read it', async () => {
  const { ours, book, leadId, url } = await withAppointments()
  const colleague = await join(app, ours)
  for (const days of [-40, -10, 3, 400]) await book(days)
  await book(5, { leadId, status: 'requested', location: 'Rua das Flores, 10; fundos' })
  const cancelled = await book(6)
  await app.inject({ method: 'DELETE', url: `${url}/${cancelled.id}`, headers: ours.auth })
  const feed = await app.inject({ url: await make(ours) })
  expect(feed.statusCode).toBe(200)
  expect(feed.headers['content-type']).toBe('text/calendar; charset=utf-8')
  const { method, events } = readCalendar(feed.body)
  expect(method).toBe('PUBLISH')
  expect(events.map(({ title, status }) => [title, status])).toEqual([
    ['Visita -10', 'CONFIRMED'],
    ['Visita 3', 'CONFIRMED'],
    ['Visita 5: Ada Souza', 'TENTATIVE']
  ])
  expect(readCalendar((await app.inject({ url: await make(colleague) })).body).events).toEqual([])
})

test('a feed that is as it was answers 304, and another text once something changed', async () => {
  const { ours, book } = await withAppointments()
  await book(3)
  const url = await make(ours)
  const first = await app.inject({ url })
  const etag = String(first.headers.etag)
  const again = await app.inject({ url, headers: { 'if-none-match': `"other", W/${etag}` } })
  expect({ status: again.statusCode, body: again.body }).toEqual({ status: 304, body: '' })
  await book(4)
  const changed = await app.inject({ url, headers: { 'if-none-match': etag } })
  expect(changed.statusCode).toBe(200)
  expect(changed.headers.etag).not.toBe(etag)
})

test('a feed ends when it is renewed or revoked, and with its person and company; its address is not kept', async () => {
  const { ours, book } = await withAppointments()
  await book(3)
  const state = async () => (await app.inject({ url: path, headers: ours.auth })).json<FeedState>()
  expect(await state()).toEqual({ createdAt: null, readAt: null, detail: 'full' })
  const first = await make(ours)
  expect(await state()).toEqual({ createdAt: expect.any(String), readAt: null, detail: 'full' })
  const second = await make(ours)
  const status = async (url: string) => (await app.inject({ url })).statusCode
  expect(await status(first)).toBe(404)
  expect(await status(second)).toBe(200)
  expect((await state()).readAt).toEqual(expect.any(String))
  const rows = await app.db.everyCompany(trx => trx.selectFrom('calendar_feeds').selectAll().execute())
  expect(JSON.stringify(rows)).not.toContain(second.slice(15, 40))
  expect((await app.inject({ method: 'DELETE', url: path, headers: ours.auth })).statusCode).toBe(204)
  expect(await status(second)).toBe(404)
  for (const wrong of [
    '/calendar/feed/x.ics',
    `/calendar/feed/${'a'.repeat(43)}.ics`,
    `/calendar/feed/${'a'.repeat(43)}`
  ])
    expect(await status(wrong), wrong).toBe(404)

  const colleague = await join(app, ours)
  const theirs = await make(colleague)
  expect(await status(theirs)).toBe(200)
  await app.db.company(ours.id, trx =>
    trx.updateTable('employees').set({ active: false }).where('user_id', '=', colleague.userId).execute()
  )
  expect(await status(theirs)).toBe(404)
  const third = await make(ours)
  await app.db.everyCompany(trx =>
    trx.updateTable('companies').set({ active: false }).where('id', '=', ours.id).execute()
  )
  expect(await status(third)).toBe(404)
})

test('who sees only some leads does not read the others in the feed', async () => {
  const { ours, book, leadId } = await withAppointments()
  const colleague = await join(app, ours, { leadAccess: 'own' })
  const { companyEmployee } = (await app.inject({ url: '/api/auth/me', headers: colleague.auth })).json()
  await app.db.company(ours.id, trx =>
    trx.updateTable('leads').set({ owner_id: null }).where('id', '=', leadId).execute()
  )
  await book(3, { leadId, employeeId: companyEmployee.id })
  await book(4, { employeeId: companyEmployee.id })
  const { events } = readCalendar((await app.inject({ url: await make(colleague) })).body)
  expect(events.map(({ title }) => title)).toEqual(['Visita 4'])
})

test('a feed without details shows when its person is busy, and nothing else', async () => {
  const { ours, book, leadId } = await withAppointments()
  await book(3, { leadId, title: 'Consulta de Marta', location: 'Rua das Flores, 10' })
  const made = await app.inject({ method: 'POST', url: path, headers: ours.auth, payload: { detail: 'busy' } })
  expect(made.json<FeedMade>().detail).toBe('busy')
  const { body } = await app.inject({ url: new URL(made.json<FeedMade>().url).pathname })
  expect(readCalendar(body).events.map(({ title }) => title)).toEqual(['Ocupado'])
  for (const said of ['Marta', 'Ada', 'Flores', leadId]) expect(body).not.toContain(said)
})
