import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { perform } from '../../../services/assistant/chat/propose.ts'
import type { Viewer } from '../../../services/assistant/chat/viewer.ts'
import { publish } from '../../../services/core/jobs.ts'
import { erasureKey } from '../../../services/leads/erased/people.ts'
import { exportColumns } from '../../../services/leads/exports/rules.ts'
import { writeExport } from '../../../services/leads/exports/write.ts'
import { leadsCreated, leadsReturned, leadsUnowned } from '../../../services/leads/leads/jobs.ts'
import { nameless } from '../../../services/leads/leads/rules.ts'
import { scoreAll } from '../../../services/leads/scores/worker.ts'
import { eraseLeads } from '../../../services/privacy/privacy/erase.ts'
import { company, newCnpj, openApp, storedLead, type Tenant, testConfig } from '../../kit/app.ts'
import { newDatabase } from '../../kit/database.ts'
import { publishFields } from '../../kit/forms.ts'
import { changePlan } from '../../kit/team.ts'
import { openWorker } from '../../kit/workers.ts'

// Every field of a lead that may be missing is missing somewhere: whatever reads leads must do without it.

const env = { DATABASE_URL: await newDatabase() }
const app = await openApp(env)
await openWorker(testConfig(env))

const fields = [
  'phone',
  'email',
  'cnpj',
  'company',
  'message',
  'preferredDate',
  'preferredPeriod',
  'preferredTime',
  'owner',
  'value',
  'tags',
  'touch',
  'custom',
  'submittedAt',
  'form'
] as const
type Field = (typeof fields)[number]

/** Of a row and a field of an orthogonal array: of any two fields each combination of absence is in some row. */
const hasOddBits = (n: number): boolean => n.toString(2).replaceAll('0', '').length % 2 === 1
const combinations: ReadonlySet<Field>[] = [
  new Set(fields),
  ...Array.from({ length: 16 }, (_, row) => new Set(fields.filter((_, at) => hasOddBits(row & (at + 1)))))
]

test('of any two fields of a lead each may be there without the other', () => {
  for (const a of fields)
    for (const b of fields)
      if (a !== b)
        expect(new Set(combinations.map(has => `${has.has(a)} ${has.has(b)}`))).toEqual(
          new Set(['true true', 'true false', 'false true', 'false false'])
        )
  expect(combinations.some(has => has.size === 0)).toBe(true)
})

const call = (who: Tenant, method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) =>
  app.inject({ method, url, headers: who.auth, ...(payload && { payload }) })

const day = (ahead: number): string => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)

/** A lead with these fields, with a submission that the person sent again. */
async function store(ours: Tenant, employeeId: string, has: ReadonlySet<Field>, n: number) {
  const phone = `119876543${String(n).padStart(2, '0')}`
  return app.db.company(ours.id, async trx => {
    const { id: form } = await trx.selectFrom('forms').select('id').executeTakeFirstOrThrow()
    const touch = JSON.stringify({ utm_source: 'google', page: 'https://example.com/' })
    const { id } = await trx
      .insertInto('leads')
      .values({
        ...storedLead(ours),
        name: has.size === 0 ? nameless : `Ana ${String.fromCharCode(65 + n).repeat(3)}`,
        status: (['new', 'contacted', 'scheduled', 'converted', 'lost'] as const)[n % 5],
        ...(has.has('phone') && { phone, phone_key: `11${phone.slice(3)}` }),
        ...(has.has('email') && { email: `ana${n}@example.com` }),
        ...(has.has('cnpj') && { cnpj: newCnpj() }),
        ...(has.has('company') && { company: 'Padaria' }),
        ...(has.has('message') && { message: 'Quero um orçamento' }),
        ...(has.has('preferredDate') && { preferred_date: day(0) }),
        ...(has.has('preferredPeriod') && { preferred_period: 'morning' as const }),
        ...(has.has('preferredTime') && { preferred_time: '14:30' }),
        ...(has.has('owner') && { owner_id: employeeId }),
        ...(has.has('value') && { value_cents: 150_000 }),
        ...(has.has('touch') && { first_touch: touch, last_touch: touch }),
        ...(has.has('custom') && { custom: '{"cidade":"Recife"}' }),
        ...(has.has('submittedAt') && { submitted_at: new Date() })
      } as never)
      .returning('id')
      .executeTakeFirstOrThrow()
    if (has.has('tags'))
      await sql`
        insert into lead_tags (company_id, tag_id, lead_id, received_at)
        select l.company_id, t.id, l.id, l.received_at from leads l, tags t where l.id = ${id}`.execute(trx)
    const submission = await trx
      .insertInto('submissions')
      .values({
        company_id: ours.id,
        lead_id: id,
        form_id: has.has('form') ? form : null,
        key: null,
        hash: null,
        answers: '{}',
        source: 'form',
        marks: [],
        ip: null
      } as never)
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id, submission: submission.id }
  })
}

