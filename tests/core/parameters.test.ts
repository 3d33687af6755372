import { expect, test } from 'vitest'
import { company, openApp, sendLead } from '../kit/app.ts'
import { staff } from '../kit/staff.ts'

type Operation = {
  parameters?: { in: string; name: string; required?: boolean }[]
  summary: string
  'x-access': string
}

test('a query parameter that is sent empty is none, wherever it is optional', async () => {
  const app = await openApp()
  const ours = await company(app)
  const lead = (await sendLead(app, ours.id)).json().id
  const admin = await staff(app, 'global_admin')
  const { paths } = (await app.inject({ url: '/openapi.json' })).json<{ paths: Record<string, { get?: Operation }> }>()
  const named: Record<string, string> = { companyId: ours.id, userId: ours.userId, company: ours.id }
  let tried = 0

  for (const [path, { get }] of Object.entries(paths)) {
    const optional = (get?.parameters ?? []).filter(one => one.in === 'query' && !one.required)
    // A stream of events has no end that could be waited for.
    if (!get || optional.length === 0 || get.summary.includes('text/event-stream')) continue
    const place = path.replace(/\{(\w+)\}/g, (_all, name) => named[name] ?? lead)
    const needed = new URLSearchParams(
      (get.parameters ?? []).filter(one => one.in === 'query' && one.required).map(({ name }) => [name, ours.id])
    )
    const headers = get['x-access'].startsWith('staff') ? admin.auth : ours.auth
    const call = async (query: URLSearchParams) => {
      const { statusCode, body } = await app.inject({ url: `${place}?${query}`, headers })
      return { statusCode, body: statusCode === 400 ? body.replace(/"requestId":"[^"]+"/, '') : '' }
    }
    const without = await call(needed)
    for (const { name } of optional) {
      expect(await call(new URLSearchParams([...needed, [name, '']])), `${path}?${name}=`).toEqual(without)
      tried++
    }
    if (optional.some(({ name }) => name === 'filter') && path !== '/api/leads/facets')
      for (const name of ['q', 'state', 'active', 'open', 'plan', 'situation', 'role', 'status'])
        for (const value of ['', null]) {
          const filtered = await call(new URLSearchParams([...needed, ['filter', JSON.stringify({ [name]: value })]]))
          if (!filtered.body.includes('Filtro não permitido.'))
            expect(filtered, `${path} ${name}=${value}`).toEqual(without)
        }
  }
  expect(tried).toBeGreaterThan(40)

  const history = await app.inject({ url: '/api/chat/history?limit=50&offset=0&sessionId=', headers: ours.auth })
  expect(history.statusCode).toBe(200)
})

test('what is refused is named as a person knows it, in Portuguese', async () => {
  const app = await openApp()
  const ours = await company(app)
  const admin = await staff(app, 'global_admin')
  const put = async (url: string, headers: object, payload: object) =>
    (await app.inject({ method: 'PUT', url, headers: { ...headers }, payload })).json()
  expect(await put('/api/profile', ours.auth, { name: '', phone: null, jobTitle: null, timeZone: 'x' })).toMatchObject({
    message: 'Nome: Este campo é obrigatório',
    errors: { name: 'Este campo é obrigatório' }
  })
  expect((await put('/api/admin/settings', admin.auth, { trialDays: 400 })).message).toBe(
    'Dias de teste: Use um número até 90.'
  )
  expect((await put(`/api/leads/${ours.id}`, ours.auth, { lostReason: 'x'.repeat(201) })).message).toBe(
    'Motivo da perda: Use no máximo 200 caracteres.'
  )
  // No person knows this field, so that its name would explain nothing.
  expect((await put('/api/profile', ours.auth, { __x: 1, name: 'A' })).message).not.toMatch(/__x|must|property/)
})

test('nothing that a call may be sent is refused in English', async () => {
  const app = await openApp()
  const admin = await staff(app, 'global_admin')
  const ours = await company(app)
  type Body = { requestBody?: { content?: Record<string, { schema: { properties?: object } }> }; 'x-access': string }
  const { paths } = (await app.inject({ url: '/openapi.json' })).json<{ paths: Record<string, Record<string, Body>> }>()
  for (const [path, operations] of Object.entries(paths))
    for (const [method, { requestBody, 'x-access': access }] of Object.entries(operations)) {
      const fields = Object.keys(requestBody?.content?.['application/json']?.schema.properties ?? {})
      for (const field of fields) {
        const answer = await app.inject({
          method: method.toUpperCase() as 'POST',
          url: path.replace(/\{\w+\}/g, ours.id),
          headers: access.startsWith('staff') ? admin.auth : ours.auth,
          payload: { [field]: { a: { b: [] } } }
        })
        const { message } = answer.json<{ message: string }>()
        expect(message, `${method} ${path} ${field}`).not.toMatch(/\b(must|should|be|is|property|invalid|body)\b/)
        expect(message, `${method} ${path} ${field}`).not.toMatch(/^[a-z][A-Za-z.]*: /)
      }
    }
})
