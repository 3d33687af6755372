import pg from 'pg'
import { expect, inject, test } from 'vitest'
import type { Appointment, NewAppointment } from '../../../services/calendar/appointments/schema.ts'
import { company, openApp, sendLead, type Tenant, untilServed } from '../../kit/app.ts'
import { join } from '../../kit/team.ts'

// Two processes of the API on one database.
const app = await openApp()
const other = await openApp()

type Method = 'GET' | 'PUT' | 'POST' | 'DELETE'
type Answer = {
  status: number
  data: Appointment
  message: string
  code: string
  slots: { start: string }[]
  errors?: object
}

const asking =
  (who: Tenant, through = app) =>
  async (method: Method, path: string, payload?: object): Promise<Answer> => {
    const url = path.startsWith('/api') ? path : `/api/appointments/companies/${who.id}/appointments${path}`
    const answer = await untilServed(() =>
      through.inject({ method, url, headers: who.auth, ...(payload && { payload }) })
    )
    return { status: answer.statusCode, ...(answer.body ? answer.json<Omit<Answer, 'status'>>() : {}) } as Answer
  }

const me = async (who: Tenant): Promise<string> => {
  const { companyEmployee } = (await app.inject({ url: '/api/auth/me', headers: who.auth })).json()
  return companyEmployee.id
}

async function withCalendar() {
  const ours = await company(app)
  const employeeId = await me(ours)
  const ask = asking(ours)
  const { id: leadId } = (await sendLead(app, ours.id)).json<{ id: string }>()
  // A Wednesday far ahead: 14:00 in São Paulo.
  const wanted: NewAppointment = {
    title: 'Visita',
    start: '2030-06-05T17:00:00Z',
    end: '2030-06-05T18:00:00Z',
    employeeId
  }
  return { ours, ask, employeeId, leadId, wanted }
}

const activities = async (who: Tenant, leadId: string) =>
  (await app.inject({ url: `/api/companies/${who.id}/activities?leadId=${leadId}`, headers: who.auth })).json<
    { type: string; description: string; appointmentId: string | null }[]
  >()

test('a time is booked, listed, found and shown in the timeline, and the lead becomes Agendado', async () => {
  const { ours, ask, leadId, wanted, employeeId } = await withCalendar()
  const booked = await ask('POST', '', { ...wanted, leadId, location: 'Rua A, 1', notes: 'Trazer amostras' })
  expect(booked.status).toBe(201)
  const expected = {
    ...wanted,
    companyId: ours.id,
    leadId,
    leadName: 'Ada Souza',
    employeeName: 'Pessoa de Teste',
    serviceId: null,
    status: 'confirmed',
    origin: 'internal',
    channel: 'in_person',
    timezone: 'America/Sao_Paulo',
    location: 'Rua A, 1',
    notes: 'Trazer amostras',
    version: 1
  }
  expect(booked.data).toMatchObject(expected)
  const { id } = booked.data
  expect(booked.data._id).toBe(id)
  expect((await ask('GET', `/${id}`)).data).toMatchObject(expected)
  for (const query of ['', `?leadId=${leadId}`, `?employeeId=${employeeId}&from=2030-06-05&to=2030-06-05`])
    expect((await ask('GET', query)).data, query).toMatchObject([expected])
  for (const query of ['?from=2030-06-06', '?to=2030-06-04', '?status=cancelled'])
    expect((await ask('GET', query)).data, query).toEqual([])
  expect(await activities(ours, leadId)).toMatchObject([
    { type: 'appointment', description: 'Marcou "Visita" para 05/06/2030 às 14:00', appointmentId: id },
    { type: 'new_lead' }
  ])
  const lead = (await app.inject({ url: `/api/leads/${leadId}`, headers: ours.auth })).json()
  expect(lead.status).toBe('scheduled')
})

