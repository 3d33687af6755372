import { sql } from 'kysely'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { notificationKinds } from '../services/account/notifications/rules.ts'
import { defaultSettings } from '../services/leads/forms/drafts/rules.ts'
import { company, openApp, sendLead, type Tenant } from './kit/app.ts'

const app = await openApp()

/** Tables that belong to no company, and why. */
const shared = {
  users: 'a person may belong to several companies; only staff’s door reads it',
  sessions: 'read by the sign-in only',
  outbox: 'insert only for the application',
  failed_jobs: 'staff only',
  plans: 'the provider’s offer, the same for all',
  whatsapp_prices: 'of Meta, as staff enter them, the same for all',
  settings: 'the provider’s',
  account_links: 'hashes of links sent by mail, staff’s door only',
  deliveries: 'what providers sent, of several companies at once, staff’s door only',
  delivery_outcomes: 'counts of what became of deliveries, staff’s door only',
  inbound_mails: 'mail before anybody knows whose it is, staff’s door only',
  mail_sources: 'the installation’s',
  blocked_senders: 'addresses that the provider’s staff hear no more, staff’s door only',
  backups: 'the installation’s, staff’s door only',
  schedule_turns: 'the installation’s',
  queue_store: 'the installation’s',
  demo_parts: 'the installation’s',
  worker_leases: 'the installation’s',
  account_mails: 'hold such links, staff’s door only',
  recovery_codes: 'a person’s, staff’s door only',
  email_changes: 'a person’s, staff’s door only',
  sign_ins: 'attempts of people, staff’s door only',
  company_notes: 'what staff note of a company is none of its business',
  error_log: 'failures of the installation, staff only',
  audit_checks: 'how far the audit log is whole, staff only',
  integrations: 'the provider’s, with sealed keys',
  integration_usage: 'the provider’s',
  articles: 'the provider’s, the same for all',
  chat_sessions: 'conversations of people and visitors, read by their owner only',
  chat_messages: 'what was said in them',
  ticket_notes: 'what staff note of a ticket is none of its company’s business',
  ticket_staff_addresses: 'addresses at which staff answer by mail, staff only',
  ticket_watchers: 'staff who watch a ticket, staff only',
  ticket_links: 'between tickets of any companies, staff only',
  known_issues: 'causes behind the tickets of several companies, staff only',
  canned_answers: 'the provider’s',
  ticket_views: 'saved filters of staff',
  ticket_rules: 'the hours and targets of the provider',
  throttles: 'hashes of addresses, staff’s door only',
  server_keys: 'the installation’s, sealed, staff’s door only',
  kysely_migration: 'the owner’s',
  repeatable_steps: 'the owner’s',
  kysely_migration_lock: 'the owner’s'
}

async function asOwner<T>(text: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: inject('databaseUrl') })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

test('every table is a company’s, under forced row-level security, or on the list of those that are not', async () => {
  const tables = await asOwner<{ name: string; forced: boolean; companies: boolean; policies: number }>(`
    select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as forced,
      c.relname = 'companies' or exists (
        select from pg_attribute a where a.attrelid = c.oid and a.attname = 'company_id' and a.attnotnull) as companies,
      (select count(*)::int from pg_policy p where p.polrelid = c.oid and p.polpermissive) as policies
    from pg_class c where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace`)
  const open = tables
    .filter(table => !(table.companies && table.forced && table.policies === 2))
    .map(table => table.name)
  expect(open.sort()).toEqual(Object.keys(shared).sort())
})

test('the application may touch nothing of the shared tables but write to the outbox', async () => {
  const grants = await asOwner(`
    select table_name, privilege_type from information_schema.role_table_grants
    where grantee = 'prosa_app' and table_schema = 'public'
      and table_name in (${Object.keys(shared).map(name => `'${name}'`)})`)
  expect(grants).toEqual(
    expect.arrayContaining([
      { table_name: 'outbox', privilege_type: 'INSERT' },
      { table_name: 'plans', privilege_type: 'SELECT' },
      { table_name: 'whatsapp_prices', privilege_type: 'SELECT' }
    ])
  )
  expect(grants).toHaveLength(3)
})

test('unique keys of company tables begin with the company, or show a company what another holds', async () => {
  const keys = await asOwner<{ name: string }>(`
    select i.indexrelid::regclass::text as name from pg_index i
    join pg_class c on c.oid = i.indrelid and c.relforcerowsecurity and c.relname <> 'companies'
    join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
    where i.indisunique and a.attname <> 'company_id'`)
  expect(keys).toEqual([])
})

