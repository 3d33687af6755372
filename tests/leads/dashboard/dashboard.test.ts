import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { readFiles } from '../../../migrations/files.ts'
import { settleDays } from '../../../services/leads/dashboard/settle.ts'
import { dayIn } from '../../../services/leads/forms/queries.ts'
import { company, openApp, sendLead, type Tenant } from '../../kit/app.ts'
import { newDatabase } from '../../kit/database.ts'
import { changePlan, join } from '../../kit/team.ts'

const app = await openApp()

const call = (who: Tenant, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
  app.inject({ method, url, headers: who.auth, ...(payload && { payload }) })

const today = dayIn('America/Sao_Paulo')
const daysAgo = (days: number) => dayIn('America/Sao_Paulo', new Date(Date.now() - days * 86_400_000))
const figures = async (who: Tenant, query: Record<string, string> = {}) =>
  (await call(who, 'GET', `/api/dashboard?${new URLSearchParams({ from: daysAgo(6), to: today, ...query })}`)).json()

let unique = 0
async function lead(ours: Tenant, more: Record<string, unknown> = {}): Promise<string> {
  const n = String(++unique).padStart(4, '0')
  const sent = await sendLead(app, ours.id, { name: `L${n}`, email: `l${n}@x.co`, phone: `1191234${n}`, ...more })
  return sent.json().id
}

/** Checks that the kept sums equal those counted from the leads. */
async function checkSums(ours: Tenant) {
  const [kept, counted] = await app.db.company(ours.id, async trx => {
    const kept = await sql<object>`
      select day::text, status, owner_id, source, lost_reason, sum(n)::int as n, sum(reached)::int as reached,
        sum(booked)::int as booked, round(sum(waited)::numeric, 2)::text as waited, round(sum(entered)::numeric, 0)::text as entered
      from lead_days group by 1, 2, 3, 4, 5 having sum(n) <> 0 order by 1, 2, 3, 4, 5`.execute(trx)
    const counted = await sql<object>`
      select (received_at at time zone 'America/Sao_Paulo')::date::text as day, status, coalesce(owner_id, '') as owner_id,
        source, coalesce(case when status = 'lost' then lost_reason end, '') as lost_reason, count(*)::int as n,
        count(first_contact_at)::int as reached, count(first_scheduled_at)::int as booked,
        round(coalesce(sum(extract(epoch from first_contact_at - received_at)), 0), 2)::text as waited,
        round(sum(extract(epoch from status_at)), 0)::text as entered
      from leads group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`.execute(trx)
    return [kept.rows, counted.rows]
  })
  expect(kept).toEqual(counted)
}

test('the funnel counts who ever came to a step, whatever became of them, and the days before stand beside', async () => {
  const ours = await company(app)
  expect(await figures(ours)).toMatchObject({ any: false, steps: [0, 0, 0, 0].map(count => ({ count })) })
  const [a, b, c, d] = [await lead(ours), await lead(ours), await lead(ours), await lead(ours)]
  await call(ours, 'PUT', `/api/leads/${a}`, { status: 'contacted' })
  await call(ours, 'PUT', `/api/leads/${b}`, { status: 'scheduled' })
  await call(ours, 'PUT', `/api/leads/${b}`, { status: 'lost', lostReason: 'Preço' })
  await call(ours, 'PUT', `/api/leads/${c}`, { status: 'converted' })
  await app.db.everyCompany(trx =>
    sql`update leads set received_at = received_at - interval '7 days' where id = ${d}`.execute(trx)
  )
  const now = await figures(ours)
  expect(now.any).toBe(true)
  // The lead that was won at once skipped the appointment.
  expect(now.steps).toEqual([
    { step: 'received', count: 3, skipped: 0 },
    { step: 'contacted', count: 3, skipped: 0 },
    { step: 'scheduled', count: 1, skipped: 0 },
    { step: 'converted', count: 1, skipped: 1 }
  ])
  await call(ours, 'PUT', `/api/leads/${b}`, { status: 'converted' })
  expect((await figures(ours)).steps.slice(2)).toEqual([
    { step: 'scheduled', count: 1, skipped: 0 },
    { step: 'converted', count: 2, skipped: 1 }
  ])
  await call(ours, 'PUT', `/api/leads/${b}`, { status: 'lost', lostReason: 'Preço' })
  expect(now.days.at(-1)).toEqual({ day: today, received: 3, converted: 1, before: 1 })
  await checkSums(ours)
  await settleDays(app.db)
  await checkSums(ours)
  expect((await figures(ours)).steps).toEqual(now.steps)
})

test('leads that an earlier version took for scheduled lose the mark, unless their history knows of an appointment', async () => {
  const url = await newDatabase()
  const app = await openApp({ DATABASE_URL: url })
  const ours = await company(app)
  const sent = async () => {
    const phone = String(11_981_000_000 + ++unique)
    return (await sendLead(app, ours.id, { email: `s${unique}@x.co`, phone })).json().id
  }
  const [sold, visited, waits] = [await sent(), await sent(), await sent()]
  const change = (id: string, status: string) =>
    app.inject({ method: 'PUT', url: `/api/leads/${id}`, headers: ours.auth, payload: { status } })
  await change(visited, 'scheduled')
  await change(visited, 'converted')
  await change(waits, 'scheduled')
  await change(sold, 'converted')
  await app.db.company(ours.id, trx => sql`update leads set first_scheduled_at = now() where id = ${sold}`.execute(trx))
  const steps = async () =>
    (await app.inject({ url: '/api/dashboard', headers: ours.auth, query: { from: today, to: today } })).json().steps
  expect((await steps()).slice(2)).toMatchObject([{ count: 3 }, { count: 2, skipped: 0 }])
  const files = await readFiles()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`begin; ${files.steps['0080-never-scheduled']}; commit`).finally(() => client.end())
  expect((await steps()).slice(2)).toMatchObject([{ count: 2 }, { count: 2, skipped: 1 }])
})

