import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createFirstAdmin } from '../../services/admin/admin/firstAdmin.ts'
import type { App } from '../../services/core/http.ts'
import { momentOf, wallAt } from '../../services/core/zones/rules.ts'
import { demoAccount, demoAdmin, demoPeople } from '../../services/demo/accounts.ts'
import { companyZone } from '../../services/demo/clock.ts'
import { demoParts, fillDemo } from '../../services/demo/demo.ts'
import { company, openApp } from '../kit/app.ts'
import { newDatabase } from '../kit/database.ts'

// Nothing is asked of the provider: its address alone says that the channels are played.
const openDemo = async () =>
  openApp({
    DATABASE_URL: await newDatabase(),
    DEMO_PROVIDER_URL: 'http://127.0.0.1:9',
    META_GRAPH_URL: 'http://127.0.0.1:9'
  })

async function signIn(app: App, email: string, password: string = demoAccount.password) {
  const signedIn = await app.inject({ method: 'POST', url: '/api/auth/login', payload: { email, password } })
  const headers = { authorization: `Bearer ${signedIn.json().token}` }
  const get = async (url: string) => (await app.inject({ url, headers })).json()
  return { headers, get, home: signedIn.json().user }
}

const app = await openDemo()
await createFirstAdmin(app.db, { admin: demoAdmin })
expect(await fillDemo(app.db, app.config, { leads: 50 })).toBe(true)
const owner = await signIn(app, demoAccount.email)

type Column = { table: string; column: string }

/** The columns with times of every table; `also`: only of tables with this column. */
async function timesOf(db: App['db'], also: string): Promise<Column[]> {
  const { rows } = await db.everyCompany(trx =>
    sql<Column>`
      select c.table_name as table, c.column_name as column from information_schema.columns c
      join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type = 'timestamp with time zone'
        and exists (select from information_schema.columns o where o.table_schema = c.table_schema and o.table_name = c.table_name
          and o.column_name = ${also})`.execute(trx)
  )
  return rows
}

/** The columns of which a row fulfils a condition on `t` and its time `at`. */
async function having(db: App['db'], columns: readonly Column[], condition: (of: Column) => string): Promise<string[]> {
  const found: string[] = []
  for (const each of columns) {
    const { rows } = await db.everyCompany(trx => sql.raw(condition(each)).execute(trx))
    if (rows.length > 0) found.push(`${each.table}.${each.column}`)
  }
  return found
}

/** Written by machines, at whatever time it is. */
const ofMachines = /^(audit_log|audit_checks|events|score_models|demo_parts|sales)\.|\.(scored_at|checked_at)$/

/** Ends and terms, which come on any day. */
const ends = /\.(due_at|next_task_at|window_ends_at|trial_ends_at|expires_at|answer_due_at|solution_due_at)$/

/** What lies ahead: appointments, and what is due. */
const planned = /^appointments\.(starts_at|ends_at)$/

/** The last time before a moment that it was this weekday and time in the company's zone; Sunday is 0. */
function last(weekday: number, time: string, before: number): number {
  const today = new Date(wallAt(before, companyZone))
  const back = (today.getUTCDay() - weekday + 7) % 7 || 7
  const day = new Date(today.getTime() - back * 86_400_000).toISOString().slice(0, 10)
  return momentOf(Date.parse(`${day}T${time}Z`), companyZone)
}

