import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { addAccount, loginOf, resealAccounts } from '../../../services/calendar/caldav/accounts.ts'
import { caldavSentence, largestAnswer, oneCalendar, openCaldav } from '../../../services/calendar/caldav/client.ts'
import type { CaldavAccount } from '../../../services/calendar/caldav/schema.ts'
import { syncCaldav } from '../../../services/calendar/caldav/sync.ts'
import { safeFetch } from '../../../services/core/outside.ts'
import { company, openApp, type Tenant, testConfig } from '../../kit/app.ts'
import { newDatabase } from '../../kit/database.ts'
import { atEnd } from '../../kit/end.ts'
import { type CaldavPeer, caldavPrograms, startCaldav } from '../../kit/peers/caldav.ts'

const env = { DATABASE_URL: await newDatabase() }
const app = await openApp(env)
const config = testConfig(env)
const services = { db: app.db, config, log: pino({ level: 'silent' }) }
// The servers of these tests are on this machine, which people may not name.
const here = safeFetch({ trusted: true, maxBytes: largestAnswer })

const path = '/api/appointments/caldav'
const appointmentsOf = (who: Tenant) => `/api/appointments/companies/${who.id}/appointments`

const call = async <T>(who: Tenant, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) => {
  const answer = await app.inject({ method, url, headers: who.auth, ...(payload && { payload }) })
  return { status: answer.statusCode, body: (answer.body ? answer.json() : null) as T }
}
type Appointment = { id: string; version: number; start: string; end: string; status: string; title: string }

/** A moment some days from now. */
const at = (day: number, hour: number): string =>
  new Date((Math.floor(Date.now() / 86_400_000) + day) * 86_400_000 + hour * 3_600_000)
    .toISOString()
    .replace('.000Z', 'Z')
const stamp = (moment: string) => `${moment.replace(/[-:]/g, '').slice(0, 15)}Z`

/** A company whose person is connected to a server, as the route has it after it found the calendars. */
async function connected({ url, username, password }: Pick<CaldavPeer, 'url' | 'username' | 'password'>) {
  const ours = await company(app)
  const employeeId = (await app.inject({ url: '/api/auth/me', headers: ours.auth })).json().companyEmployee.id
  const login = { url, username, password }
  const calendars = await openCaldav(login, here).calendars()
  const account = await app.db.company(ours.id, trx =>
    addAccount(trx, config, { companyId: ours.id, employeeId }, 'Trabalho', login, calendars)
  )
  const choose = async (choice: { blocks: string[]; receives: string | null }) =>
    (await call<CaldavAccount>(ours, 'PUT', `${path}/${account.id}`, choice)).body
  const sync = async (): Promise<CaldavAccount> => {
    await app.db.company(ours.id, async trx => {
      await trx
        .updateTable('caldav_accounts')
        .set({ due_at: new Date(0).toISOString() })
        .execute()
      await trx
        .updateTable('external_calendars')
        .set({ due_at: new Date(0) })
        .execute()
    })
    await syncCaldav(services, here)
    return (await call<CaldavAccount[]>(ours, 'GET', path)).body[0] as CaldavAccount
  }
  const book = async (title: string, start: string, end: string) =>
    (await call<{ data: Appointment }>(ours, 'POST', appointmentsOf(ours), { title, employeeId, start, end })).body.data
  const shown = async (id: string) =>
    (await call<{ data: Appointment }>(ours, 'GET', `${appointmentsOf(ours)}/${id}`)).body.data
  const change = async (id: string, values: object) => {
    const { version } = await shown(id)
    const { status } = await call(ours, 'PUT', `${appointmentsOf(ours)}/${id}`, { version, ...values })
    expect(status).toBe(200)
  }
  const notices = async () =>
    (await call<{ items: { title: string; body: string }[] }>(ours, 'GET', '/api/notifications')).body.items
  return { ours, employeeId, account, calendars, choose, sync, book, shown, change, notices }
}

