import pino from 'pino'
import { expect, test } from 'vitest'
import { notifyDueGuests } from '../../../services/calendar/appointments/guests.ts'
import type { Appointment, NewAppointment } from '../../../services/calendar/appointments/schema.ts'
import { company, openApp, sendLead, testConfig } from '../../kit/app.ts'
import { newDatabase } from '../../kit/database.ts'
import { openSmtp } from '../../kit/smtp.ts'
import { join } from '../../kit/team.ts'

const smtp = await openSmtp()
const env = { DATABASE_URL: await newDatabase(), SMTP_URL: smtp.url, MAIL_FROM: 'Prosa <avisos@prosa.example>' }
const app = await openApp(env)
const notifyAll = () => notifyDueGuests({ db: app.db, config: testConfig(env), log: pino({ level: 'silent' }) })

type Answer = {
  status: number
  data: Appointment
  code: string
  message: string
  appointments: Appointment[]
  id: string
}

const dayLength = 86_400_000
/** Wednesdays some weeks ahead, at 14:00 in São Paulo. */
const wednesday = (week: number): string => {
  const today = Math.floor(Date.now() / dayLength) * dayLength
  const days = ((3 - new Date(today).getUTCDay() + 7) % 7) + 7 * (week + 1)
  return new Date(today + days * dayLength + 17 * 3_600_000).toISOString().replace('.000Z', 'Z')
}
const after = (at: string, hours: number) =>
  new Date(Date.parse(at) + hours * 3_600_000).toISOString().replace('.000Z', 'Z')
const dayOf = (at: string) => at.slice(0, 10)

let round = 0

async function clinic() {
  const ours = await company(app, 'Clínica Ipê')
  const { companyEmployee } = (await app.inject({ url: '/api/auth/me', headers: ours.auth })).json()
  const employeeId = companyEmployee.id as string
  const ask = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object): Promise<Answer> => {
    const answer = await app.inject({ method, url, headers: ours.auth, ...(payload && { payload }) })
    return { status: answer.statusCode, ...(answer.body ? answer.json<object>() : {}) } as Answer
  }
  const path = `/api/appointments/companies/${ours.id}/appointments`
  const book = async (week: number) => {
    const email = `guest-${round++}@fora.example`
    const sent = await sendLead(app, ours.id, { name: 'Marta Reis', email, phone: `1198765${3000 + round}` })
    const start = wednesday(week)
    const wanted: NewAppointment = {
      title: 'Consulta',
      start,
      end: after(start, 1),
      employeeId,
      leadId: sent.json<{ id: string }>().id
    }
    const { data, status } = await ask('POST', path, wanted)
    expect(status).toBe(201)
    return { ...data, email, mails: () => smtp.received.filter(({ to }) => to === email) }
  }
  const find = async (id: string) => (await ask('GET', `${path}/${id}`)).data
  return { ours, ask, path, book, find, employeeId }
}

test('a block over booked times says whose they are, and stores nothing until each is decided', async () => {
  const { ask, book, find, employeeId } = await clinic()
  const [kept, cancelled, moved] = [await book(1), await book(2), await book(3)]
  const other = await book(5)
  await notifyAll()
  const block = { employeeId, start: after(kept.start, -2), end: after(moved.end, 2), reason: 'Congresso' }
  const url = '/api/appointments/blocked-times'
  const refused = await ask('POST', url, block)
  expect([refused.status, refused.code, refused.message]).toEqual([
    409,
    'APPOINTMENTS_AFFECTED',
    'Há 3 agendamentos neste período.'
  ])
  expect(refused.appointments.map(({ id }) => id)).toEqual([kept.id, cancelled.id, moved.id])
  const list = await ask('GET', `${url}?from=${dayOf(kept.start)}&to=${dayOf(moved.end)}`)
  expect(Object.keys(list)).toEqual(['status'])
  // One of them is not decided.
  const some = [
    { id: kept.id, action: 'keep' },
    { id: cancelled.id, action: 'cancel' }
  ]
  expect((await ask('POST', url, { ...block, affected: some })).status).toBe(409)
  const done = await ask('POST', url, { ...block, affected: [...some, { id: moved.id, action: 'reschedule' }] })
  expect(done.status).toBe(201)
  expect(await find(kept.id)).toMatchObject({ status: 'confirmed', rescheduleAskedAt: null })
  expect(await find(cancelled.id)).toMatchObject({ status: 'cancelled', reason: 'Congresso' })
  expect(await find(moved.id)).toMatchObject({ status: 'confirmed', rescheduleAskedAt: expect.any(String) })
  await notifyAll()
  expect(kept.mails()).toHaveLength(1)
  expect(cancelled.mails()[1]?.text).toContain('Motivo: Congresso')
  expect(moved.mails()[1]?.headers).toMatch(/Subject: =\?UTF-8\?Q\?Escolha_outro_hor=C3=A1rio/i)
  expect(other.mails()).toHaveLength(1)
})

test('a time that was to be chosen again is as any other once it is moved', async () => {
  const { ask, path, book, find } = await clinic()
  const one = await book(1)
  const day = { employeeId: null, firstDay: dayOf(one.start), lastDay: dayOf(one.start), name: 'Recesso', hours: [] }
  const url = '/api/appointments/special-days'
  expect((await ask('POST', url, day)).message).toBe('Há 1 agendamento neste período.')
  expect((await ask('POST', url, { ...day, affected: 'reschedule' })).status).toBe(201)
  const { version } = await find(one.id)
  const start = wednesday(2)
  const moved = await ask('PUT', `${path}/${one.id}`, { version, start, end: after(start, 1) })
  expect(moved.data).toMatchObject({ start, rescheduleAskedAt: null, reason: null })
})

test('hours, a person’s hours and national holidays take times away too; what was outside of them before is not', async () => {
  const { ask, book, ours, employeeId, path } = await clinic()
  const one = await book(1)
  // The team itself books outside the hours.
  const late = after(one.start, 6)
  await ask('POST', path, { title: 'Plantão', start: late, end: after(late, 1), employeeId })
  const mornings = [1, 2, 3, 4, 5].map(day => ({ day, from: '08:00', to: '12:00' }))
  for (const [url, body] of [
    ['/api/appointments/settings', { hours: mornings }],
    [`/api/appointments/people/${employeeId}/hours`, { hours: mornings }]
  ] as const) {
    const { status, appointments } = await ask('PUT', url, body)
    expect([status, appointments?.map(({ id }) => id)]).toEqual([409, [one.id]])
  }
  expect((await ask('PUT', '/api/appointments/settings', { hours: mornings, affected: 'keep' })).status).toBe(200)
  // A person who sees only their own leads is not shown another's.
  const own = await join(app, ours, { leadAccess: 'own', permissions: ['manage_calendar'] })
  const block = { employeeId, start: one.start, end: one.end }
  const blocked = await app.inject({
    method: 'POST',
    url: '/api/appointments/blocked-times',
    headers: own.auth,
    payload: block
  })
  expect([blocked.statusCode, blocked.body.includes('Marta')]).toEqual([409, false])
})