describe('the stories of a demonstration happen in order', () => {
  const lately = Date.now() - 86_400_000
  test.each([
    ['a Sunday', last(0, '15:00', lately)],
    ['a Monday before work', last(1, '00:05', lately)],
    ['a Wednesday at work', last(3, '14:30', lately)]
  ])('created on %s', async (_, now) => {
    const { db, config } = await openDemo()
    expect(await fillDemo(db, config, { now })).toBe(true)
    const at = new Date(now).toISOString()
    const ofLeads = (await timesOf(db, 'lead_id')).filter(({ table }) => table !== 'leads')
    const times = (await timesOf(db, 'company_id')).filter(
      ({ table, column }) => !ofMachines.test(`${table}.${column}`)
    )
    expect(ofLeads.length).toBeGreaterThan(15)
    expect(times.length).toBeGreaterThan(100)
    expect(
      await having(
        db,
        ofLeads,
        ({ table, column }) => `select from ${table} t join leads l on l.company_id = t.company_id and l.id = t.lead_id
          where t.${column} < l.received_at limit 1`
      )
    ).toEqual([])
    const own = times.filter(({ table }) => table === 'leads')
    expect(await having(db, own, ({ column }) => `select from leads where ${column} < received_at limit 1`)).toEqual([])
    expect(
      await having(
        db,
        times.filter(({ table, column }) => !ends.test(`${table}.${column}`)),
        ({ table, column }) =>
          `select from ${table} where extract(dow from ${column} at time zone '${companyZone}') = 0 limit 1`
      )
    ).toEqual([])
    expect(
      await having(
        db,
        times.filter(({ table, column }) => !ends.test(`${table}.${column}`) && !planned.test(`${table}.${column}`)),
        ({ table, column }) => `select from ${table} where ${column} > '${at}' limit 1`
      )
    ).toEqual([])
    // An appointment was made before it begins, and closed after it; nothing is done before it was to be done.
    const { rows } = await db.everyCompany(trx =>
      sql`
        select id from appointments where created_at > starts_at
          or status in ('done', 'no_show') and updated_at < ends_at or status in ('confirmed', 'requested') and starts_at < ${at}
        union all select id from tasks where created_at > due_at or done_at < created_at
        union all select id from campaign_recipients where unsubscribed_at < sent_at or answered_at < sent_at or reported_at < sent_at
        union all select id from messages m where exists (select from messages o where o.conversation_id = m.conversation_id
          and o.external_id < m.external_id and o.created_at > m.created_at)
        union all select id from tickets where first_answer_at < created_at or resolved_at < first_answer_at or closed_at < resolved_at
        union all select id from leads where first_contact_at > last_contact_at or first_scheduled_at < first_contact_at`.execute(
        trx
      )
    )
    expect(rows).toEqual([])
    // Nothing of the past waits for a worker.
    const { rows: waiting } = await db.everyCompany(trx =>
      sql`
        select 'job' from outbox
        union all select 'guest' from appointment_guests where due_at <= ${at}
        union all select 'mail' from campaign_recipients where state in ('pending', 'sending', 'deferred')
        union all select 'notice' from notifications where mail
        union all select 'ticket' from tickets where answer_due_at <= ${at} and answer_breach_at is null
          or solution_due_at <= ${at} and solution_breach_at is null
        union all select 'reminder' from tasks where remind_at is not null and reminded_at is null`.execute(trx)
    )
    expect(waiting).toEqual([])
  })
})

/** How many rows each table of a company has. */
async function countRows(db: App['db']): Promise<Record<string, number>> {
  const tables = [...new Set((await timesOf(db, 'company_id')).map(({ table }) => table))].sort()
  const counts: [string, number][] = []
  for (const table of tables) {
    const { rows } = await db.everyCompany(trx =>
      sql.raw<{ n: number }>(`select count(*)::int as n from ${table}`).execute(trx)
    )
    counts.push([table, rows[0]?.n ?? 0])
  }
  return Object.fromEntries(counts)
}

const now = last(3, '14:30', Date.now() - 86_400_000)

test('wherever a start is interrupted, the next one completes the demonstration, and fills nothing twice', async () => {
  const whole = await openDemo()
  await fillDemo(whole.db, whole.config, { now, leads: 7 })
  const begun = await openDemo()
  for (const until of demoParts) await fillDemo(begun.db, begun.config, { now, until })
  expect(await fillDemo(begun.db, begun.config, { leads: 7 })).toBe(false)
  const filled = await countRows(begun.db)
  expect(filled).toEqual(await countRows(whole.db))
  expect(filled).toMatchObject({
    conversations: 6,
    email_templates: 4,
    privacy_requests: 2,
    quick_replies: 6,
    mail_series: 1
  })

  // What somebody deletes stays deleted, however often the product starts.
  await begun.db.everyCompany(trx => sql`delete from quick_replies`.execute(trx))
  await begun.db.everyCompany(trx => sql`delete from privacy_requests`.execute(trx))
  expect(await fillDemo(begun.db, begun.config, { leads: 7 })).toBe(false)
  expect(await countRows(begun.db)).toEqual({ ...filled, quick_replies: 0, privacy_requests: 0 })
})

test('an installation with companies of its own, or an older demonstration, is left as it is', async () => {
  const other = await openDemo()
  await company(other)
  const before = await countRows(other.db)
  expect(await fillDemo(other.db, other.config)).toBe(false)
  expect(await countRows(other.db)).toEqual(before)

  await other.inject({ method: 'POST', url: '/api/auth/signup', payload: demoAccount })
  const older = await countRows(other.db)
  for (const _ of [1, 2]) expect(await fillDemo(other.db, other.config)).toBe(false)
  expect(await countRows(other.db)).toEqual({ ...older, channels: 2 })
})

test('the demonstration asks questions of its own, and its leads are found by the answers', async () => {
  const [form] = await owner.get('/api/forms')
  expect(form).toMatchObject({ version: 2, changed: false, fieldCount: 6 })
  const { custom } = await owner.get('/api/leads/facets')
  const countOf = (field: string) => custom[field].reduce((sum: number, { count }: { count: number }) => sum + count, 0)
  expect(custom.interesse.map(({ value }: { value: string }) => value)).toHaveLength(3)
  expect(countOf('interesse')).toBeGreaterThan(60)
  const [{ value, count }] = custom.interesse
  const filter = encodeURIComponent(JSON.stringify({ custom: { interesse: [value] } }))
  expect(await owner.get(`/api/leads?filter=${filter}`)).toHaveLength(Math.min(count, 25))
})

