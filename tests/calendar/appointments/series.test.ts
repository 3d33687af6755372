import pino from 'pino'
import { expect, test } from 'vitest'
import { notifyDueGuests } from '../../../services/calendar/appointments/guests.ts'
import type { Appointment, NewSeries, Package, SeriesConflict } from '../../../services/calendar/appointments/schema.ts'
import { company, openApp, sendLead, testConfig } from '../../kit/app.ts'
import { newDatabase } from '../../kit/database.ts'
import { openSmtp, readCalendar } from '../../kit/smtp.ts'

const smtp = await openSmtp()
const env = { DATABASE_URL: await newDatabase(), SMTP_URL: smtp.url, MAIL_FROM: 'Prosa <avisos@prosa.example>' }
const app = await openApp(env)
const notifyAll = () => notifyDueGuests({ db: app.db, config: testConfig(env), log: pino({ level: 'silent' }) })

type Answer = {
  status: number
  data: { id: string; appointments: Appointment[] } & Appointment & Package[]
  conflicts: SeriesConflict[]
  code: string
  message: string
  errors?: Record<string, string>
  id: string
}

let round = 0

async function clinic() {
  const ours = await company(app, 'Clínica Ipê')
  const { companyEmployee } = (await app.inject({ url: '/api/auth/me', headers: ours.auth })).json()
  const email = `marta-${round++}@fora.example`
  const sent = await sendLead(app, ours.id, { name: 'Marta Reis', email, phone: `1198765${2000 + round}` })
  const leadId = sent.json<{ id: string }>().id
  const base = `/api/appointments/companies/${ours.id}`
  const ask = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object): Promise<Answer> => {
    const answer = await app.inject({ method, url, headers: ours.auth, ...(payload && { payload }) })
    return { status: answer.statusCode, ...(answer.body ? answer.json<object>() : {}) } as Answer
  }
  // A Wednesday far ahead: 14:00 in São Paulo.
  const wanted: NewSeries = {
    title: 'Fisioterapia',
    start: '2030-06-05T17:00:00.000Z',
    end: '2030-06-05T18:00:00.000Z',
    employeeId: companyEmployee.id,
    leadId,
    rule: 'FREQ=WEEKLY;COUNT=4',
    onConflict: 'refuse'
  }
  const starts = async () => {
    const { data } = await ask('GET', `${base}/appointments?leadId=${leadId}`)
    return (data as unknown as Appointment[])
      .filter(({ status }) => status === 'confirmed')
      .map(({ start }) => start.slice(0, 16))
  }
  const mails = () => smtp.received.filter(({ to }) => to === email)
  return { ours, ask, base, wanted, leadId, starts, mails, employeeId: companyEmployee.id as string }
}

test('a series is booked whole, and its guest gets one mail with one calendar of all', async () => {
  const { ask, base, wanted, starts, mails } = await clinic()
  const { status, data, conflicts } = await ask('POST', `${base}/series`, wanted)
  expect([status, conflicts]).toEqual([201, []])
  expect(data.appointments.map(({ series }) => [series?.number, series?.count])).toEqual([
    [1, 4],
    [2, 4],
    [3, 4],
    [4, 4]
  ])
  expect(await starts()).toEqual(['2030-06-05T17:00', '2030-06-12T17:00', '2030-06-19T17:00', '2030-06-26T17:00'])
  await Promise.all([notifyAll(), notifyAll()])
  await notifyAll()
  const [mail, ...others] = mails()
  expect(others).toEqual([])
  expect(mail?.text.match(/^- /gm)).toHaveLength(4)
  expect(mail?.headers).toMatch(/^From: =\?UTF-8\?Q\?Cl=C3=ADnica_Ip=C3=AA\?= <avisos@prosa\.example>$/im)
  const { method, events } = readCalendar(mail?.calendar ?? '')
  expect([method, events.length]).toEqual(['REQUEST', 4])
})

test('times that cannot be are named, refused together or left out', async () => {
  const { ask, base, wanted, starts, employeeId } = await clinic()
  const { leadId: _, rule: __, onConflict: ___, ...plain } = wanted
  await ask('POST', `${base}/appointments`, { ...plain, start: '2030-06-12T17:30:00Z', end: '2030-06-12T18:30:00Z' })
  await ask('POST', '/api/appointments/special-days', {
    employeeId: null,
    firstDay: '2030-06-19',
    lastDay: '2030-06-19',
    name: 'Recesso',
    hours: []
  })
  const refused = await ask('POST', `${base}/series`, wanted)
  expect([refused.status, refused.code, refused.message]).toEqual([
    409,
    'SERIES_CONFLICTS',
    '2 dos horários não estão livres.'
  ])
  const reasons = ['Já há um compromisso neste horário.', 'Recesso.']
  expect(refused.conflicts.map(({ reason }) => reason)).toEqual(reasons)
  expect(await starts()).toEqual([])
  const left = await ask('POST', `${base}/series`, { ...wanted, onConflict: 'skip' })
  expect([left.status, left.conflicts.map(({ reason }) => reason)]).toEqual([201, reasons])
  expect(await starts()).toEqual(['2030-06-05T17:00', '2030-06-26T17:00'])
  const none = await ask('POST', `${base}/series`, {
    ...wanted,
    onConflict: 'skip',
    employeeId,
    rule: 'FREQ=DAILY;COUNT=2'
  })
  expect(none.status).toBe(201)
})

