import { expect, test } from 'vitest'
import type { Timeline } from '../../../services/leads/timeline/schema.ts'
import { company, openApp } from '../../kit/app.ts'

const app = await openApp()

test('an appointment is one card in the timeline of its lead, which follows its state, and no contact without an outcome', async () => {
  const ours = await company(app)
  const ask = async <T>(method: 'GET' | 'POST' | 'PUT', url: string, payload?: object): Promise<T> =>
    (await app.inject({ method, url, headers: ours.auth, ...(payload && { payload }) })).json<T>()
  const [me] = await ask<{ id: string }[]>('GET', '/api/employees')
  const { id: leadId } = await ask<{ id: string }>('POST', '/api/leads', { name: 'Ana', phone: '11987654321' })
  const timeline = (kinds: string) => ask<Timeline>('GET', `/api/leads/${leadId}/timeline?kinds=${kinds}`)
  const path = `/api/appointments/companies/${ours.id}/appointments`
  const { data } = await ask<{ data: { id: string; version: number } }>('POST', path, {
    title: 'Visita',
    employeeId: me?.id,
    leadId,
    start: '2030-06-05T14:00:00Z',
    end: '2030-06-05T15:00:00Z',
    guest: { name: 'Pedro', email: null, phone: null }
  })
  const card = async () => (await timeline('appointment')).items
  expect(await card()).toMatchObject([
    { data: { appointmentId: data.id, status: 'confirmed', title: 'Visita', guest: 'Pedro', reason: null } }
  ])
  await ask('PUT', `${path}/${data.id}`, {
    start: '2030-06-06T14:00:00Z',
    end: '2030-06-06T15:00:00Z',
    version: data.version
  })
  await ask('POST', `${path}/${data.id}/cancel`, { reason: 'Viajou' })
  const [moved, ...others] = await card()
  expect(others).toEqual([])
  if (!moved) throw new Error('There is no card')
  expect(moved.data).toMatchObject({ status: 'cancelled', reason: 'Viajou' })
  expect(Date.parse(String(moved.data.start))).toBe(Date.parse('2030-06-06T14:00:00Z'))
  expect((moved.data.history as { text: string }[]).map(({ text }) => text)).toEqual([
    'Cancelou o agendamento "Visita"',
    expect.stringMatching(/^Remarcou "Visita" para/),
    expect.stringMatching(/^Marcou "Visita" para .*\. Quem vem: Pedro$/)
  ])
  expect((await timeline('contact')).items).toEqual([])
})
