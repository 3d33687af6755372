import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pino from 'pino'
import { expect, test } from 'vitest'
import { addressOf, resealAddresses } from '../../../services/calendar/appointments/external.ts'
import { largest, readExternalCalendars } from '../../../services/calendar/appointments/externalReading.ts'
import type { ExternalCalendar } from '../../../services/calendar/appointments/schema.ts'
import { safeFetch } from '../../../services/core/outside.ts'
import { seal } from '../../../services/core/secrets.ts'
import { company, openApp, type Tenant, testConfig } from '../../kit/app.ts'
import { newDatabase } from '../../kit/database.ts'
import { atEnd } from '../../kit/end.ts'
import { join } from '../../kit/team.ts'

const env = { DATABASE_URL: await newDatabase() }
const app = await openApp(env)
const config = testConfig(env)
const services = { db: app.db, config, log: pino({ level: 'silent' }) }

const path = '/api/appointments/external-calendars'
const call = async <T>(who: Tenant, method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) => {
  const answer = await app.inject({ method, url, headers: who.auth, ...(payload && { payload }) })
  return { status: answer.statusCode, body: (answer.body ? answer.json() : null) as T }
}

/** A server of calendars: its answer at each path, and the requests that it got. */
type Page = { status?: number; headers?: Record<string, string>; body: string | Buffer }
const pages = new Map<string, Page>()
const requests: { url: string; headers: Record<string, unknown> }[] = []
const server = createServer((request, response) => {
  requests.push({ url: request.url ?? '', headers: request.headers })
  const page = pages.get(request.url ?? '') ?? { status: 404, body: 'none' }
  if (page.headers?.etag && request.headers['if-none-match'] === page.headers.etag) return response.writeHead(304).end()
  response.writeHead(page.status ?? 200, page.headers).end(page.body)
})
await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
atEnd(() => new Promise(resolve => server.close(resolve)))
const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
// The test's server is on this machine, which people may not name.
const here = safeFetch({ trusted: true, maxBytes: largest })

const tomorrow = (hour: number) => {
  const day = new Date(Math.floor(Date.now() / 86_400_000) * 86_400_000 + 3 * 86_400_000)
  return new Date(day.getTime() + hour * 3_600_000)
}
const stamp = (at: Date) => `${at.toISOString().replace(/[-:]/g, '').slice(0, 15)}Z`
const calendar = (...events: string[][]) =>
  ['BEGIN:VCALENDAR', ...events.flatMap(each => ['BEGIN:VEVENT', ...each, 'END:VEVENT']), 'END:VCALENDAR', ''].join(
    '\r\n'
  )
const event = (from: Date, to: Date) => ['UID:1', 'SUMMARY:Psicóloga', `DTSTART:${stamp(from)}`, `DTEND:${stamp(to)}`]

async function subscribed(page: string) {
  const ours = await company(app)
  const added = await call<ExternalCalendar>(ours, 'POST', path, {
    name: 'Pessoal',
    url: 'https://agenda.example/a.ics'
  })
  expect(added.status).toBe(201)
  const { id } = added.body
  await app.db.company(ours.id, trx =>
    trx
      .updateTable('external_calendars')
      .set({ address: seal(config, `${base}${page}`, { field: 'external_calendars.address', row: id }) })
      .execute()
  )
  const employeeId = (await app.inject({ url: '/api/auth/me', headers: ours.auth })).json().companyEmployee.id
  const due = (change: object = {}) =>
    app.db.company(ours.id, trx =>
      trx
        .updateTable('external_calendars')
        .set({ due_at: new Date(0), ...change })
        .execute()
    )
  const look = async (fetchCalendar = here) => {
    await due()
    await readExternalCalendars(services, fetchCalendar)
    return (await call<ExternalCalendar[]>(ours, 'GET', path)).body[0] as ExternalCalendar
  }
  const day = tomorrow(0).toISOString().slice(0, 10)
  const blocked = async () =>
    (
      await call<{ start: string; end: string; external: boolean; reason: string }[]>(
        ours,
        'GET',
        `/api/appointments/blocked-times?from=${day}&to=${day}`
      )
    ).body
  return { ours, id, employeeId, look, due, day, blocked }
}

