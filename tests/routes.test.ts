import { beforeAll, expect, test } from 'vitest'
import { company, openApp, sendLead, type Tenant, testConfig } from './kit/app.ts'
import { newDatabase } from './kit/database.ts'
import { openGraph } from './kit/graph.ts'
import { importFile } from './kit/imports.ts'
import { customerWrites } from './kit/inbox.ts'
import { colleague, type Person, signIn, staff } from './kit/people.ts'
import { askErasure } from './kit/privacy.ts'
import { changePlan } from './kit/team.ts'
import { openTicketOf } from './kit/tickets.ts'
import { connect } from './kit/webhooks.ts'
import { openWorker } from './kit/workers.ts'

const graph = await openGraph()
const env = { DATABASE_URL: await newDatabase(), META_GRAPH_URL: graph.url, INSTAGRAM_GRAPH_URL: graph.url }
const app = await openApp(env)
await openWorker(testConfig(env))

type Shape = {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Shape[]
  allOf?: Shape[]
  pattern?: string
  format?: string
  minLength?: number
  minimum?: number
  minItems?: number
  items?: Shape
  properties?: Record<string, Shape>
  required?: string[]
  minProperties?: number
}
type Parameter = { name: string; in: string; required?: boolean; schema: Shape }
type Operation = {
  'x-access'?: string
  parameters?: Parameter[]
  requestBody?: { content?: Record<string, { schema: Shape }> }
}
type OpenApi = { paths: Record<string, Record<string, Operation>> }

const { paths } = (await app.inject('/openapi.json')).json<OpenApi>()
/** Reading calls come first, deleting ones last, and the end of the session after everything. */
const order = ['get', 'put', 'patch', 'post', 'delete']
const routes = Object.entries(paths)
  .flatMap(([template, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ template, method, operation }))
  )
  .sort((a, b) => order.indexOf(a.method) - order.indexOf(b.method))

let ours: Tenant
let helper: Person & { id: string }
let admin: Person
/** Ids of existing rows, by the beginning of the paths that name them. */
let things: [start: string, id: string][]

const get = async (who: Pick<Person, 'auth'>, url: string) => (await app.inject({ url, headers: who.auth })).json()

beforeAll(async () => {
  ours = await company(app, 'Padaria')
  await changePlan(app, ours.id, 'enterprise')
  helper = await colleague(app, ours.id)
  admin = await staff(app, 'global_admin')
  const post = async (who: Pick<Person, 'auth'>, url: string, payload: object) => {
    const answer = await app.inject({ method: 'POST', url, headers: who.auth, payload })
    expect(answer.statusCode, `${url} ${answer.body}`).toBeLessThan(300)
    return answer.json()
  }
  const leadId = (await sendLead(app, ours.id)).json().id
  const channel = await connect(app, ours)
  const customer = { number: '5531976543210', name: 'Rui Prado', texts: ['Oi'] }
  const conversation = (await customerWrites(app, ours, channel, customer)).id
  const [form] = await get(ours, '/api/forms')
  const note = await post(ours, `/api/leads/${leadId}/notes`, { text: 'Nota' })
  const task = await post(ours, '/api/tasks', { leadId, title: 'Ligar', dueAt: '2030-01-01T00:00:00Z' })
  const tag = await post(ours, '/api/tags', { name: 'VIP' })
  const view = await post(ours, '/api/lead-views', { name: 'Hoje', view: { filter: {} } })
  const imported = await importFile(app, ours, 'Nome;E-mail\r\nAna;ana@example.org')
  const body = { format: 1, accent: '#be185d', blocks: [] }
  const template = await post(ours, '/api/email/templates', { name: 'Aviso', subject: 'Aviso', preheader: '', body })
  const draft = await post(ours, '/api/whatsapp/templates', {
    name: 'retomar',
    language: 'pt_BR',
    category: 'utility',
    body: 'Olá, {{nome}}! Podemos continuar?',
    examples: { nome: 'Ana' }
  })
  const messages = await post(ours, '/api/whatsapp/campaigns', { name: 'Oferta', templateId: draft.id, filter: {} })
  const article = await post(admin, '/api/admin/articles', {
    title: 'Como importar',
    body: 'Abra Leads.',
    audiences: ['client'],
    active: true
  })
  const request = await askErasure(app, ours, { name: 'Ada Souza', email: 'ada@example.com' })
  const ticket = await openTicketOf(app, ours)
  things = [
    ['/api/leads', leadId],
    ['/api/conversations', conversation],
    ['/api/forms', form.id],
    ['/api/notes', note.id],
    ['/api/tasks', task.id],
    ['/api/tags', tag.id],
    ['/api/lead-views', view.id],
    ['/api/imports', imported.id],
    ['/api/email/templates', template.id],
    ['/api/whatsapp/templates', draft.id],
    ['/api/whatsapp/campaigns', messages.id],
    // The default funnel has the id of its company.
    ['/api/funnels', ours.id],
    ['/api/admin/articles', article.id],
    ['/api/admin/companies', ours.id],
    ['/api/admin/tickets', ticket.id],
    ['/api/tickets', ticket.id],
    ['/api/privacy/requests', request.id],
    ['/api/employees', helper.id]
  ]
})