test('the application roles can neither bypass the policies nor own a table', async () => {
  const roles = await asOwner(`select rolname, rolsuper, rolbypassrls, rolcreaterole,
    (select count(*)::int from pg_tables where tableowner = rolname) as tables
    from pg_roles where rolname like 'prosa\\_%' order by 1`)
  expect(roles).toEqual(
    ['prosa_app', 'prosa_staff'].map(rolname => ({
      rolname,
      rolsuper: false,
      rolbypassrls: false,
      rolcreaterole: false,
      tables: 0
    }))
  )
})

test('without a scope the application sees no row, and with one it can write for no other company', async () => {
  const [ours, theirs] = await Promise.all([company(app), company(app)])
  await sendLead(app, ours.id)
  const client = new pg.Client({ connectionString: app.config.database.app })
  await client.connect()
  try {
    for (const table of [
      'leads',
      'companies',
      'activities',
      'consents',
      'employees',
      'forms',
      'lead_counts',
      'events',
      'audit_log',
      'support_accesses'
    ])
      expect((await client.query(`select count(*)::int as n from ${table}`)).rows).toEqual([{ n: 0 }])
  } finally {
    await client.end()
  }
  const steal = app.db.company(theirs.id, trx =>
    sql`insert into leads (company_id, name, source, consent_given) values (${ours.id}, 'x', 'form', false)`.execute(
      trx
    )
  )
  await expect(steal).rejects.toThrow(/row-level security/)
  const change = await app.db.company(theirs.id, trx => sql`update leads set name = 'x'`.execute(trx))
  expect(change.numAffectedRows).toBe(0n)
})

test('a scope ends with its transaction, whatever the connection does next', async () => {
  const [ours, theirs] = await Promise.all([company(app), company(app)])
  await sendLead(app, ours.id)
  for (let n = 0; n < 40; n++) {
    const counts = await Promise.all(
      [ours, theirs].map(({ id }) => app.db.company(id, trx => trx.selectFrom('leads').select('company_id').execute()))
    )
    expect(counts).toEqual([[{ company_id: ours.id }], []])
  }
})

type Body = { content?: { 'application/json'?: { schema: Shape } } }
type OpenApi = { paths: Record<string, Record<string, { 'x-access'?: string; requestBody?: Body }>> }