test('who is later gets the sentence and the next three free times', async () => {
  const { ask, wanted } = await withCalendar()
  expect((await ask('POST', '', wanted)).status).toBe(201)
  const late = await ask('POST', '', wanted)
  expect(late).toMatchObject({ status: 409, code: 'TIME_TAKEN', message: 'Esse horário acabou de ser reservado' })
  expect(late.slots.map(({ start }) => start)).toEqual([
    '2030-06-05T18:00:00.000Z',
    '2030-06-05T18:30:00.000Z',
    '2030-06-05T19:00:00.000Z'
  ])
  const beside = { ...wanted, start: wanted.end, end: '2030-06-05T19:00:00.000Z' }
  expect((await ask('POST', '', beside)).status).toBe(201)
})

test.each<[string, Partial<NewAppointment>, string, string]>([
  ['ends before it begins', { end: '2030-06-05T16:00:00Z' }, 'end', 'O fim deve vir depois do início.'],
  ['ends as it begins', { end: '2030-06-05T17:00:00Z' }, 'end', 'O fim deve vir depois do início.'],
  ['lasts a month', { end: '2030-07-05T17:00:00Z' }, 'end', 'Um compromisso dura no máximo 7 dias.'],
  ['is in no zone', { timezone: 'America/Atlantida' }, 'timezone', 'Este fuso horário não existe.'],
  ['counts in hours from Greenwich', { timezone: '+03:00' }, 'timezone', 'Este fuso horário não existe.'],
  ['has no title', { title: '  ' }, 'title', 'Dê um título ao compromisso.'],
  ['holds what cannot be stored', { notes: 'a\0b' }, 'notes', 'O texto contém caracteres inválidos.']
])('an appointment that %s is refused', async (_, change, field, message) => {
  const { ask, wanted } = await withCalendar()
  expect(await ask('POST', '', { ...wanted, ...change })).toMatchObject({ status: 400, errors: { [field]: message } })
})

test('a day that is on no calendar is refused', async () => {
  const { ask, wanted } = await withCalendar()
  for (const start of ['2030-02-30T12:00:00Z', '2029-02-29T12:00:00Z', 'amanhã'])
    expect((await ask('POST', '', { ...wanted, start })).status, start).toBe(400)
  const leap = { ...wanted, start: '2028-02-29T12:00:00Z', end: '2028-02-29T13:00:00Z' }
  expect((await ask('POST', '', leap)).status).toBe(201)
})

test('a day that begins at one o’clock, as clocks were changed, has what lies in it', async () => {
  const { ask, wanted } = await withCalendar()
  // At midnight of 4 November 2018 clocks in São Paulo went to one: 3 November ended at 02:59:59 in Greenwich.
  const at = (start: string, end: string) => ask('POST', '', { ...wanted, title: start, start, end })
  await at('2018-11-04T02:00:00Z', '2018-11-04T03:00:00Z')
  await at('2018-11-04T03:00:00Z', '2018-11-04T04:00:00Z')
  const day = async (from: string) => {
    const { data } = await ask('GET', `?from=${from}&to=${from}`)
    return (data as unknown as Appointment[]).map(({ title }) => title)
  }
  expect(await day('2018-11-03')).toEqual(['2018-11-04T02:00:00Z'])
  expect(await day('2018-11-04')).toEqual(['2018-11-04T03:00:00Z'])
  for (const query of [
    'from=2030-02-30&to=2030-03-01',
    'from=2029-02-29&to=2029-03-01',
    'from=2030-03-02&to=2030-03-01'
  ])
    expect((await ask('GET', `/api/appointments/slots?${query}`)).status, query).toBe(400)
})

test('people, leads and services of another company are not there', async () => {
  const { ask, wanted } = await withCalendar()
  const theirs = await withCalendar()
  const service = await theirs.ask('POST', '/api/appointments/services', { name: 'Corte', minutes: 30 })
  const { id } = service as unknown as { id: string }
  expect(await ask('POST', '', { ...wanted, employeeId: theirs.employeeId })).toMatchObject({ status: 400 })
  expect(await ask('POST', '', { ...wanted, leadId: theirs.leadId })).toMatchObject({ status: 404 })
  expect(await ask('POST', '', { ...wanted, serviceId: id })).toMatchObject({ status: 400 })
  const booked = await theirs.ask('POST', '', theirs.wanted)
  expect((await ask('GET', `/${booked.data.id}`)).status).toBe(404)
  expect((await ask('DELETE', `/${booked.data.id}`)).status).toBe(404)
  const url = `/api/appointments/companies/${theirs.ours.id}/appointments`
  expect((await ask('GET', url)).status).toBe(404)
})

