import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Appointment, BookableService } from '../../../services/calendar/appointments/schema.ts'
import { noticeText } from '../../../services/calendar/booking/rules.ts'
import type { Booked, BookingPage, FreeDays, GuestAppointment } from '../../../services/calendar/booking/schema.ts'
import { ada, company, openApp } from '../../kit/app.ts'
import { colleague } from '../../kit/people.ts'

const app = await openApp()

type Answer = Booked & {
  status: number
  message: string
  errors?: Record<string, string>
  slots?: { start: string }[]
}

/** A company with two people who give a service, of whom visitors choose one, and a third who does not. */
async function withPeople(service: object = {}) {
  const ours = await company(app)
  const [bia, caio, davi] = [
    await colleague(app, ours.id),
    await colleague(app, ours.id),
    await colleague(app, ours.id)
  ] as const
  const ask = async <T>(method: 'GET' | 'PUT' | 'POST', url: string, payload?: object): Promise<T> =>
    (await app.inject({ method, url, headers: ours.auth, ...(payload && { payload }) })).json<T>()
  const { slug } = await ask<{ slug: string }>('PUT', '/api/booking', { active: true, confirms: true })
  const made = await ask<BookableService>('POST', '/api/appointments/services', {
    name: 'Corte',
    minutes: 60,
    noticeMinutes: 0,
    windowDays: 365,
    employeeIds: [bia.id, caio.id],
    ...service
  })
  const day = (n: number) => new Date(Date.now() + n * 86_400_000).toISOString().slice(0, 10)
  const slots = (who = '') =>
    app.inject({
      url: `/public/booking/${slug}/slots?serviceId=${made.id}&from=${day(1)}&to=${day(20)}${who && `&employeeId=${who}`}`
    })
  const starts = async (who?: string) =>
    (await slots(who)).json<FreeDays>().data.flatMap(each => each.slots.map(({ start }) => start))
  const book = async (start: string, employeeId: string | null, name = 'Ada'): Promise<Answer> => {
    const payload = { ...ada, name, email: `${name.toLowerCase()}@example.com`, serviceId: made.id, start, employeeId }
    const answer = await app.inject({ method: 'POST', url: `/public/booking/${slug}`, payload })
    return { status: answer.statusCode, ...answer.json() }
  }
  const page = async () => (await app.inject({ url: `/public/booking/${slug}` })).json<BookingPage>()
  const appointments = async () =>
    (await ask<{ data: Appointment[] }>('GET', `/api/appointments/companies/${ours.id}/appointments`)).data
  return { ask, made, bia, caio, davi, slots, starts, book, page, appointments }
}

test('visitors choose with whom, of the people who give the service, and see that person’s times', async () => {
  const { bia, caio, davi, slots, starts, book, page, appointments } = await withPeople()
  const [service] = (await page()).services
  expect(service?.people.map(({ id, photo }) => [id, photo])).toEqual(
    expect.arrayContaining([
      [bia.id, null],
      [caio.id, null]
    ])
  )
  expect(service?.people).toHaveLength(2)
  const [first = '', second = ''] = await starts(bia.id)
  expect((await book(first, bia.id)).status).toBe(201)
  expect((await appointments())[0]?.employeeId).toBe(bia.id)
  expect(await starts(bia.id)).not.toContain(first)
  expect(await starts(caio.id)).toContain(first)
  expect(await starts()).toContain(first)
  // The time is free, but not with the chosen person: the next ones are theirs.
  const late = await book(first, bia.id, 'Bento')
  expect([late.status, late.message]).toEqual([409, 'Esse horário acabou de ser reservado'])
  expect(late.slots?.[0]?.start).toBe(second)
  expect((await book(first, null, 'Clara')).status).toBe(201)
  expect((await appointments()).map(({ employeeId }) => employeeId).toSorted()).toEqual([bia.id, caio.id].toSorted())
  const wrong = 'Esta pessoa não atende este serviço. Escolha outra.'
  expect(await book(second, davi.id, 'Davi')).toMatchObject({ status: 400, errors: { employeeId: wrong } })
  expect((await slots(davi.id)).json()).toMatchObject({ errors: { employeeId: wrong } })
  const elsewhere = await withPeople()
  expect(await book(second, elsewhere.bia.id, 'Eva')).toMatchObject({ status: 400, errors: { employeeId: wrong } })
})

test('a service whose people are not chosen names nobody, and takes nobody’s name', async () => {
  const { bia, starts, book, page, ask, made } = await withPeople({ choosesPerson: false })
  expect((await page()).services[0]?.people).toEqual([])
  const [first = ''] = await starts()
  expect((await book(first, bia.id)).status).toBe(400)
  expect((await book(first, null)).status).toBe(201)
  // A change keeps the fields that it does not name.
  const change = { name: 'Corte', minutes: 60 }
  expect(await ask('PUT', `/api/appointments/services/${made.id}`, change)).toMatchObject({ choosesPerson: false })
})

test('a guest may cancel and move until the notice of the service, and reads the rules before booking', async () => {
  const policy = 'Chegue dez minutos antes.'
  const notice = { cancelNoticeMinutes: 1440, moveNoticeMinutes: 90, policy }
  const { bia, starts, book, page } = await withPeople(notice)
  expect((await page()).services[0]).toMatchObject(notice)
  const [start = ''] = await starts(bia.id)
  const { data } = await book(start, bia.id)
  const link = `/public/appointments/${data?.token}`
  const read = async () => (await app.inject({ url: link })).json<{ data: GuestAppointment }>().data
  expect(await read()).toMatchObject({ ...notice, may: { move: true, cancel: true } })
  const soon = (minutes: number) =>
    app.db.everyCompany(trx => {
      const at = (more: number) => new Date(Date.now() + (minutes + more) * 60_000).toISOString()
      return sql`update appointments set starts_at = ${at(0)}, ends_at = ${at(60)},
        during = tstzrange(${at(0)}, ${at(60)}) where employee_id = ${bia.id}`.execute(trx)
    })
  await soon(120)
  expect(await read()).toMatchObject({ may: { move: true, cancel: false } })
  const act = async (what: string, payload: object = {}) =>
    (await app.inject({ method: 'POST', url: `${link}/${what}`, payload })).json<{ message: string }>().message
  expect(await act('cancel')).toBe('Só é possível cancelar até 24 h antes. Fale com a empresa.')
  await soon(60)
  expect(await act('move', { start })).toBe('Só é possível remarcar até 90 min antes. Fale com a empresa.')
  expect(await read()).toMatchObject({ status: 'confirmed', may: { move: false, cancel: false } })
})

test.each([
  [0, 0, null],
  [1440, 1440, 'Dá para cancelar ou remarcar até 24 h antes.'],
  [1440, 0, 'Dá para cancelar até 24 h antes.'],
  [0, 90, 'Dá para remarcar até 90 min antes.']
])('a notice of %i and %i minutes is said as %j', (cancelNoticeMinutes, moveNoticeMinutes, text) => {
  expect(noticeText({ cancelNoticeMinutes, moveNoticeMinutes })).toBe(text)
})
