import { expect, test } from 'vitest'
import { company, openApp, sendLead } from '../support/app.ts'
import { staff } from '../support/staff.ts'

type Operation = { parameters?: { in: string; name: string; required?: boolean }[]; 'x-access': string }

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
    if (!get || optional.length === 0) continue
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