test('an appointment is moved, which needs the version that was seen', async () => {
  const { ours, ask, leadId, wanted } = await withCalendar()
  const { data } = await ask('POST', '', { ...wanted, leadId })
  const moved = { start: '2030-06-06T12:00:00Z', end: '2030-06-06T13:00:00Z', version: 1 }
  expect((await ask('PUT', `/${data.id}`, moved)).data).toMatchObject({ start: moved.start, version: 2 })
  expect(await ask('PUT', `/${data.id}`, moved)).toMatchObject({ status: 409, code: 'STALE' })
  expect((await activities(ours, leadId))[0]?.description).toBe('Remarcou "Visita" para 06/06/2030 às 09:00')
  // The time that it left is free, the one that it took is not.
  expect((await ask('POST', '', wanted)).status).toBe(201)
  const onto = await ask('PUT', `/${data.id}`, { start: wanted.start, end: wanted.end, version: 2 })
  expect(onto).toMatchObject({ status: 409, code: 'TIME_TAKEN' })
  expect(onto.slots).toHaveLength(3)
  expect((await ask('GET', `/${data.id}`)).data).toMatchObject({ start: moved.start, version: 2 })
})

test('DELETE cancels, which frees the time, and is taken back while it is free', async () => {
  const { ask, wanted } = await withCalendar()
  const { data } = await ask('POST', '', wanted)
  expect((await ask('DELETE', `/${data.id}`)).data).toMatchObject({ status: 'cancelled' })
  expect((await ask('DELETE', `/${data.id}`)).data).toMatchObject({ status: 'cancelled', version: 2 })
  expect((await ask('POST', `/${data.id}/restore`, {})).data).toMatchObject({ status: 'confirmed' })
  await ask('DELETE', `/${data.id}`)
  expect((await ask('POST', '', wanted)).status).toBe(201)
  expect(await ask('POST', `/${data.id}/restore`, {})).toMatchObject({ status: 409, code: 'TIME_TAKEN' })
})

test('what was asked for takes its time, and is confirmed or refused; what took place is closed', async () => {
  const { ours, ask, leadId, wanted } = await withCalendar()
  const requested = await ask('POST', '', { ...wanted, leadId, status: 'requested' })
  const leadStatus = async () =>
    (await app.inject({ url: `/api/leads/${leadId}`, headers: ours.auth })).json<{ status: string }>().status
  expect(await leadStatus()).toBe('new')
  expect((await ask('POST', '', wanted)).status).toBe(409)
  const { id } = requested.data
  expect((await ask('POST', `/${id}/refuse`, { reason: 'Fora da área' })).data).toMatchObject({
    status: 'refused',
    reason: 'Fora da área'
  })
  expect((await ask('POST', `/${id}/confirm`, {})).status).toBe(409)
  expect((await ask('POST', `/${id}/restore`, {})).data).toMatchObject({ status: 'requested', reason: null })
  expect((await ask('POST', `/${id}/confirm`, {})).data).toMatchObject({ status: 'confirmed' })
  expect(await leadStatus()).toBe('scheduled')
  expect(await ask('POST', `/${id}/no-show`, {})).toMatchObject({
    status: 409,
    message: 'Este compromisso ainda não começou. Para liberar o horário, desmarque-o.'
  })
  expect((await ask('POST', `/${id}/done`, {})).data).toMatchObject({ status: 'done' })
  expect((await ask('POST', `/${id}/refuse`, {})).status).toBe(409)
  const past = { start: '2024-06-05T14:00:00Z', end: '2024-06-05T15:00:00Z' }
  const over = (await ask('POST', '', { ...wanted, ...past, leadId })).data
  expect((await ask('POST', `/${over.id}/no-show`, {})).data).toMatchObject({ status: 'no_show' })
  expect((await ask('POST', `/${over.id}/done`, {})).data).toMatchObject({ status: 'done' })
  expect(await ask('POST', `/${id}/confirm`, { version: 1 })).toMatchObject({ status: 409, code: 'STALE' })
})