test('the figures follow what happens to the leads of the period', async () => {
  const ours = await company(app)
  const [a, b, c] = [await lead(ours), await lead(ours, { source: 'site' }), await lead(ours, { source: 'site' })]
  await lead(ours)
  await call(ours, 'POST', `/api/leads/${a}/contacts`, { channel: 'whatsapp', outcome: 'talked' })
  await call(ours, 'PUT', `/api/leads/${b}`, { status: 'converted' })
  await call(ours, 'PUT', `/api/leads/${c}`, { status: 'lost', lostReason: 'Preço' })
  const now = await figures(ours)
  expect(now).toMatchObject({
    received: { now: 4, before: 0 },
    contacted: { now: 1, before: 0 },
    converted: { now: 1, before: 0 },
    conversion: { now: 0.25, before: null },
    lost: [{ reason: 'Preço', count: 1 }],
    sources: [
      { source: 'form', campaign: '', received: 2, converted: 0 },
      { source: 'site', campaign: '', received: 2, converted: 1 }
    ]
  })
  expect(now.firstContactMinutes.now).toBeLessThan(1)
  expect(now.days).toHaveLength(7)
  expect(now.days.at(-1)).toEqual({ day: today, received: 4, converted: 1, before: 0 })
  expect(now.funnel.map(({ count }: { count: number }) => count)).toEqual([1, 1, 0, 1, 1])
  await checkSums(ours)
})

test('the kept sums hold through changes of owner, time zone, deletion and return', async () => {
  const ours = await company(app)
  const me = (await call(ours, 'GET', '/api/auth/me')).json().companyEmployee.id
  const ids = [await lead(ours), await lead(ours), await lead(ours)]
  await call(ours, 'PUT', `/api/leads/${ids[0]}`, { ownerId: me, status: 'contacted' })
  await app.db.company({ id: ours.id, deleted: true }, trx =>
    trx
      .updateTable('leads')
      .set({ deleted_at: new Date() })
      .where('id', '=', ids[1] ?? '')
      .execute()
  )
  await checkSums(ours)
  expect((await figures(ours, { owner: 'me' })).received.now).toBe(1)
  expect((await figures(ours)).owners).toEqual([
    { ownerId: null, name: null, received: 1, converted: 0, firstContactMinutes: null },
    { ownerId: me, name: expect.any(String), received: 1, converted: 0, firstContactMinutes: expect.any(Number) }
  ])
  await app.db.everyCompany(trx =>
    trx.updateTable('companies').set({ time_zone: 'Pacific/Kiritimati' }).where('id', '=', ours.id).execute()
  )
  const days = await app.db.company(ours.id, trx => trx.selectFrom('lead_days').select('day').distinct().execute())
  expect(days).toEqual([{ day: dayIn('Pacific/Kiritimati') }])
})