test('every page of the shop has something to show', async () => {
  const count = async (url: string) => (await owner.get(url)).length
  expect(await count('/api/leads?filter={"valueFrom":1}&range=[0,99]')).toBeGreaterThan(11)
  expect(await count('/api/tasks')).toBeGreaterThan(4)
  expect(await count('/api/email/campaigns')).toBe(2)
  expect(await count('/api/email/templates')).toBe(4)
  expect(await count('/api/tickets')).toBe(5)
  expect(await count('/api/conversations')).toBe(6)
  for (const campaign of await owner.get('/api/email/campaigns')) {
    expect(campaign).toMatchObject({ state: 'done' })
    const clicks = await owner.get(`/api/email/campaigns/${campaign.id}/clicks`)
    expect(clicks.people).toBeGreaterThan(2)
    expect(campaign.counts.unsubscribed).toBeGreaterThan(0)
    expect((await owner.get(`/api/email/campaigns/${campaign.id}`)).answered).toBeGreaterThan(0)
  }
  const [series] = await owner.get('/api/email/series')
  expect(series).toMatchObject({ state: 'on', stepCount: 2 })
  const states = new Set((await owner.get('/api/tickets')).map(({ status }: { status: string }) => status))
  expect(states.size).toBeGreaterThan(3)
  const [contacted] = await owner.get('/api/leads?filter={"status":["converted"],"q":"Rosana"}')
  const { items } = await owner.get(`/api/leads/${contacted.id}/timeline`)
  const kinds = items.map(({ kind }: { kind: string }) => kind)
  expect(kinds).toEqual(expect.arrayContaining(['submission', 'contact', 'status', 'note', 'task', 'consent']))
})

test('each of the four people sees what is theirs', async () => {
  const all = (await owner.get('/api/leads?range=[0,199]')).length
  const seen: Record<string, number> = {}
  for (const { key, email, role } of demoPeople) {
    const person = await signIn(app, email)
    expect(person.home).toMatchObject({ role: 'client', companyEmployee: { role } })
    seen[key] = (await person.get('/api/leads?range=[0,199]')).length
    const change = await app.inject({
      method: 'POST',
      url: '/api/tags',
      headers: person.headers,
      payload: { name: `Teste ${key}`, color: 'slate' }
    })
    expect([key, change.statusCode < 400]).toEqual([key, role !== 'viewer'])
  }
  expect(seen).toMatchObject({ owner: all, manager: all, viewer: all })
  expect(seen.agent).toBeGreaterThan(10)
  expect(seen.agent).toBeLessThan(25)
})

test('staff see eight more companies, their tickets and the months before', async () => {
  const staff = await signIn(app, demoAdmin.email, demoAdmin.password)
  const dashboard = await staff.get('/api/admin/dashboard')
  expect(dashboard.companies).toEqual({ active: 5, trial: 3, suspended: 1 })
  expect(dashboard.trials.map(({ daysLeft }: { daysLeft: number }) => daysLeft)).toEqual([1, 6, 11])
  expect(dashboard.revenue.every(({ companies }: { companies: number }) => companies > 0)).toBe(true)
  const companies = await staff.get('/api/admin/companies')
  // The ninth is the demonstration's own, and the tenth the provider's.
  expect(companies).toHaveLength(10)
  const { id } = companies.find(({ name }: { name: string }) => name === 'Vale Verde Energia Solar')
  const { rows } = await app.db.everyCompany(trx =>
    sql<{ months: number; solved: number; waiting: number }>`
      select (select count(distinct date_trunc('month', received_at))::int from leads where company_id = ${id}) as months,
        (select count(*)::int from tickets where closed_at is not null) as solved,
        (select count(*)::int from tickets where status in ('open', 'in_progress', 'waiting')) as waiting`.execute(trx)
  )
  expect(rows[0]?.months).toBeGreaterThan(8)
  expect(rows[0]?.solved).toBeGreaterThan(15)
  expect(rows[0]?.waiting).toBeGreaterThan(6)
})

test('the counts that are kept agree with the rows', async () => {
  const { rows } = await app.db.everyCompany(trx =>
    sql`
      with counted as (select company_id, status, sum(n)::int as n from lead_counts group by 1, 2),
        days as (select company_id, status, sum(n)::int as n, sum(contacted)::int as contacted, sum(booked)::int as booked from lead_days group by 1, 2),
        rows as (select company_id, status, count(*)::int as n, count(first_contact_at)::int as contacted,
          count(first_scheduled_at)::int as booked from leads group by 1, 2)
      select r.* from rows r left join counted c using (company_id, status) left join days d using (company_id, status)
      where (r.n, r.n, r.contacted, r.booked) is distinct from (c.n, d.n, d.contacted, d.booked)`.execute(trx)
  )
  expect(rows).toEqual([])
})