test('the times of a calendar elsewhere are not offered, are shown without what they are, and go with it', async () => {
  pages.set('/a.ics', { body: calendar(event(tomorrow(0), tomorrow(24))), headers: { etag: '"1"' } })
  const { ours, id, look, day, employeeId, blocked } = await subscribed('/a.ics')
  const colleague = await join(app, ours)
  // Every day is worked, so that only the calendar makes a difference.
  const hours = [0, 1, 2, 3, 4, 5, 6].map(each => ({ day: each, from: '08:00', to: '18:00' }))
  await app.inject({
    method: 'PUT',
    url: '/api/appointments/settings',
    headers: ours.auth,
    payload: { hours, nationalHolidays: false }
  })
  const free = async () =>
    (
      await call<{ data: { slots: object[] }[] }>(
        ours,
        'GET',
        `/api/appointments/slots?minutes=60&employeeId=${employeeId}&from=${day}&to=${day}`
      )
    ).body.data[0]?.slots.length
  expect(await free()).toBeGreaterThan(0)
  expect(await look()).toMatchObject({
    name: 'Pessoal',
    error: null,
    warnings: [],
    times: 1,
    goodAt: expect.any(String)
  })
  expect(await free()).toBe(0)
  expect(await blocked()).toMatchObject([{ external: true, reason: 'Ocupado em outra agenda' }])
  const stored = await app.db.everyCompany(trx => trx.selectFrom('external_times').selectAll().execute())
  expect(JSON.stringify(stored)).not.toContain('Psicóloga')
  // A person's calendars are their own.
  expect((await call(colleague, 'GET', path)).body).toEqual([])
  expect((await call(colleague, 'DELETE', `${path}/${id}`)).status).toBe(404)
  expect((await call(ours, 'DELETE', `${path}/${id}`)).status).toBe(204)
  expect(await free()).toBeGreaterThan(0)
  expect(await blocked()).toEqual([])
})

test('what has not changed is not read again, except once a day, and what has changed replaces what was', async () => {
  pages.set('/b.ics', {
    body: calendar(event(tomorrow(12), tomorrow(13))),
    headers: { etag: '"1"', 'last-modified': 'Mon, 01 Jan 2024 00:00:00 GMT' }
  })
  const { look, due, blocked } = await subscribed('/b.ics')
  await look()
  requests.length = 0
  expect(await look()).toMatchObject({ error: null, times: 1 })
  expect(requests[0]?.headers).toMatchObject({
    'if-none-match': '"1"',
    'if-modified-since': 'Mon, 01 Jan 2024 00:00:00 GMT'
  })
  await due({ read_at: new Date(Date.now() - 2 * 86_400_000) })
  await look()
  expect(requests[1]?.headers['if-none-match']).toBeUndefined()
  pages.set('/b.ics', { body: calendar(event(tomorrow(15), tomorrow(16))), headers: { etag: '"2"' } })
  await look()
  expect((await blocked()).map(({ start }) => Date.parse(start))).toEqual([tomorrow(15).getTime()])
})

test.each<[string, Page, RegExp]>([
  ['an address that is gone', { status: 404, body: '' }, /não existe mais ou não é público/],
  [
    'a redirect, even to a private address',
    { status: 302, headers: { location: 'http://169.254.169.254/' }, body: '' },
    /leva a outro/
  ],
  ['a server that fails', { status: 500, body: 'x' }, /erro 500/],
  ['a page that is no calendar', { body: '<html>Entre</html>' }, /formato iCalendar/],
  ['more than 10 MB', { body: Buffer.alloc(largest + 1, 'a') }, /mais de 10 MB/]
])('%s is reported in a sentence, and the times stay', async (name, page, sentence) => {
  const url = `/${encodeURIComponent(name)}.ics`
  pages.set(url, { body: calendar(event(tomorrow(12), tomorrow(13))) })
  const { look, blocked } = await subscribed(url)
  const good = await look()
  pages.set(url, page)
  requests.length = 0
  expect(await look()).toMatchObject({ error: expect.stringMatching(sentence), goodAt: good.goodAt, times: 1 })
  expect(requests).toHaveLength(1)
  expect(await blocked()).toHaveLength(1)
})