test('a change reaches one, those after it or all; one that was moved keeps its time', async () => {
  const { ask, base, wanted, starts } = await clinic()
  const { data } = await ask('POST', `${base}/series`, wanted)
  const [, second, third] = data.appointments
  const move = (one: Appointment | undefined, change: object) =>
    ask('PUT', `${base}/appointments/${one?.id}`, { version: one?.version, ...change })
  await move(third, { start: '2030-06-20T12:00:00Z', end: '2030-06-20T13:00:00Z' })
  const later = { start: '2030-06-13T18:00:00Z', end: '2030-06-13T18:30:00Z', scope: 'following' }
  expect((await move(second, { ...later, title: 'Pilates' })).status).toBe(200)
  expect(await starts()).toEqual(['2030-06-05T17:00', '2030-06-13T18:00', '2030-06-20T12:00', '2030-06-27T18:00'])
  const { data: all } = await ask('GET', `${base}/appointments?from=2030-06-01&to=2030-06-30`)
  expect((all as unknown as Appointment[]).map(({ title }) => title)).toEqual([
    'Fisioterapia',
    'Pilates',
    'Pilates',
    'Pilates'
  ])
  // A week later: each would meet the next one, were they moved in another order.
  const [first] = data.appointments
  const weekLater = { start: '2030-06-12T17:00:00Z', end: '2030-06-12T18:00:00Z', scope: 'all' }
  expect((await move(first, weekLater)).status).toBe(200)
  expect(await starts()).toEqual(['2030-06-12T17:00', '2030-06-20T12:00', '2030-06-20T17:00', '2030-07-04T17:00'])
})

test('a series is cancelled from one on, with one mail', async () => {
  const { ask, base, wanted, starts, mails } = await clinic()
  const { data } = await ask('POST', `${base}/series`, wanted)
  await notifyAll()
  const cancelled = await ask('DELETE', `${base}/appointments/${data.appointments[1]?.id}?scope=following`)
  expect(cancelled.status).toBe(200)
  expect(await starts()).toEqual(['2030-06-05T17:00'])
  await notifyAll()
  const { method, events } = readCalendar(mails()[1]?.calendar ?? '')
  expect([mails().length, method, events.length]).toEqual([2, 'CANCEL', 3])
})

test('a package is used by its sessions, never beyond the last, and a cancelled one comes back', async () => {
  const { ask, base, wanted, leadId } = await clinic()
  const service = await ask('POST', '/api/appointments/services', { name: 'Fisioterapia', minutes: 60 })
  const sold = await ask('POST', '/api/appointments/packages', { leadId, serviceId: service.id, sessions: 3 })
  expect(sold).toMatchObject({ status: 201, sessions: 3, used: 0, left: 3 })
  const { rule: _, onConflict: __, ...plain } = wanted
  const book = (day: string, more = {}) =>
    ask('POST', `${base}/appointments`, {
      ...plain,
      serviceId: service.id,
      start: `2030-06-${day}T17:00:00Z`,
      end: `2030-06-${day}T18:00:00Z`,
      ...more
    })
  const first = await book('05')
  expect(first.data.package).toMatchObject({ number: 1, sessions: 3 })
  await book('06')
  // The last session, twice at once.
  const both = await Promise.all([book('07'), book('10')])
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
  expect(both.find(({ status }) => status === 409)).toMatchObject({
    code: 'PACKAGE_USED',
    message: 'As 3 sessões do pacote já estão usadas ou marcadas. Venda outro ou marque fora do pacote.'
  })
  expect((await book('11', { outsidePackage: true })).data.package).toBeNull()
  await ask('DELETE', `${base}/appointments/${first.data.id}`)
  const list = async () => ((await ask('GET', `/api/appointments/packages?leadId=${leadId}`)).data as Package[])[0]
  expect(await list()).toMatchObject({ used: 2, left: 1 })
  expect((await book('12')).status).toBe(201)
  // Its session has gone to another meanwhile.
  const restored = await ask('POST', `${base}/appointments/${first.data.id}/restore`, {})
  expect([restored.status, restored.data.package]).toEqual([200, null])
  expect(await list()).toMatchObject({ used: 3, left: 0 })
})