test('a service brings its buffers, its people and its seats', async () => {
  const { ours, ask, wanted, employeeId } = await withCalendar()
  const bia = await join(app, ours)
  const biaId = await me(bia)
  const add = async (service: object) =>
    (await ask('POST', '/api/appointments/services', service)) as unknown as { id: string }
  const cut = await add({ name: 'Corte', minutes: 60, bufferAfter: 15, employeeIds: [employeeId] })
  expect((await ask('POST', '', { ...wanted, serviceId: cut.id })).data).toMatchObject({ serviceName: 'Corte' })
  const next = { ...wanted, start: wanted.end, end: '2030-06-05T19:00:00Z' }
  expect((await ask('POST', '', next)).status).toBe(409)
  expect(await ask('POST', '', { ...wanted, serviceId: cut.id, employeeId: biaId })).toMatchObject({
    status: 400,
    message: 'Esta pessoa não atende este serviço. Escolha outra.'
  })
  const group = await add({ name: 'Aula', minutes: 60, capacity: 2 })
  const lesson = { ...wanted, serviceId: group.id, employeeId: biaId }
  const [first] = [await ask('POST', '', lesson), await ask('POST', '', lesson)]
  expect((await ask('POST', '', lesson)).status).toBe(409)
  // A seat that was left is taken again, but not by something else at the same time.
  await ask('DELETE', `/${first.data.id}`)
  expect((await ask('POST', '', { ...wanted, employeeId: biaId })).status).toBe(409)
  expect((await ask('POST', '', lesson)).status).toBe(201)
})

test('who changes or restores one of a session keeps it one session', async () => {
  const { ask, wanted } = await withCalendar()
  const service = { name: 'Aula', minutes: 60, capacity: 3 }
  const { id: serviceId } = (await ask('POST', '/api/appointments/services', service)) as unknown as { id: string }
  const lesson = { ...wanted, serviceId }
  const first = (await ask('POST', '', lesson)).data
  const second = (await ask('POST', '', lesson)).data
  expect((await ask('PUT', `/${first.id}`, { notes: 'Traz o material', version: 1 })).status).toBe(200)
  expect((await ask('DELETE', `/${second.id}`)).status).toBeLessThan(300)
  expect((await ask('POST', `/${second.id}/restore`, {})).status).toBe(200)
  expect((await ask('POST', '', lesson)).status).toBe(201)
  expect((await ask('POST', '', lesson)).status).toBe(409)
})

test('a service that takes more people from now on has seats beside those that are booked already', async () => {
  const { ask, employeeId, wanted } = await withCalendar()
  const service = { name: 'Aula', minutes: 60, noticeMinutes: 0, windowDays: 365 }
  const { id: serviceId } = (await ask('POST', '/api/appointments/services', service)) as unknown as { id: string }
  const start = new Date(Date.now() + 40 * 86_400_000).toISOString().replace(/T.*/, 'T17:00:00Z')
  const lesson = { ...wanted, serviceId, start, end: start.replace('17', '18') }
  const first = await ask('POST', '', lesson)
  expect(first.status).toBe(201)
  const capacity = (seats: number) =>
    ask('PUT', `/api/appointments/services/${serviceId}`, { ...service, capacity: seats })
  expect((await capacity(3)).status).toBe(200)
  expect((await ask('POST', '', lesson)).status).toBe(201)
  expect((await ask('POST', '', lesson)).status).toBe(201)
  expect((await ask('POST', '', lesson)).status).toBe(409)
  // One at a time again: those who are booked stay, and nobody is added.
  expect((await capacity(1)).status).toBe(200)
  await ask('DELETE', `/${first.data.id}`)
  expect((await ask('POST', '', { ...lesson, employeeId })).status).toBe(409)
})