type Shape = {
  type?: string
  enum?: unknown[]
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

/** The least that a schema accepts, with this id wherever one is needed. */
function least(shape: Shape, id: string): unknown {
  if (shape.enum) return shape.enum[0]
  if (shape.type === 'object') {
    const { properties = {}, required = Object.keys(properties).slice(0, shape.minProperties ?? 0) } = shape
    return Object.fromEntries(required.map(name => [name, least(properties[name] ?? {}, id)]))
  }
  if (shape.type === 'array') return Array.from({ length: shape.minItems ?? 0 }, () => least(shape.items ?? {}, id))
  if (shape.type === 'integer' || shape.type === 'number') return shape.minimum ?? 1
  if (shape.type === 'boolean') return true
  if (shape.format) return shape.format === 'date' ? '2031-03-10' : '2031-03-10T12:00:00Z'
  return shape.pattern ? id : 'x'.repeat(shape.minLength ?? 1)
}

const bodies: Record<string, (their: Tenant, lead: string) => unknown> = {
  'post /api/email/campaigns/{id}/test': () => ({ to: 'ada@example.com' }),
  'post /api/whatsapp/campaigns/{id}/test': () => ({ to: '+5511987654321' }),
  'put /api/whatsapp/automations/{kind}': () => ({ active: true }),
  'put /api/leads/{id}': () => ({ status: 'lost' }),
  'post /api/chat/support': () => ({ subject: 'support', message: 'x' }),
  'post /api/forms': () => ({ name: 'Outro', source: 'outro' }),
  'put /api/forms/{id}': () => ({ name: 'Outro', source: 'outro' }),
  'put /api/forms/{id}/draft': () => ({
    revision: 1,
    content: { title: 'x', description: 'x', fields: [], settings: defaultSettings }
  }),
  'post /api/forms/{id}/publish': () => ({ revision: 1 }),
  'post /api/forms/{id}/versions/{version}/restore': () => ({ revision: 1 }),
  'post /api/forms/{id}/test': () => ({ name: 'x' }),
  'post /api/leads/{id}/move': () => ({ status: 'contacted', above: null }),
  'post /api/leads/operations': (_, lead) => ({ kind: 'delete', params: {}, ids: [lead] }),
  'put /api/imports/{id}/reading': () => ({ headerRow: 1 }),
  'post /api/imports/{id}/check': () => ({
    mapping: ['name', 'email'],
    policy: 'fill',
    dateStyle: 'dmy',
    source: 'x',
    ownerId: null,
    tags: [],
    newTags: false,
    origin: 'customers',
    originNote: '',
    consentEvidence: '',
    notify: false
  }),
  'post /api/exports': () => ({ format: 'csv', columns: ['name'], filter: {} }),
  'post /api/chat/proposals/{id}/confirm': () => ({ sessionId: 'sessao-deles' }),
  'post /api/chat/proposals/{id}/choose': (_, lead) => ({ sessionId: 'sessao-deles', leadId: lead }),
  'post /api/chat/proposals/{id}/cancel': () => ({ sessionId: 'sessao-deles' }),
  'post /api/leads/{id}/contacts': () => ({ channel: 'phone' }),
  'put /api/leads/{id}/contacts/{activityId}': () => ({ outcome: 'talked' }),
  'post /api/leads': () => ({ name: 'Ada' }),
  'post /api/leads/{id}/notes': () => ({ text: 'Oi' }),
  'put /api/notes/{id}': () => ({ pinned: true }),
  'post /api/leads/{id}/merge': (_, lead) => ({ otherId: lead, fields: {} }),
  'post /api/leads/{id}/consents': () => ({ channel: 'email', granted: false, evidence: 'Pediu por telefone' }),
  'post /api/tasks': (_, lead) => ({ leadId: lead, title: 'Ligar', dueAt: '2030-01-01T00:00:00Z' }),
  'put /api/tasks/{id}': () => ({ done: true }),
  'post /api/tasks/overdue/move': () => ({}),
  'put /api/dashboard/settings': () => ({ hidden: ['charts'], blocks: ['queue'] }),
  'post /api/notifications/read': () => ({}),
  'put /api/notifications/settings': () => ({
    media: Object.fromEntries(notificationKinds.map(kind => [kind, { app: true, mail: false, digest: false }])),
    quietFrom: null,
    quietTo: null,
    digestHour: null,
    weekDay: null
  }),
  'put /api/leads/score-settings': () => ({ enabled: false }),
  'put /api/distribution': () => ({ mode: 'off', members: [], fallbackId: null }),
  'post /api/privacy/requests': () => ({
    kind: 'access',
    channel: 'email',
    name: 'Ada',
    email: 'ada@example.com',
    phone: '',
    receivedOn: '2026-01-05',
    details: ''
  }),
  'post /api/privacy/requests/{id}/correction': (_, lead) => ({ field: 'name', leadIds: [lead] }),
  'post /api/privacy/requests/{id}/answer': () => ({ text: '' }),
  'post /api/privacy/requests/{id}/refuse': () => ({ refusal: 'legal', text: '' }),
  'post /api/privacy/requests/{id}/erase': (_, lead) => ({ leadIds: [lead], confirmation: 'EXCLUIR' }),
  'put /api/privacy/settings': () => ({ smallAgent: true, retentionMonths: 6 }),
  'post /api/tags': () => ({ name: 'VIP' }),
  'put /api/tags/{id}': () => ({ name: 'Roubada' }),
  'post /api/lead-views': () => ({ name: 'Hoje', view: { filter: {} } }),
  'put /api/lead-views/{id}': () => ({ name: 'Roubada' }),
  'put /api/employees/{id}': () => ({ role: 'viewer', leadAccess: 'own', team: null }),
  'post /api/employees/{id}/deactivate': () => ({ heirId: null }),
  'post /api/employees/{id}/second-factor/remove': () => ({ reason: 'Perdeu o celular' }),
  'post /api/employees/invitations': () => ({
    name: 'Bia',
    email: 'bia@example.com',
    role: 'agent',
    leadAccess: 'own'
  }),
  'put /api/companies/{companyId}': () => ({
    name: 'Tomada',
    email: null,
    phone: null,
    address: null,
    industry: null,
    timeZone: 'America/Manaus'
  }),
  'post /api/companies/{companyId}/plan': () => ({ plan: 'enterprise' }),
  'post /api/auth/company': their => ({ companyId: their.id }),
  'post /api/companies/activities': (their, lead) => ({
    companyId: their.id,
    type: 'call',
    description: 'x',
    leadId: lead
  }),
  'put /api/profile': () => ({ name: 'Ada', phone: null, jobTitle: null, timeZone: 'America/Recife' }),
  'post /api/profile/password': their => ({ current: their.password, password: 'outra senha boa' }),
  'post /api/profile/email': their => ({ email: `novo-${their.email}`, password: their.password }),
  'post /api/profile/second-factor/confirm': () => ({ code: '000000' }),
  'post /api/profile/second-factor/disable': their => ({ password: their.password, code: '000000' }),
  'post /api/profile/second-factor/recovery-codes': their => ({ password: their.password, code: '000000' })
}

test('no route shows or changes anything of another company, by path, body, query or header', async () => {
  const [ours, theirs] = await Promise.all([company(app, 'Nossa'), company(app, 'Deles')])
  const lead = (await sendLead(app, theirs.id, { name: 'Segredo', message: 'Segredo' })).json().id
  const [activity] = (await app.inject({ url: `/api/companies/${theirs.id}/activities`, headers: theirs.auth })).json()
  const secrets = [/Segredo/, /Deles/, new RegExp(theirs.email)]
  const before = await snapshot(theirs.id)

  const { paths } = (await app.inject('/openapi.json')).json<OpenApi>()
  let tried = 0
  for (const [template, methods] of Object.entries(paths))
    for (const [method, operation] of Object.entries(methods)) {
      if (operation['x-access'] === 'public' || template === '/api/events') continue
      const ids = template.includes('companyId') ? [theirs.id] : [lead, activity.id, theirs.id, theirs.userId]
      for (const id of ids) {
        const url = template.replace(/\{\w+\}/g, id)
        // Staff's routes refuse a company's people before they read what was sent.
        const staffOnly = operation['x-access']?.startsWith('staff')
        const shape = operation.requestBody?.content?.['application/json']?.schema
        const payload =
          bodies[`${method} ${template}`]?.(theirs, lead) ??
          (staffOnly && method !== 'get' ? {} : shape && least(shape, lead))
        const call = {
          method: method.toUpperCase() as 'GET',
          url,
          ...(payload !== undefined && { payload: payload as object })
        }
        const forged = { 'x-company-id': theirs.id, 'x-public-endpoint': 'true', 'x-forwarded-for': '127.0.0.1' }
        const foreign = await app.inject({ ...call, headers: { ...ours.auth, ...forged } })
        for (const secret of secrets) expect(foreign.body, `${method} ${url}`).not.toMatch(secret)
        if (template.includes('{')) {
          const missing = await app.inject({
            ...call,
            url: template.replace(/\{\w+\}/g, 'f'.repeat(24)),
            headers: ours.auth
          })
          const shape = ({ code, message }: { code: string; message: string }) => ({ code, message })
          expect({ status: foreign.statusCode, ...shape(foreign.json()) }, `${method} ${url}`).toEqual({
            status: missing.statusCode,
            ...shape(missing.json())
          })
          expect(foreign.statusCode, `${method} ${url}`).toBe(staffOnly ? 403 : 404)
        }
        expect((await app.inject({ ...call, headers: forged })).statusCode, `${method} ${url} without a token`).toBe(
          401
        )
        expect((await app.inject({ ...call, headers: { ...forged, authorization: 'Bearer x.y.z' } })).statusCode).toBe(
          401
        )
        tried++
        if (template === '/api/auth/logout') Object.assign(ours, await signIn(ours))
      }
    }
  expect(tried).toBeGreaterThan(15)
  expect(await snapshot(theirs.id)).toEqual(before)
})

async function signIn({ email, password }: Tenant): Promise<Partial<Tenant>> {
  const { token } = (await app.inject({ method: 'POST', url: '/api/auth/login', payload: { email, password } })).json()
  return { token, auth: { authorization: `Bearer ${token}` } }
}

async function snapshot(companyId: string): Promise<unknown> {
  return app.db.company(companyId, async trx => ({
    company: await trx.selectFrom('companies').selectAll().execute(),
    leads: await trx.selectFrom('leads').selectAll().execute(),
    activities: await trx.selectFrom('activities').selectAll().execute(),
    employees: await trx.selectFrom('employees').selectAll().execute(),
    forms: await trx.selectFrom('forms').selectAll().execute()
  }))
}

test('live events reach the people of the company alone', async () => {
  const [ours, theirs] = await Promise.all([company(app), company(app)])
  const seen: string[] = []
  const stop = await app.events.follow(ours.id, undefined, {
    event: row => seen.push(String(row.data.leadId)),
    resync: () => {}
  })
  await sendLead(app, theirs.id)
  const own = (await sendLead(app, ours.id)).json().id
  await expect.poll(() => seen).toEqual([own])
  stop()
})