/** Another program at the same calendar: it lists, reads, writes and deletes by plain HTTP. */
function otherProgram({ calendar, username, password }: CaldavPeer) {
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
  const ask = (url: string, method: string, body?: string, headers: Record<string, string> = {}) =>
    fetch(url, { method, headers: { authorization, ...headers }, ...(body !== undefined && { body }) })
  return {
    async list(): Promise<string[]> {
      const body = '<propfind xmlns="DAV:"><prop><getetag/></prop></propfind>'
      const answer = await ask(calendar, 'PROPFIND', body, { depth: '1', 'content-type': 'application/xml' })
      const hrefs = [...(await answer.text()).matchAll(/<(?:\w+:)?href>([^<]+\.ics)<\//g)]
      return [...new Set(hrefs.map(([, href]) => new URL(href as string, calendar).href))]
    },
    read: async (href: string) => (await ask(href, 'GET')).text(),
    async write(href: string, text: string) {
      const answer = await ask(href, 'PUT', text, { 'content-type': 'text/calendar' })
      expect(answer.ok, `${answer.status} ${await answer.text()}`).toBe(true)
    },
    async delete(href: string) {
      expect((await ask(href, 'DELETE')).ok).toBe(true)
    }
  }
}

const moved = (text: string, start: string, end: string) =>
  text.replace(/^DTSTART.*$/m, `DTSTART:${stamp(start)}`).replace(/^DTEND.*$/m, `DTEND:${stamp(end)}`)

for (const program of caldavPrograms) {
  const peer = await startCaldav(program)
  atEnd(() => peer?.close())

  test.skipIf(!peer)(`${program}: appointments go both ways`, async () => {
    const server = peer as CaldavPeer
    const { ours, calendars, choose, sync, book, shown, change, notices } = await connected(server)
    const other = otherProgram(server)
    expect(calendars.map(({ href }) => href)).toEqual([server.calendar])
    await choose({ blocks: [], receives: server.calendar })
    const visit = await book('Visita', at(3, 15), at(3, 16))
    const talk = await book('Conversa', at(4, 15), at(4, 16))
    expect(await sync()).toMatchObject({ error: null, goodAt: expect.any(String) })
    const hrefs = await other.list()
    expect(hrefs).toHaveLength(2)
    const hrefOf = (id: string) => hrefs.find(each => each.includes(id)) as string
    const text = await other.read(hrefOf(visit.id))
    expect(text).toContain(`DTSTART:${stamp(visit.start)}`)
    expect(text).toContain('SUMMARY:Visita')

    // Nothing changed: nothing is written.
    await sync()
    expect(await other.read(hrefOf(visit.id))).toBe(text)

    // Moved there.
    await other.write(hrefOf(visit.id), moved(text, at(3, 18), at(3, 19)))
    await sync()
    expect(await shown(visit.id)).toMatchObject({ start: at(3, 18), end: at(3, 19), status: 'confirmed' })
    expect((await notices())[0]).toMatchObject({ title: 'Compromisso remarcado' })

    // Moved there to a time that is taken here.
    await other.write(hrefOf(visit.id), moved(await other.read(hrefOf(visit.id)), at(4, 15), at(4, 16)))
    await sync()
    expect(await shown(visit.id)).toMatchObject({ start: at(3, 18) })
    expect(await other.read(hrefOf(visit.id))).toContain(`DTSTART:${stamp(at(3, 18))}`)
    expect((await notices())[0]).toMatchObject({
      title: 'Compromisso não pôde ser remarcado',
      body: expect.stringMatching(/^Na agenda "Trabalho" passou para .+ Voltou ao horário daqui\.$/)
    })

    // Moved at both: ours holds.
    await change(visit.id, { start: at(5, 12), end: at(5, 13) })
    await other.write(hrefOf(visit.id), moved(await other.read(hrefOf(visit.id)), at(6, 15), at(6, 16)))
    await sync()
    expect(await shown(visit.id)).toMatchObject({ start: at(5, 12) })
    expect(await other.read(hrefOf(visit.id))).toContain(`DTSTART:${stamp(at(5, 12))}`)

    // Words that are written there change nothing here.
    await other.write(
      hrefOf(visit.id),
      (await other.read(hrefOf(visit.id))).replace(/^SUMMARY:.*$/m, 'SUMMARY:Levar o contrato')
    )
    await sync()
    expect(await shown(visit.id)).toMatchObject({ title: 'Visita', start: at(5, 12) })

    // Deleted there: asked about, never cancelled, and not written again until it changes here.
    await other.delete(hrefOf(talk.id))
    await sync()
    await sync()
    expect(await shown(talk.id)).toMatchObject({ status: 'confirmed' })
    expect((await notices()).filter(({ title }) => title === 'Compromisso apagado em outra agenda')).toHaveLength(1)
    expect(await other.list()).toEqual([hrefOf(visit.id)])
    await change(talk.id, { start: at(7, 15), end: at(7, 16) })
    await sync()
    expect(await other.read(hrefOf(talk.id))).toContain(`DTSTART:${stamp(at(7, 15))}`)

    // Cancelled here: taken out there.
    expect((await call(ours, 'DELETE', `${appointmentsOf(ours)}/${visit.id}`)).status).toBe(200)
    await sync()
    expect(await other.list()).toEqual([hrefOf(talk.id)])
    await other.delete(hrefOf(talk.id))
  })

  test.skipIf(!peer)(`${program}: times of a calendar are not offered, but for our own`, async () => {
    const server = peer as CaldavPeer
    const { ours, choose, sync, book } = await connected(server)
    const other = otherProgram(server)
    await choose({ blocks: [server.calendar], receives: server.calendar })
    const own = await book('Visita', at(3, 15), at(3, 16))
    const href = new URL('medico.ics', server.calendar).href
    const event = [`UID:medico-${own.id}`, `DTSTAMP:${stamp(at(0, 0))}`, 'SUMMARY:Médico']
    const times = [`DTSTART:${stamp(at(5, 12))}`, `DTEND:${stamp(at(5, 14))}`]
    const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:x', 'BEGIN:VEVENT', ...event, ...times, 'END:VEVENT']
    await other.write(href, [...lines, 'END:VCALENDAR', ''].join('\r\n'))
    await sync()
    await sync()
    const stored = () =>
      app.db.company(ours.id, trx => trx.selectFrom('external_times').select(['starts_at', 'ends_at']).execute())
    expect(
      (await stored()).map(each =>
        [each.starts_at, each.ends_at].map(moment => new Date(moment).toISOString().replace('.000Z', 'Z'))
      )
    ).toEqual([[at(5, 12), at(5, 14)]])
    // The panel of subscribed calendars does not list it.
    expect((await call(ours, 'GET', '/api/appointments/external-calendars')).body).toEqual([])
    await choose({ blocks: [], receives: null })
    expect(await stored()).toEqual([])
    for (const each of await other.list()) await other.delete(each)
  })

  test.skipIf(!peer)(`${program}: an entry that was written and not noted is found again`, async () => {
    const server = peer as CaldavPeer
    const { ours, choose, sync, book, change } = await connected(server)
    const other = otherProgram(server)
    await choose({ blocks: [], receives: server.calendar })
    const { id } = await book('Visita', at(3, 15), at(3, 16))
    await sync()
    await app.db.company(ours.id, trx => trx.deleteFrom('caldav_entries').execute())
    await change(id, { title: 'Visita longa' })
    expect(await sync()).toMatchObject({ error: null })
    const hrefs = await other.list()
    expect(hrefs).toHaveLength(1)
    expect(await other.read(hrefs[0] as string)).toContain('SUMMARY:Visita longa')
    await other.delete(hrefs[0] as string)
  })
}

const radicale = await startCaldav('radicale')
atEnd(() => radicale?.close())

test.skipIf(!radicale)('a wrong password is said', async () => {
  const { url, username } = radicale as CaldavPeer
  const refused = await openCaldav({ url, username, password: 'outra' }, here).calendars().catch(caldavSentence)
  expect(refused).toMatch(/recusou o usuário ou a senha/)
})

/** A server that answers as it is played. */
async function played(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise(resolve => server.close(() => resolve())))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

test.each([
  [401, '', 'O servidor recusou o usuário ou a senha. No iCloud, use uma senha específica de app.'],
  [404, 'não há', 'Não há agendas neste endereço. Confira o endereço CalDAV da conta.'],
  [507, '', 'A conta da agenda está sem espaço.'],
  [
    200,
    '<!doctype html><title>Bem-vindo</title>',
    'Não há agendas neste endereço. Confira o endereço CalDAV da conta.'
  ],
  [207, '<multistatus', 'Não há agendas neste endereço. Confira o endereço CalDAV da conta.']
])('a server that answers %i %s is said in a sentence', async (status, body, sentence) => {
  const url = await played((_, response) => void response.writeHead(status).end(body))
  const login = { url, username: 'ana', password: 'x' }
  expect(await openCaldav(login, here).calendars().catch(caldavSentence)).toBe(sentence)
})

test('the address of an account is one of the web outside, with https', async () => {
  const ours = await company(app)
  const account = { name: 'Trabalho', url: 'https://127.0.0.1/dav', username: 'ana', password: 'x' }
  const connect = (change: object) =>
    call<{ message: string; errors?: object }>(ours, 'POST', path, { ...account, ...change })
  expect(await connect({})).toMatchObject({
    status: 409,
    body: { message: 'Este endereço fica em uma rede interna e não pode ser lido.' }
  })
  for (const url of ['http://agenda.example/', 'agenda', 'https://a:b@agenda.example/'])
    expect(await connect({ url })).toMatchObject({ status: 400, body: { errors: { url: expect.any(String) } } })
  expect((await call(ours, 'GET', path)).body).toEqual([])
})

test.skipIf(!radicale)(
  'an account is its person’s alone, its password is sealed, and no other calendar is chosen',
  async () => {
    const { ours, account, choose, employeeId } = await connected(radicale as CaldavPeer)
    const stored = await app.db.company(ours.id, trx =>
      trx.selectFrom('caldav_accounts').selectAll().executeTakeFirstOrThrow()
    )
    expect(JSON.stringify(stored)).not.toContain('segredo')
    expect(loginOf(config, stored)).toMatchObject({ password: 'segredo de teste' })
    expect(await app.db.company(ours.id, trx => resealAccounts(trx, config))).toBe(0)
    expect(await choose({ blocks: [], receives: 'https://outra.example/' })).toMatchObject({
      errors: { receives: expect.any(String) }
    })
    const others = await company(app)
    expect((await call(others, 'DELETE', `${path}/${account.id}`)).status).toBe(404)
    expect((await call(others, 'PUT', `${path}/${account.id}`, { blocks: [], receives: null })).status).toBe(404)
    for (const name of ['Dois', 'Três'])
      await app.db.company(ours.id, trx =>
        addAccount(trx, config, { companyId: ours.id, employeeId }, name, loginOf(config, stored), [])
      )
    await expect(
      app.db.company(ours.id, trx =>
        addAccount(trx, config, { companyId: ours.id, employeeId }, 'Quatro', loginOf(config, stored), [])
      )
    ).rejects.toThrow('Você pode conectar até 3 contas')
    expect((await call(ours, 'DELETE', `${path}/${account.id}`)).status).toBe(204)
  }
)

test('calendars become one, without what was written from here', () => {
  const event = (uid: string) => ['BEGIN:VEVENT', `UID:${uid}`, 'BEGIN:VALARM', 'END:VALARM', 'END:VEVENT']
  const text = (...lines: string[]) => ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n')
  const ours = `${'0'.repeat(24)}@prosa`
  expect(oneCalendar([text(...event('a')), text(...event(ours)), text(...event('b'))])).toBe(
    text(...event('a'), ...event('b'))
  )
})
