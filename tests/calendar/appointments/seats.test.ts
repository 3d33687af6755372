import { expect, test } from 'vitest'
import type { Appointment } from '../../../services/calendar/appointments/schema.ts'
import { company, openApp } from '../../kit/app.ts'

const app = await openApp()
const start = '2030-06-05T17:00:00Z'
const times = { start, end: '2030-06-05T18:00:00Z' }

async function withClass(capacity: number) {
  const ours = await company(app)
  const { companyEmployee } = (await app.inject({ url: '/api/auth/me', headers: ours.auth })).json()
  const ask = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
    app.inject({ method, url, headers: ours.auth, ...(payload && { payload }) })
  const services = '/api/appointments/services'
  const { id: serviceId } = (await ask('POST', services, { name: 'Pilates', minutes: 60, capacity })).json()
  const seats = async (n: number) =>
    expect(
      (await ask('PUT', `${services}/${serviceId}`, { name: 'Pilates', minutes: 60, capacity: n })).statusCode
    ).toBe(200)
  const path = `/api/appointments/companies/${ours.id}/appointments`
  const book = (more: object = {}) =>
    ask('POST', path, { title: 'Aula', ...times, employeeId: companyEmployee.id, serviceId, ...more })
  const standing = async (): Promise<Appointment[]> =>
    (await ask('GET', `${path}?from=2030-06-01&to=2030-06-30`))
      .json<{ data: Appointment[] }>()
      .data.filter(({ status }) => status === 'confirmed')
  return { ask, book, seats, standing, path }
}

test('a class with fewer seats than it had takes nobody more, by booking, move or restoring', async () => {
  const { ask, book, seats, standing, path } = await withClass(8)
  const booked: Appointment[] = []
  for (let n = 0; n < 6; n++) booked.push((await book()).json().data)
  for (const { id } of booked.slice(0, 2)) await ask('DELETE', `${path}/${id}`)
  await seats(4)
  expect((await book()).json()).toMatchObject({ code: 'TIME_TAKEN' })
  expect((await ask('POST', `${path}/${booked[0]?.id}/restore`, {})).json()).toMatchObject({ code: 'TIME_TAKEN' })
  const later = (await book({ start: '2030-06-06T17:00:00Z', end: '2030-06-06T18:00:00Z' })).json().data
  const moved = await ask('PUT', `${path}/${later.id}`, { version: later.version, ...times })
  expect(moved.json()).toMatchObject({ code: 'TIME_TAKEN' })
  await seats(5)
  expect((await book()).statusCode).toBe(201)
  expect((await book()).statusCode).toBe(409)
  expect((await standing()).filter(each => each.start === start)).toHaveLength(5)
})

test('sixty at once, while the seats are lowered and raised, are never more than there are', async () => {
  const { book, seats, standing } = await withClass(8)
  for (let round = 0; round < 3; round++) {
    const before = (await standing()).length
    const allowed = [3, 8, 5]
    const answers = await Promise.all([
      ...Array.from({ length: 20 }, () => book()),
      ...allowed.map(n => seats(n)).map(done => done.then(() => undefined))
    ])
    const fresh = answers.filter(answer => answer?.statusCode === 201).length
    expect((await standing()).length).toBe(before + fresh)
    expect((await standing()).length).toBeLessThanOrEqual(8)
  }
  await seats(5)
  const full = (await standing()).length
  const last = await Promise.all(Array.from({ length: 20 }, () => book()))
  expect(last.filter(({ statusCode }) => statusCode === 201)).toHaveLength(Math.max(0, 5 - full))
})

test('a session of a class is cancelled for everybody in it, and no other', async () => {
  const { ask, book, standing, path } = await withClass(8)
  const employeeId = (await book()).json().data.employeeId
  await book()
  const { serviceId } = (await book({ start: '2030-06-06T17:00:00Z', end: '2030-06-06T18:00:00Z' })).json().data
  const url = path.replace(/appointments$/, 'classes/cancel')
  const session = { serviceId, employeeId, start }
  expect((await ask('POST', url, { ...session, reason: 'Professora doente' })).json()).toEqual({ cancelled: 2 })
  expect((await standing()).map(each => each.start)).toEqual(['2030-06-06T17:00:00Z'])
  expect((await ask('POST', url, session)).json()).toMatchObject({ message: 'Ninguém está marcado nesta aula.' })
})
