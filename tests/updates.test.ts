import { expect, test } from 'vitest'
import { company, openApp, sendLead, testConfig } from './kit/app.ts'
import { newDatabase } from './kit/database.ts'
import { openGraph } from './kit/graph.ts'
import { upload } from './kit/imports.ts'
import { customerWrites, inboxCompany } from './kit/inbox.ts'
import { staff } from './kit/people.ts'
import { openWorker } from './kit/workers.ts'

type Shape = { properties?: Record<string, object>; required?: string[]; minProperties?: number }
type Operation = { requestBody?: { content?: { 'application/json'?: { schema: Shape } } } }

const graph = await openGraph()
const env = { DATABASE_URL: await newDatabase(), META_GRAPH_URL: graph.url }
const app = await openApp(env)

/** Fields of a body with the state of the row that somebody has seen; none of them is a change. */
const seen = ['expected', 'version']

/** The bodies without a change that the description of a call allows. */
function* nothing({ properties = {}, required = [], minProperties = 0 }: Shape): Generator<object> {
  if (required.some(name => !seen.includes(name))) return
  const states = Object.keys(properties).filter(name => seen.includes(name))
  const body = Object.fromEntries(states.map(name => [name, name === 'version' ? 1 : {}]))
  if (minProperties === 0 && required.length === 0) yield {}
  if (states.length > 0 && states.length >= minProperties) yield body
}

test('a change that changes nothing is answered with the row, or refused, and never fails', async () => {
  await openWorker(testConfig(env))
  const { ours, channel } = await inboxCompany(app)
  const call = async (who: { auth: Record<string, string> }, method: 'POST' | 'GET', url: string, payload?: object) =>
    (await app.inject({ method, url, headers: who.auth, ...(payload && { payload }) })).json()
  const provider = await staff(app, 'global_admin')
  const other = await company(app)
  const leadId = (await sendLead(app, ours.id)).json().id
  const me = (await call(ours, 'GET', '/api/auth/me')).companyEmployee.id
  const dueAt = '2031-03-10T12:00:00Z'
  const task = await call(ours, 'POST', '/api/tasks', { leadId, title: 'Ligar', dueAt })
  const note = await call(ours, 'POST', `/api/leads/${leadId}/notes`, { text: 'Oi' })
  const times = { start: '2031-03-10T14:00:00Z', end: '2031-03-10T15:00:00Z' }
  const at = `/api/appointments/companies/${ours.id}/appointments`
  const appointment = await call(ours, 'POST', at, { title: 'Visita', ...times, employeeId: me, leadId })
  const file = (await upload(app, ours, 'Nome;E-mail\r\nAna;ana@example.com')).json()
  const writes = { number: '5511987650001', name: 'Bia', texts: ['Olá'] }
  const conversation = await customerWrites(app as never, ours, channel, writes)
  const colleague = await staff(app)

  const rows: Record<string, [{ auth: Record<string, string> }, string]> = {
    'put /api/leads/{id}': [ours, `/api/leads/${leadId}`],
    'put /api/notes/{id}': [ours, `/api/notes/${note.id}`],
    'put /api/tasks/{id}': [ours, `/api/tasks/${task.id}`],
    'put /api/appointments/companies/{companyId}/appointments/{appointmentId}': [ours, `${at}/${appointment.id}`],
    'put /api/imports/{id}/reading': [ours, `/api/imports/${file.id}/reading`],
    'patch /api/conversations/{id}': [ours, `/api/conversations/${conversation.id}`],
    'put /api/admin/companies/{id}': [provider, `/api/admin/companies/${other.id}`],
    'put /api/admin/employees/{id}': [provider, `/api/admin/employees/${colleague.userId}`],
    'put /api/admin/settings': [provider, '/api/admin/settings'],
    'put /api/admin/plans/{key}': [provider, '/api/admin/plans/basic']
  }
  const { paths } = (await app.inject('/openapi.json')).json<{ paths: Record<string, Record<string, Operation>> }>()
  const called = new Set<string>()
  for (const [path, methods] of Object.entries(paths))
    for (const method of ['put', 'patch']) {
      const shape = methods[method]?.requestBody?.content?.['application/json']?.schema
      for (const payload of shape ? nothing(shape) : []) {
        const name = `${method} ${path}`
        called.add(name)
        const [who, url] = rows[name] ?? [ours, '']
        expect(url, `${name} allows ${JSON.stringify(payload)}: try it on a row`).not.toBe('')
        const answer = await app.inject({ method: method.toUpperCase() as 'PUT', url, headers: who.auth, payload })
        expect([200, 204, 400, 409], `${name} ${JSON.stringify(payload)}: ${answer.body}`).toContain(answer.statusCode)
      }
    }
  expect(Object.keys(rows).filter(name => !called.has(name))).toEqual([])
})