test('those who change into one session at once each get a seat while there is one', async () => {
  const { ours, ask, wanted } = await withCalendar()
  const service = { name: 'Aula', minutes: 60, capacity: 8 }
  const { id: serviceId } = (await ask('POST', '/api/appointments/services', service)) as unknown as { id: string }
  const apart = await Promise.all(
    Array.from({ length: 8 }, async (_, n) => {
      const day = `2030-06-${String(10 + n).padStart(2, '0')}`
      return (await ask('POST', '', { ...wanted, serviceId, start: `${day}T17:00:00Z`, end: `${day}T18:00:00Z` })).data
    })
  )
  const { start, end } = wanted
  const moved = await Promise.all(
    apart.map(({ id, version }, n) => asking(ours, through(n))('PUT', `/${id}`, { start, end, version }))
  )
  expect(moved.map(({ status }) => status)).toEqual(moved.map(() => 200))
})

test('those who move into a session while others book it each get a seat while there is one', async () => {
  const { ours, ask, wanted } = await withCalendar()
  const service = { name: 'Aula', minutes: 60, capacity: 8 }
  const { id: serviceId } = (await ask('POST', '/api/appointments/services', service)) as unknown as { id: string }
  for (const round of [1, 2, 3, 4]) {
    const at = (day: number) => {
      const date = `2030-0${round}-${String(day).padStart(2, '0')}`
      return { ...wanted, serviceId, start: `${date}T17:00:00Z`, end: `${date}T18:00:00Z` }
    }
    const apart = await Promise.all([2, 3, 4, 5].map(async day => (await ask('POST', '', at(day))).data))
    const { start, end } = at(20)
    const answers = await Promise.all(
      apart.flatMap(({ id, version }, n) => [
        asking(ours, through(n))('PUT', `/${id}`, { start, end, version }),
        asking(ours, through(n + 1))('POST', '', at(20))
      ])
    )
    expect(answers.map(({ status }) => status)).toEqual(apart.flatMap(() => [200, 201]))
  }
})

test('an appointment is not given to somebody who does not give its service', async () => {
  const { ours, ask, wanted, employeeId } = await withCalendar()
  const bia = await join(app, ours)
  const service = { name: 'Corte', minutes: 60, employeeIds: [employeeId] }
  const cut = (await ask('POST', '/api/appointments/services', service)) as unknown as { id: string }
  const { data } = await ask('POST', '', { ...wanted, serviceId: cut.id })
  const refused = { status: 400, message: 'Esta pessoa não atende este serviço. Escolha outra.' }
  expect(await ask('PUT', `/${data.id}`, { employeeId: await me(bia), version: 1 })).toMatchObject(refused)
  // An appointment keeps its person, whatever else changes and whether or not the service is still offered.
  await ask('DELETE', `/api/appointments/services/${cut.id}`)
  expect((await ask('PUT', `/${data.id}`, { notes: 'Traz o cão', version: 1 })).status).toBe(200)
  const other = (await ask('POST', '', { ...wanted, start: wanted.end, end: '2030-06-05T19:00:00Z' })).data
  expect(await ask('PUT', `/${other.id}`, { serviceId: cut.id, version: 1 })).toMatchObject({
    status: 400,
    message: 'Este serviço não existe mais. Escolha outro.'
  })
})

test('the time of an appointment is free for that appointment', async () => {
  const { ask, wanted, employeeId } = await withCalendar()
  const { data } = await ask('POST', '', wanted)
  const times = async (more = '') => {
    const url = `/api/appointments/slots?employeeId=${employeeId}&minutes=60&from=2030-06-05&to=2030-06-05${more}`
    const [day] = (await ask('GET', url)).data as unknown as { slots: { start: string }[] }[]
    return day?.slots.map(({ start }) => start.slice(11, 16)) ?? []
  }
  expect(await times()).not.toContain('17:00')
  expect(await times()).not.toContain('17:30')
  expect(await times(`&appointmentId=${data.id}`)).toEqual(expect.arrayContaining(['16:30', '17:00', '17:30']))
})