test('a private address is not called, and a calendar that fails often is asked less often', async () => {
  pages.set('/c.ics', { body: calendar(event(tomorrow(12), tomorrow(13))) })
  const { look, ours } = await subscribed('/c.ics')
  requests.length = 0
  const refused = safeFetch({ trusted: false, maxBytes: largest })
  expect(await look(refused)).toMatchObject({ error: expect.stringMatching(/rede interna/), goodAt: null })
  expect(requests).toEqual([])
  const pauses: number[] = []
  for (let n = 0; n < 8; n++) {
    await look(refused)
    const row = await app.db.company(ours.id, trx =>
      trx.selectFrom('external_calendars').select('due_at').executeTakeFirstOrThrow()
    )
    pauses.push(Math.round((Date.parse(row.due_at) - Date.now()) / 60_000))
  }
  expect(pauses).toEqual([15, 15, 30, 60, 120, 240, 480, 960])
  expect(await look()).toMatchObject({ error: null, times: 1 })
})

test('a calendar of nearly 10 MB with broken lines and endless repetitions is read within bounds', async () => {
  const lines = Array.from({ length: 12_000 }, (_, n) => [
    `UID:${n}`,
    `DTSTART:${stamp(new Date(tomorrow(12).getTime() + n * 1_200_000))}`,
    'DURATION:PT5M',
    `DESCRIPTION:${'x'.repeat(650)}`,
    'sem nome'
  ])
  const bomb = ['UID:bomba', 'DTSTART:20200101T000000Z', 'DURATION:PT1S', 'RRULE:FREQ=SECONDLY']
  const body = calendar(bomb, ...lines)
  expect(body.length).toBeGreaterThan(9_000_000)
  pages.set('/d.ics', { body })
  const { look } = await subscribed('/d.ics')
  const before = process.memoryUsage().rss
  const seen = await look()
  expect(seen).toMatchObject({ error: null })
  expect(seen.warnings.length).toBeGreaterThanOrEqual(1)
  // The second that repeats for ever leaves nothing free.
  expect(seen.times).toBeGreaterThanOrEqual(1)
  expect((process.memoryUsage().rss - before) / 1024 / 1024).toBeLessThan(400)
})

test.each([
  ['http://agenda.example/a.ics', /https/],
  ['ftp://agenda.example/a.ics', /https/],
  ['agenda', /endereço completo/],
  ['https://eu:senha@agenda.example/a.ics', /endereço completo/]
])('the address %j is refused', async (url, sentence) => {
  const ours = await company(app)
  const answer = await call<{ errors: { url: string } }>(ours, 'POST', path, { name: 'Pessoal', url })
  expect(answer.status).toBe(400)
  expect(answer.body.errors.url).toMatch(sentence)
})

test('a person subscribes to five calendars at most, whose addresses are kept sealed and for the current key', async () => {
  const ours = await company(app)
  const add = () =>
    call<ExternalCalendar>(ours, 'POST', path, { name: 'Pessoal', url: 'webcal://agenda.example/segredo.ics' })
  const added = await Promise.all(Array.from({ length: 7 }, add))
  expect(added.filter(({ status }) => status === 201)).toHaveLength(5)
  const rows = await app.db.company(ours.id, trx => trx.selectFrom('external_calendars').selectAll().execute())
  expect(JSON.stringify(rows)).not.toContain('segredo')
  expect(added.find(({ status }) => status === 201)?.body.host).toBe('agenda.example')
  const rotated = { ...config, secret: 'n'.repeat(40), previousSecret: config.secret }
  await app.db.everyCompany(async trx => {
    expect(await resealAddresses(trx, rotated)).toBeGreaterThanOrEqual(5)
    const [row] = await trx.selectFrom('external_calendars').selectAll().where('company_id', '=', ours.id).execute()
    expect(addressOf({ ...rotated, previousSecret: undefined }, row as never)).toBe(
      'https://agenda.example/segredo.ics'
    )
  })
})