/** Checks that settled months and days equal the sums of their parts. */
async function checkSettled(ours: Tenant) {
  const [months, days] = await app.db.company(ours.id, async trx => {
    const rounded = sql`sum(n)::int as n, sum(reached)::int as reached, sum(booked)::int as booked, round(sum(waited)::numeric, 2)::text as waited,
      round(sum(entered)::numeric, 0)::text as entered`
    const read = async (rows: ReturnType<typeof sql<object>>) => (await rows.execute(trx)).rows
    return [
      [
        await read(sql`
          select month::text, status, owner_id, source, campaign, lost_reason, ${rounded} from lead_months
          group by 1, 2, 3, 4, 5, 6 having sum(n) <> 0 order by 1, 2, 3, 4, 5, 6`),
        await read(sql`
          select date_trunc('month', day)::date::text as month, status, owner_id, source, campaign, lost_reason, ${rounded}
          from lead_days where slot = -1 group by 1, 2, 3, 4, 5, 6 having sum(n) <> 0 order by 1, 2, 3, 4, 5, 6`)
      ],
      [
        await read(sql`
          select day::text, owner_id, n::int, converted::int from lead_day_totals where n <> 0 order by 1, 2`),
        await read(sql`
          select day::text, owner_id, sum(n)::int as n,
            coalesce(sum(n) filter (where status = 'converted'), 0)::int as converted
          from lead_days where slot = -1 group by 1, 2 having sum(n) <> 0 order by 1, 2`)
      ]
    ]
  })
  expect(months?.[0]?.length).toBeGreaterThan(0)
  expect(months?.[0]).toEqual(months?.[1])
  expect(days?.[0]).toEqual(days?.[1])
}

/** Leads of the last so many days, some of each status, source and campaign. */
const withPast = (ours: Tenant, count: number, days: number) =>
  app.db.company(ours.id, trx =>
    sql`insert into leads (company_id, name, source, consent_given, received_at, status, lost_reason, first_contact_at,
        status_at, first_touch)
      select ${ours.id}, 'L' || n, (array['form', 'site', 'instagram'])[1 + n % 3], false, at,
        (array['new', 'contacted', 'scheduled', 'converted', 'lost'])[1 + n % 5], case when n % 5 = 4 then 'Preço' end,
        case when n % 5 > 0 then at + n * interval '1 second' end, at + interval '1 hour',
        case when n % 4 = 0 then '{"utm_campaign":"verao"}'::jsonb end
      from generate_series(0, ${count}::integer - 1) as n,
        lateral (select now() - n * (${days} * interval '1 day' / ${count}::integer) as at) as t`.execute(trx)
  )

/** The same figures, counted from the leads themselves. */
async function counted(ours: Tenant, from: string, to: string, owner: string | null = null) {
  const { rows } = await app.db.company(ours.id, trx =>
    sql<{ figures: object }>`
      with l as (
        select *, (received_at at time zone 'America/Sao_Paulo')::date as day from leads
        where ${owner}::text is null or owner_id = ${owner}
      ), now as (select * from l where day between ${from}::date and ${to}::date),
      before as (
        select * from l where day < ${from}::date and day >= ${from}::date - (${to}::date - ${from}::date + 1)
      )
      select jsonb_build_object(
        'received', jsonb_build_object('now', (select count(*) from now), 'before', (select count(*) from before)),
        'converted', jsonb_build_object('now', (select count(*) from now where status = 'converted'),
          'before', (select count(*) from before where status = 'converted')),
        'minutes', (select round(avg(extract(epoch from first_contact_at - received_at) / 60), 2) from now),
        'days', (select jsonb_agg(jsonb_build_object('day', d::date, 'received',
            (select count(*) from now where day = d::date),
            'converted', (select count(*) from now where day = d::date and status = 'converted'),
            'before', (select count(*) from before where day = d::date - (${to}::date - ${from}::date + 1))) order by d)
          from generate_series(${from}::date, ${to}::date, '1 day') as d),
        'steps', (select jsonb_build_array(count(*), count(first_contact_at), count(first_scheduled_at),
          count(*) filter (where status = 'converted')) from now),
        'funnel', (select jsonb_agg(jsonb_build_object('status', s, 'count', (select count(*) from now where status = s),
            'days', (select round(avg(extract(epoch from now() - status_at) / 86400), 2) from now where status = s)) order by n)
          from unnest(array['new', 'contacted', 'scheduled', 'converted', 'lost']) with ordinality as f (s, n)),
        'sources', (select coalesce(jsonb_agg(to_jsonb(g)), '[]') from (
          select source, coalesce(first_touch ->> 'utm_campaign', '') as campaign, count(*) as received,
            count(*) filter (where status = 'converted') as converted
          from now group by 1, 2 order by 3 desc, 1, 2) as g),
        'lost', (select coalesce(jsonb_agg(to_jsonb(g)), '[]') from (
          select lost_reason as reason, count(*) from now where status = 'lost' group by 1) as g)) as figures`.execute(
      trx
    )
  )
  return rows[0]?.figures
}