test('free times follow the settings, and say why a day has none', async () => {
  const { ask, employeeId, wanted } = await withCalendar()
  await ask('POST', '', wanted)
  const slots = async (query = '') =>
    (await ask('GET', `/api/appointments/slots?from=2030-06-05&to=2030-06-05${query}`)) as unknown as {
      data: { slots: { start: string; end: string; employeeIds: string[] }[]; reason: string | null }[]
    }
  const before = (await slots()).data[0]?.slots.map(({ start }) => start.slice(11, 16))
  expect(before).toEqual('11:00 11:30 12:00 12:30 13:00 13:30 14:00 16:00 18:00 18:30 19:00 19:30 20:00'.split(' '))
  await ask('PUT', `/api/appointments/people/${employeeId}/hours`, { hours: [{ day: 3, from: '09:00', to: '10:00' }] })
  expect((await slots()).data[0]?.slots).toEqual([
    { start: '2030-06-05T12:00:00.000Z', end: '2030-06-05T13:00:00.000Z', employeeIds: [employeeId], adjacent: false }
  ])
  const block = { employeeId, start: '2030-06-05T12:00:00Z', end: '2030-06-05T12:30:00Z' }
  const blocked = (await ask('POST', '/api/appointments/blocked-times', block)) as unknown as { id: string }
  expect((await slots()).data[0]).toEqual({
    day: '2030-06-05',
    slots: [],
    reason: 'Todos os horários deste dia estão tomados.'
  })
  expect((await ask('DELETE', `/api/appointments/blocked-times/${blocked.id}`)).status).toBe(204)
  expect((await slots()).data[0]?.slots).toHaveLength(1)
  const closed = {
    employeeId: null,
    firstDay: '2030-06-05',
    lastDay: '2030-06-05',
    name: 'Aniversário da cidade',
    hours: []
  }
  await ask('POST', '/api/appointments/special-days', closed)
  expect((await slots()).data[0]?.reason).toBe('Aniversário da cidade.')
  const overlapping = [
    { day: 1, from: '08:00', to: '12:00' },
    { day: 1, from: '11:00', to: '13:00' }
  ]
  expect(await ask('PUT', '/api/appointments/settings', { hours: overlapping })).toMatchObject({
    status: 400,
    message: 'Os horários das 08:00 e das 11:00 se sobrepõem.'
  })
})

test('leads who asked for a day are listed until they have an appointment', async () => {
  const { ours, ask, wanted } = await withCalendar()
  const submission = {
    name: 'Bento Reis',
    phone: '(11) 91234-5678',
    preferredDate: '2030-06-05',
    preferredPeriod: 'afternoon'
  }
  const { id } = (await sendLead(app, ours.id, { ...submission, email: 'bento@example.com' })).json<{ id: string }>()
  const requests = async () =>
    ((await ask('GET', '/api/appointments/requests?from=2030-06-01&to=2030-06-30')) as unknown as { data: object[] })
      .data
  expect(await requests()).toMatchObject([{ leadId: id, preferredDate: '2030-06-05', preferredPeriod: 'afternoon' }])
  await ask('POST', '', { ...wanted, leadId: id })
  expect(await requests()).toEqual([])
})

test('who sees only their own leads sees only those appointments, and still cannot book over others', async () => {
  const { ours, ask, leadId, wanted, employeeId } = await withCalendar()
  await ask('POST', '', { ...wanted, leadId })
  const own = await join(app, ours, { leadAccess: 'own' })
  const theirs = asking(own)
  expect((await theirs('GET', '')).data).toEqual([])
  const slots = (await theirs('GET', `/api/appointments/slots?from=2030-06-05&to=2030-06-05&employeeId=${employeeId}`))
    .data as unknown as { slots: { start: string }[] }[]
  expect(slots[0]?.slots.map(({ start }) => start)).not.toContain('2030-06-05T17:00:00.000Z')
  expect((await theirs('POST', '', { ...wanted, leadId })).status).toBe(404)
  expect((await theirs('POST', '', wanted)).status).toBe(409)
})

const fifty = Array.from({ length: 50 }, (_, n) => n)
const through = (n: number) => (n % 2 ? app : other)