async function filled() {
  const ours = await company(app)
  await changePlan(app, ours.id, 'enterprise')
  await publishFields(app, ours, [{ name: 'cidade', label: 'Cidade', type: 'select', options: ['Recife'] }])
  await call(ours, 'POST', '/api/tags', { name: 'VIP' })
  const { id: employeeId } = (await call(ours, 'GET', '/api/auth/me')).json().companyEmployee
  const members = [{ employeeId, away: false, maxOpen: null }]
  const given = await call(ours, 'PUT', '/api/distribution', { mode: 'turns', members, fallbackId: null })
  expect(given.statusCode, given.body).toBe(200)
  const leads: { id: string; submission: string }[] = []
  for (const [n, has] of combinations.entries()) leads.push(await store(ours, employeeId, has, n))
  return { ours, employeeId, leads, ids: leads.map(({ id }) => id) }
}

/** The texts in an answer that say that something was missing, and their places. */
function leaks(value: unknown, place = ''): string[] {
  if (typeof value === 'string')
    return /\b(null|undefined|NaN|Invalid Date)\b|\[object/.test(value) ? [`${place}: ${value}`] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, each]) => leaks(each, `${place}.${key}`))
}

test('whatever fields a lead lacks, every job, list, page, file and mail does without them', async () => {
  const { ours, employeeId, leads, ids } = await filled()
  const companyId = ours.id

  await app.db.company(companyId, async trx => {
    await publish(trx, leadsUnowned, { companyId, leadIds: ids })
    await publish(trx, leadsCreated, { companyId, leadIds: ids })
    await publish(trx, leadsReturned, { companyId, submissionIds: leads.map(({ submission }) => submission) })
  })
  const mails = () =>
    app.db.company(companyId, trx =>
      trx.selectFrom('mails').select(['lead_id', 'subject', 'text']).where('lead_id', 'in', ids).execute()
    )
  await expect.poll(async () => (await mails()).length).toBe(2 * ids.length)
  await scoreAll(app.db)
  const failed = await app.db.everyCompany(trx => sql<object>`select name, error from failed_jobs`.execute(trx))
  expect(failed.rows).toEqual([])
  expect(leaks(await mails())).toEqual([])
  const notices = await app.db.company(companyId, trx =>
    trx.selectFrom('notifications').select(['title', 'body', 'link']).execute()
  )
  expect(notices.length).toBeGreaterThan(ids.length)
  expect(leaks(notices)).toEqual([])

  const urls = [
    `/api/leads?range=[0,99]`,
    '/api/leads?range=[0,99]&sort=["valueCents","ASC"]',
    '/api/leads/board',
    '/api/leads/facets',
    '/api/leads/counts',
    '/api/leads/values',
    `/api/dashboard?from=${day(-30)}&to=${day(0)}`,
    '/api/dashboard/queue',
    `/api/dashboard/appointments?from=${day(-30)}&to=${day(30)}`,
    '/api/distribution/log',
    '/api/notifications',
    ...ids.flatMap(id => [
      `/api/leads/${id}`,
      `/api/leads/${id}/score`,
      `/api/leads/${id}/duplicates`,
      `/api/leads/${id}/timeline`,
      `/api/leads/${id}/consents`,
      `/api/leads/${id}/export`
    ])
  ]
  const faults: string[] = []
  for (const url of urls) {
    const answer = await call(ours, 'GET', url)
    if (answer.statusCode === 200) faults.push(...leaks(answer.json(), url))
    else faults.push(`${url}: ${answer.body}`)
  }
  expect(faults).toEqual([])
  const listed = (await call(ours, 'GET', '/api/leads?range=[0,99]')).json()
  expect(listed).toHaveLength(ids.length)
  for (const name of ['Ana', nameless]) {
    const similar = await call(ours, 'GET', `/api/leads/similar?name=${encodeURIComponent(name)}`)
    expect(similar.statusCode, similar.body).toBe(200)
  }

  const columns = [...Object.keys(exportColumns), 'custom:cidade']
  for (const format of ['csv', 'xlsx']) {
    const { id } = (await call(ours, 'POST', '/api/exports', { format, columns, filter: {} })).json()
    await writeExport(app.db, companyId, id)
    const file = await call(ours, 'GET', `/api/exports/${id}/file`)
    expect(file.statusCode).toBe(200)
    if (format === 'csv') expect(leaks(file.body)).toEqual([])
  }

  const asker: Viewer = {
    companyId,
    employeeId,
    person: { role: 'client', companyEmployee: { role: 'admin', permissions: [] } },
    owners: null,
    zone: 'America/Sao_Paulo',
    said: [],
    open: null
  }
  for (const { name } of listed) {
    const calls = [
      { name: 'find_leads', arguments: JSON.stringify({ search: name }) },
      { name: 'write_note', arguments: JSON.stringify({ lead: name, text: 'Oi' }) }
    ]
    for (const each of calls) {
      const done = await perform(app.db, asker, { id: 'x', ...each } as never)
      expect(done.refused).toBeUndefined()
      expect(leaks(done)).toEqual([])
    }
  }

  const key = await erasureKey(app.db, app.config)
  const actor = { actorId: null, actorName: null, ip: null, requestId: null }
  for (const id of ids) {
    const certificate = await eraseLeads(app.db, key, { companyId, leadIds: [id], cause: 'retention', actor })
    expect(leaks(certificate)).toEqual([])
    expect(certificate?.text).toContain('Cadastros excluídos: 1')
  }
})