async function checkFigures(ours: Tenant, from: string, to: string, owner?: string) {
  const shown = await figures(ours, { from, to, ...(owner && { owner }) })
  const round = (value: number | null) => value && Math.round(value * 100) / 100
  expect({
    received: shown.received,
    converted: shown.converted,
    minutes: round(shown.firstContactMinutes.now),
    days: shown.days,
    steps: shown.steps.map(({ count }: { count: number }) => count),
    funnel: shown.funnel.map((row: { status: string; count: number; averageDays: number | null }) => ({
      status: row.status,
      count: row.count,
      days: round(row.averageDays)
    })),
    sources: shown.sources,
    lost: shown.lost
  }).toEqual(await counted(ours, from, to, owner))
}

const periods = [
  [364, 0],
  [89, 10],
  [400, 100],
  [29, 0],
  [3, 3]
] as const

test('the figures are those of the leads before and after the days are settled, and after later changes', async () => {
  const ours = await company(app)
  const me = (await call(ours, 'GET', '/api/auth/me')).json().companyEmployee.id
  await withPast(ours, 900, 450)
  const change = (set: string, which: string) =>
    app.db.company({ id: ours.id, deleted: true }, trx =>
      sql.raw(`update leads set ${set} where ${which}`).execute(trx)
    )
  const checkAll = async () => {
    for (const [first, last] of periods) await checkFigures(ours, daysAgo(first), daysAgo(last))
    await checkSums(ours)
  }
  await checkAll()
  expect(await settleDays(app.db)).toBeGreaterThan(0)
  await checkAll()
  await checkSettled(ours)

  await change(`status = 'converted', status_at = now()`, `name like 'L%7'`)
  await change(`owner_id = '${me}'`, `name like 'L%3'`)
  await change('deleted_at = now()', `name like 'L%9'`)
  await withPast(ours, 40, 400)
  await checkAll()
  await settleDays(app.db)
  await checkAll()
  await checkSettled(ours)
  await checkFigures(ours, daysAgo(364), today, me)

  // A lead that passed through a status leaves no empty row behind.
  const nothing = await app.db.company(ours.id, trx =>
    sql`select from lead_days where slot = -1 and n = 0 and reached = 0 and entered = 0`.execute(trx)
  )
  expect(nothing.rows).toHaveLength(0)
})

test('days are settled while leads of them change, and nothing is counted twice or lost', async () => {
  const ours = await company(app)
  await withPast(ours, 200, 100)
  let done = false
  const writers = Array.from({ length: 4 }, async (_, writer) => {
    for (let round = 0; round < 25; round++)
      await app.db.company(ours.id, async trx => {
        const status = ['new', 'contacted', 'converted'][round % 3]
        // Two statements, whose rows another writer locks in another order.
        for (const half of round % 2 ? [0, 1] : [1, 0])
          await sql`update leads set status = ${status}, status_at = now()
            where company_id = ${ours.id} and name = ${`L${writer * 50 + (round % 25) * 2 + half}`}`.execute(trx)
      })
  })
  const settler = (async () => {
    let settled = 0
    while (!done) settled += await settleDays(app.db)
    return settled
  })()
  // Whatever becomes of the writers, nothing is settled beyond the end of the test.
  await Promise.all(writers).finally(() => {
    done = true
    return settler
  })
  expect(await settler).toBeGreaterThan(0)
  await settleDays(app.db)
  await checkSums(ours)
  await checkSettled(ours)
  await checkFigures(ours, daysAgo(100), today)
})

