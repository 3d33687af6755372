import { expect, test } from 'vitest'
import { bookAppointment } from '../../../services/calendar/appointments/book.ts'
import { moveAppointment } from '../../../services/calendar/appointments/changes.ts'
import { company, openApp, sendLead, type Tenant } from '../../kit/app.ts'
import { changePlan, join } from '../../kit/team.ts'

const app = await openApp()

const idOf = async (who: Tenant): Promise<string> =>
  (await app.inject({ url: '/api/auth/me', headers: who.auth })).json().companyEmployee.id

const noticesOf = async (who: Tenant): Promise<string[]> =>
  (await app.inject({ url: '/api/notifications', headers: who.auth }))
    .json<{ items: { kind: string; title: string; body: string; link: string }[] }>()
    .items.map(({ kind, title, body }) => `${kind}: ${title}: ${body}`)
    .reverse()

test('a person hears of what others do with their appointments, and not of what they did', async () => {
  const ours = await company(app)
  await changePlan(app, ours.id, 'advanced')
  const bia = await join(app, ours, { role: 'admin' })
  const caio = await join(app, ours)
  const url = `/api/appointments/companies/${ours.id}/appointments`
  const ask = async (who: Tenant, method: 'POST' | 'PUT' | 'DELETE', path: string, payload: object = {}) => {
    const answer = await app.inject({ method, url: `${url}${path}`, headers: who.auth, payload })
    expect(answer.statusCode, answer.body).toBeLessThan(300)
    return answer.json().data
  }
  const time = { start: '2030-06-05T17:00:00Z', end: '2030-06-05T18:00:00Z' }
  const booked = await ask(ours, 'POST', '', { title: 'Visita', employeeId: await idOf(bia), ...time })
  const changed = async (who: Tenant, change: object) => {
    const { version } = (await app.inject({ url: `${url}/${booked.id}`, headers: ours.auth })).json().data
    await ask(who, 'PUT', `/${booked.id}`, { version, ...change })
  }
  await changed(ours, { start: '2030-06-06T17:00:00Z', end: '2030-06-06T18:00:00Z' })
  await changed(ours, { location: 'Sala 2' })
  await changed(ours, { notes: 'Só uma observação' })
  // Their own doing.
  await changed(bia, { location: 'Sala 3' })
  await ask(ours, 'DELETE', `/${booked.id}`)
  await ask(ours, 'POST', `/${booked.id}/restore`)
  await changed(ours, { employeeId: await idOf(caio) })
  const when = 'Visita, 06/06/2030 às 14:00'
  expect(await noticesOf(bia)).toEqual([
    'appointment_new: Novo compromisso: Visita, 05/06/2030 às 14:00',
    `appointment_changed: Compromisso remarcado: ${when}`,
    `appointment_changed: Compromisso alterado: ${when}`,
    `appointment_cancelled: Compromisso cancelado: ${when}`,
    `appointment_new: Compromisso restaurado: ${when}`,
    `appointment_cancelled: Compromisso passou para outra pessoa: ${when}`
  ])
  expect(await noticesOf(caio)).toEqual([`appointment_new: Novo compromisso: ${when}`])
  expect(await noticesOf(ours)).toEqual([])
})

test('a notice names whom it is with to those who may see them, and leads to the appointment', async () => {
  const ours = await company(app)
  await changePlan(app, ours.id, 'advanced')
  const [bia, own] = [await join(app, ours), await join(app, ours, { leadAccess: 'own' })]
  const { id: leadId } = (await sendLead(app, ours.id)).json<{ id: string }>()
  const url = `/api/appointments/companies/${ours.id}/appointments`
  const time = { title: 'Visita', leadId, start: '2030-06-05T17:00:00Z', end: '2030-06-05T18:00:00Z' }
  const book = async (who: Tenant): Promise<string> => {
    const payload = { ...time, employeeId: await idOf(who) }
    return (await app.inject({ method: 'POST', url, headers: ours.auth, payload })).json().data.id
  }
  const id = await book(bia)
  await book(own)
  const { name } = (await app.inject({ url: `/api/leads/${leadId}`, headers: ours.auth })).json<{ name: string }>()
  expect(await noticesOf(bia)).toEqual([`appointment_new: Novo compromisso: Visita com ${name}, 05/06/2030 às 14:00`])
  expect(await noticesOf(own)).toEqual([])
  const { items } = (await app.inject({ url: '/api/notifications', headers: bia.auth })).json()
  expect(items[0].link).toBe(`/calendar?dia=2030-06-05&compromisso=${id}`)
})

test('a visitor’s request for a time, and its cancelling, notify the person whose time it is', async () => {
  const ours = await company(app)
  const employeeId = await idOf(ours)
  const visitor = { id: null, name: 'Ana' }
  const wanted = {
    title: 'Corte',
    start: '2030-06-05T17:00:00Z',
    end: '2030-06-05T18:00:00Z',
    employeeId,
    status: 'requested' as const
  }
  const { id } = await app.db.company(ours.id, trx => bookAppointment(trx, ours.id, wanted, visitor, 'form'))
  await app.db.company(ours.id, trx => moveAppointment(trx, ours.id, id, 'cancel', {}, visitor))
  expect(await noticesOf(ours)).toEqual([
    'appointment_new: Novo pedido de agendamento: Corte, 05/06/2030 às 14:00',
    'appointment_cancelled: Compromisso cancelado: Corte, 05/06/2030 às 14:00'
  ])
})