const unknownId = 'f'.repeat(24)

/** A path with the ids of existing rows, as far as there are any. */
function urlOf(template: string): string {
  const thing = things.find(([start]) => template.startsWith(`${start}/`))?.[1] ?? unknownId
  let first = true
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const id = name === 'companyId' ? ours.id : name === 'userId' ? helper.userId : first ? thing : unknownId
    first = false
    if (name === 'number' || name === 'version' || name === 'n') return '1'
    if (name === 'cnpj' || name === 'cnpjDigits') return ours.cnpj
    return id
  })
}

/** The least that a schema accepts. */
function least(shape: Shape, name = ''): unknown {
  if (shape.const !== undefined) return shape.const
  if (shape.enum) return shape.enum[0]
  if (shape.anyOf) return least(shape.anyOf[0] ?? {}, name)
  if (shape.allOf) return Object.assign({}, ...shape.allOf.map(each => least(each)))
  const type = Array.isArray(shape.type) ? shape.type[0] : shape.type
  if (type === 'object' || shape.properties) {
    const { properties = {}, required = Object.keys(properties).slice(0, shape.minProperties ?? 0) } = shape
    return Object.fromEntries(required.map(each => [each, least(properties[each] ?? {}, each)]))
  }
  if (type === 'array') return Array.from({ length: shape.minItems ?? 0 }, () => least(shape.items ?? {}))
  if (type === 'integer' || type === 'number') return shape.minimum ?? 1
  if (type === 'boolean') return true
  if (type === 'null') return null
  if (shape.format === 'date') return '2031-03-10'
  if (shape.format) return '2031-03-10T12:00:00Z'
  if (/email|address/i.test(name)) return 'alguem@example.com'
  if (name === 'leadId') return things[0]?.[1]
  if (/Id$|^id$/.test(name) || shape.pattern?.includes('24')) return unknownId
  if (/phone/i.test(name)) return '11987654321'
  if (/cnpj/i.test(name)) return ours.cnpj
  if (/url|link/i.test(name)) return 'https://example.com/'
  return 'x'.repeat(Math.max(1, shape.minLength ?? 1))
}

const payloadOf = ({ requestBody }: Operation): object | undefined => {
  const content = requestBody?.content?.['application/json']
  return content && (least(content.schema) as object)
}

const queryOf = ({ parameters = [] }: Operation): Record<string, string> =>
  Object.fromEntries(
    parameters
      .filter(({ in: place, required }) => place === 'query' && required)
      .map(({ name, schema }) => [name, String(least(schema, name))])
  )

/** The caller of a route. Staff's own routes are called as staff, a person's own ones as the company's admin. */
const callerOf = (access: string): Pick<Person, 'auth'> | null =>
  access === 'public' ? null : access.startsWith('staff') ? admin : ours

/** These say that nobody has set them up: no address for messages to the provider, no key of a language model. */
const unconfigured = [
  'post /public/contact',
  'post /api/chat',
  'post /api/chat/stream',
  'post /api/conversations/{id}/draft'
]

test('no route fails for a caller who may use it', async () => {
  const failed: string[] = []
  const called = new Set<string>()
  let good = 0
  for (const { template, method, operation } of routes) {
    // Streams do not end; tests/account/activities has theirs.
    if (template.endsWith('/events') && method === 'get') continue
    const access = operation['x-access'] ?? 'public'
    const caller = callerOf(access)
    called.add(`${method} ${template}`)
    const payload = payloadOf(operation)
    const answer = await app.inject({
      method: method.toUpperCase() as 'GET',
      url: urlOf(template),
      query: queryOf(operation),
      headers: caller?.auth ?? {},
      ...(payload && { payload })
    })
    const what = `${method.toUpperCase()} ${urlOf(template)}: ${answer.statusCode} ${answer.body.slice(0, 200)}`
    const refused = answer.statusCode === 503 && unconfigured.includes(`${method} ${template}`)
    if (answer.statusCode >= 500 && !refused) failed.push(what)
    else if (answer.statusCode < 300) good++
    if (answer.statusCode === 401 && access !== 'public') failed.push(what)
    for (const person of [ours, admin]) {
      const alive = await app.inject({ url: '/api/auth/me', headers: person.auth })
      if (alive.statusCode === 401) Object.assign(person, await signIn(app, person))
    }
  }
  expect(failed).toEqual([])
  expect(new Set(unconfigured)).toEqual(new Set(unconfigured.filter(route => called.has(route))))
  // Most are called with valid parameters.
  expect(good).toBeGreaterThan(routes.length / 2)
})