test('the list of a period shows the total of its leads, like the dashboard, however many they are', async () => {
  const ours = await company(app)
  await withPast(ours, 3000, 300)
  await settleDays(app.db)
  await lead(ours)
  const list = async (filter: object) => {
    const { headers } = await call(ours, 'GET', `/api/leads?${new URLSearchParams({ filter: JSON.stringify(filter) })}`)
    return [String(headers['content-range']).split('/')[1], headers['x-total-capped'] ?? 'false']
  }
  const within = { receivedFrom: daysAgo(299), receivedTo: today }
  const shown = await figures(ours, { from: within.receivedFrom, to: within.receivedTo })
  expect(shown.received.now).toBeGreaterThan(2900)
  expect(await list(within)).toEqual([String(shown.received.now), 'false'])
  const [first] = shown.sources
  const { source, campaign } = first
  expect(await list({ ...within, source, campaign: [campaign] })).toEqual([String(first.received), 'false'])
  const lost = { ...within, status: 'lost', lostReason: ['Preço'] }
  expect(await list(lost)).toEqual([String(shown.lost[0].count), 'false'])
})

test('another time zone has other days, settled or not', async () => {
  const ours = await company(app)
  await withPast(ours, 60, 90)
  await settleDays(app.db)
  const move = (zone: string) =>
    app.db.everyCompany(trx =>
      trx.updateTable('companies').set({ time_zone: zone }).where('id', '=', ours.id).execute()
    )
  await move('Pacific/Kiritimati')
  expect((await figures(ours, { from: daysAgo(99), to: dayIn('Pacific/Kiritimati') })).received.now).toBe(60)
  await settleDays(app.db)
  await move('America/Sao_Paulo')
  for (const [first, last] of periods) await checkFigures(ours, daysAgo(first), daysAgo(last))
  await checkSums(ours)
})

test('the queue of the day begins with what was promised, then tasks, then who waits, each lead once', async () => {
  const ours = await company(app)
  const waiting = await lead(ours)
  const promised = await lead(ours, { preferredDate: today, preferredPeriod: 'morning' })
  const tasked = await lead(ours)
  await lead(ours, { preferredDate: dayIn('America/Sao_Paulo', new Date(Date.now() + 5 * 86_400_000)) })
  await call(ours, 'POST', '/api/tasks', { leadId: tasked, title: 'Ligar de volta', dueAt: new Date(0).toISOString() })
  const queue = async () => (await call(ours, 'GET', '/api/dashboard/queue')).json()
  const first = await queue()
  expect(first.items.map(({ leadId, why }: { leadId: string; why: string }) => [leadId, why])).toEqual([
    [promised, 'promise'],
    [tasked, 'task'],
    [waiting, 'waiting']
  ])
  expect(first).toMatchObject({ promisedToday: 1, keptToday: 0 })
  expect(first.items[1]).toMatchObject({ late: true, task: { title: 'Ligar de volta' } })

  await call(ours, 'POST', `/api/leads/${promised}/contacts`, { channel: 'phone', outcome: 'no_answer' })
  await call(ours, 'PUT', `/api/tasks/${first.items[1].task.id}`, { done: true })
  const then = await queue()
  expect(then).toMatchObject({ promisedToday: 1, keptToday: 1 })
  expect(then.items.map(({ leadId }: { leadId: string }) => leadId).sort()).toEqual([waiting, tasked].sort())
  await call(ours, 'POST', '/api/tasks', { leadId: waiting, title: 'Depois', dueAt: '2035-01-01T12:00:00Z' })
  expect((await queue()).items.map(({ leadId }: { leadId: string }) => leadId)).toEqual([tasked])
})

test('the queue of the day says how many stand in it beyond those shown, and whose they are', async () => {
  const ours = await company(app)
  const me = (await call(ours, 'GET', '/api/auth/me')).json().companyEmployee.id
  const ids = []
  for (let n = 0; n < 23; n++) ids.push(await lead(ours))
  await call(ours, 'PUT', `/api/leads/${ids[0]}`, { ownerId: me })
  const queue = async (query = '') => {
    const { items, total } = (await call(ours, 'GET', `/api/dashboard/queue${query}`)).json()
    return [items.length, total]
  }
  expect(await queue()).toEqual([20, 23])
  expect(await queue('?length=40')).toEqual([23, 23])
  expect(await queue('?owner=me')).toEqual([1, 1])
  expect(await queue('?owner=none')).toEqual([20, 22])
})