test('fifty bookings of one time at once through two processes give it to one person', async () => {
  const { ours, ask, wanted } = await withCalendar()
  for (let round = 0; round < 5; round++) {
    const start = Date.parse(wanted.start) + round * 86_400_000
    const time = { ...wanted, start: new Date(start).toISOString(), end: new Date(start + 3_600_000).toISOString() }
    const answers = await Promise.all(fifty.map(n => asking(ours, through(n))('POST', '', time)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    const late = answers.filter(({ status }) => status === 409)
    expect(late, JSON.stringify(answers.filter(({ status }) => status !== 201 && status !== 409))).toHaveLength(49)
    expect(late.every(({ slots }) => slots.length === 3)).toBe(true)
  }
  expect((await ask('GET', '')).data).toHaveLength(5)
})

test('fifty moves, restores or confirmations to one time at once give it to one', async () => {
  const { ours, ask, wanted } = await withCalendar()
  const ids: string[] = []
  for (const n of fifty.slice(0, 20)) {
    const start = Date.parse('2030-07-01T12:00:00Z') + n * 3_600_000
    const time = { start: new Date(start).toISOString(), end: new Date(start + 3_600_000).toISOString() }
    ids.push((await ask('POST', '', { ...wanted, ...time })).data.id)
  }
  const time = { start: wanted.start, end: wanted.end, version: 1 }
  const moved = await Promise.all(ids.map((id, n) => asking(ours, through(n))('PUT', `/${id}`, time)))
  expect(moved.map(({ status }) => status).toSorted()).toEqual([200, ...Array(19).fill(409)])
  expect((await ask('GET', '?from=2030-06-05&to=2030-06-05')).data).toHaveLength(1)

  // Each of these stood at the same time, one after the other.
  const gone: string[] = []
  const again = { ...wanted, start: '2030-06-10T17:00:00Z', end: '2030-06-10T18:00:00Z' }
  for (const _ of fifty.slice(0, 20)) {
    const { data } = await ask('POST', '', again)
    await ask('DELETE', `/${data.id}`)
    gone.push(data.id)
  }
  const restored = await Promise.all(gone.map((id, n) => asking(ours, through(n))('POST', `/${id}/restore`, {})))
  expect(restored.map(({ status }) => status).toSorted()).toEqual([200, ...Array(19).fill(409)])
})

test('bookings of one batch each have an outcome of their own, and one that breaks harms no other', async () => {
  const { ask, wanted, ours, leadId, employeeId } = await withCalendar()
  const theirs = await withCalendar()
  const owner = new pg.Client({ connectionString: inject('databaseUrl') })
  await owner.connect()
  await owner.query(`
    create function break_off() returns trigger language plpgsql as $$ begin raise 'broken off'; end $$;
    create trigger break_off before insert on appointments for each row
      when (new.title = 'Quebra ${ours.id}') execute function break_off()`)
  const hour = (n: number) => new Date(Date.parse(wanted.start) + n * 3_600_000).toISOString()
  const time = (n: number) => ({ ...wanted, start: hour(n), end: hour(n + 1) })
  const both = await Promise.all([
    ask('POST', '', { ...time(0), leadId }),
    ask('POST', '', time(0)),
    ask('POST', '', { ...time(1), title: `Quebra ${ours.id}` }),
    ask('POST', '', { ...time(2), leadId: theirs.leadId }),
    ask('POST', '', { ...time(3), employeeId: theirs.employeeId }),
    ask('POST', '', { ...time(4), serviceId: 'f'.repeat(24) }),
    ask('POST', '', time(5))
  ])
  await owner.query('drop trigger break_off on appointments; drop function break_off')
  await owner.end()
  const loser = both.findIndex(({ status }) => status === 409)
  expect([0, 1], 'either of the two who want the same time').toContain(loser)
  expect(both[1 - loser]?.status).toBe(201)
  expect(both.slice(2).map(({ status }) => status)).toEqual([500, 404, 400, 400, 201])
  expect(both[loser]?.slots).toHaveLength(3)
  const { data } = await ask('GET', `?employeeId=${employeeId}`)
  expect((data as unknown as Appointment[]).map(({ start }) => Date.parse(start))).toEqual(
    [time(0), time(5)].map(({ start }) => Date.parse(start))
  )
})

test('a session with seats is never over-booked', async () => {
  const { ours, ask, wanted } = await withCalendar()
  const service = { name: 'Aula', minutes: 60, capacity: 7 }
  const { id } = (await ask('POST', '/api/appointments/services', service)) as unknown as { id: string }
  const answers = await Promise.all(fifty.map(n => asking(ours, through(n))('POST', '', { ...wanted, serviceId: id })))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(7)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(43)
})