test('a contact ends the wait, and what came of it sets status and number', async () => {
  const ours = await company(app)
  const id = await lead(ours)
  const read = async () => (await call(ours, 'GET', `/api/leads/${id}`)).json()
  const contact = (await call(ours, 'POST', `/api/leads/${id}/contacts`, { channel: 'phone' })).json()
  expect(contact).toMatchObject({ type: 'call', leadId: id, data: { channel: 'phone' } })
  expect(await read()).toMatchObject({ status: 'new', firstContactAt: expect.any(String) })
  const url = `/api/leads/${id}/contacts/${contact.id}`
  await call(ours, 'PUT', url, { outcome: 'wrong_number' })
  expect((await read()).marks).toEqual(['phone'])
  expect((await call(ours, 'PUT', url, { outcome: 'talked' })).json().data).toMatchObject({ outcome: 'talked' })
  expect(await read()).toMatchObject({ status: 'contacted', marks: [] })
  expect(
    (await call(ours, 'PUT', `/api/leads/${id}/contacts/${'f'.repeat(24)}`, { outcome: 'talked' })).statusCode
  ).toBe(404)
})

test('the next task of a lead is the first of its open ones', async () => {
  const ours = await company(app)
  const id = await lead(ours)
  const next = async () => (await call(ours, 'GET', `/api/leads/${id}`)).json().nextTaskAt
  const add = async (dueAt: string) =>
    (await call(ours, 'POST', '/api/tasks', { leadId: id, title: 'Ligar', dueAt })).json().id
  const [soon, later] = [await add('2030-01-01T12:00:00Z'), await add('2031-01-01T12:00:00Z')]
  expect(await next()).toBe('2030-01-01T12:00:00Z')
  await call(ours, 'PUT', `/api/tasks/${soon}`, { done: true })
  expect(await next()).toBe('2031-01-01T12:00:00Z')
  await call(ours, 'PUT', `/api/tasks/${soon}`, { done: false })
  expect(await next()).toBe('2030-01-01T12:00:00Z')
  for (const task of [soon, later]) expect((await call(ours, 'DELETE', `/api/tasks/${task}`)).statusCode).toBe(204)
  expect(await next()).toBeNull()
  expect(
    (await call(ours, 'POST', '/api/tasks', { leadId: id, title: ' ', dueAt: '2030-01-01T12:00:00Z' })).statusCode
  ).toBe(400)
})

test('the first steps tick themselves', async () => {
  const ours = await company(app)
  const steps = async () => (await call(ours, 'GET', '/api/dashboard/steps')).json()
  expect(await steps()).toEqual({ form: false, import: false, team: false, answer: false })
  const id = await lead(ours)
  await call(ours, 'POST', `/api/leads/${id}/contacts`, { channel: 'whatsapp' })
  expect(await steps()).toEqual({ form: true, import: false, team: false, answer: true })
})

test('each person hides and moves the blocks of the dashboard for themselves', async () => {
  const ours = await company(app)
  await changePlan(app, ours.id, 'enterprise')
  const bia = await join(app, ours)
  const settings = async (who: Pick<Tenant, 'auth'>) =>
    (await app.inject({ url: '/api/dashboard/settings', headers: who.auth })).json()
  const usual = { hidden: [], blocks: [] }
  expect(await settings(ours)).toEqual(usual)
  // Which blocks there are the features of the browser say.
  const mine = { hidden: ['usage'], blocks: ['start', 'queue', 'gone'] }
  const saved = await call(ours, 'PUT', '/api/dashboard/settings', mine)
  expect(saved.json()).toEqual(mine)
  expect([await settings(ours), await settings(bia)]).toEqual([mine, usual])
})

test.each([
  [{ from: '2026-02-30', to: today }],
  [{ from: today, to: daysAgo(3) }],
  [{ from: '2020-01-01', to: today }]
])('the period %j is refused', async period => {
  const ours = await company(app)
  expect((await call(ours, 'GET', `/api/dashboard?${new URLSearchParams(period)}`)).statusCode).toBe(400)
})

test('no statement of the dashboard reads the leads one by one', async () => {
  const ours = await company(app)
  await app.db.company(ours.id, trx =>
    sql`insert into leads (company_id, name, source, consent_given, received_at, status)
      select ${ours.id}, 'L' || n, 'form', false, now() - n * interval '10 minutes', 'contacted'
      from generate_series(1, 3000) as n`.execute(trx)
  )
  const timed = await app.db.company(ours.id, async trx => {
    const { rows } = await sql<{ rows: number }>`
      select coalesce(sum(n), 0)::int as rows from lead_days where company_id = ${ours.id}`.execute(trx)
    const stored = await sql<{ n: number }>`select count(*)::int as n from lead_days`.execute(trx)
    return [rows[0]?.rows, stored.rows[0]?.n]
  })
  expect(timed[0]).toBe(3000)
  // 3,000 leads of three weeks are one row a day.
  expect(timed[1]).toBeLessThan(25)
})
