import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { tidy } from '../workers/tidy.ts'
import { company, openApp, sendLead, storedLead } from './kit/app.ts'
import { newDatabase } from './kit/database.ts'

test('what has served its time is removed, and nothing else', async () => {
  const app = await openApp({ DATABASE_URL: await newDatabase() })
  const ours = await company(app)
  for (const name of ['antigo', 'novo']) await sendLead(app, ours.id, { name, email: `${name}@example.com` })
  await app.inject({ method: 'POST', url: '/api/auth/login', payload: { email: ours.email, password: 'errada' } })
  await app.db.everyCompany(async trx => {
    await trx
      .insertInto('leads')
      .values({ ...storedLead(ours), name: 'Antiga', received_at: '2026-01-05T12:00:00Z' })
      .execute()
    await sql`update events set created_at = now() - interval '3 days' where id = (select min(id) from events)`.execute(
      trx
    )
    await sql`insert into throttles (key, count, resets_at) values ('over', 1, now() - interval '1 minute')`.execute(
      trx
    )
    await sql`insert into sessions (user_id, company_id, expires_at)
      values (${ours.userId}, ${ours.id}, now() - interval '91 days')`.execute(trx)
    for (const days of [364, 366])
      await sql`insert into sign_ins (user_id, outcome, at)
        values (${ours.userId}, 'ok', now() - ${days} * interval '1 day')`.execute(trx)
    for (const hours of [23, 25])
      await sql`insert into lead_views (company_id, employee_id, name, view, deleted_at)
        values (${ours.id}, 'x', ${`há ${hours}`}, '{}', now() - ${hours} * interval '1 hour')`.execute(trx)
    for (const [kind, days] of [
      ['reset', 29],
      ['reset', 31],
      ['invitation', 31]
    ] as const)
      await sql`insert into account_links (kind, token_hash, email, expires_at)
        values (${kind}, sha256(${`${kind} ${days}`}::bytea), 'a@b.c', now() - ${days} * interval '1 day')`.execute(trx)
  })
  await tidy(app.db)
  const left = await app.db.everyCompany(async trx => ({
    events: (await trx.selectFrom('events').select('kind').execute()).length,
    sessions: (await trx.selectFrom('sessions').select('id').execute()).length,
    over: (await trx.selectFrom('throttles').select('key').where('key', '=', 'over').execute()).length,
    throttles: (await trx.selectFrom('throttles').select('key').execute()).length,
    signIns: (await trx.selectFrom('sign_ins').select('outcome').orderBy('at').execute()).map(({ outcome }) => outcome),
    links: (await trx.selectFrom('account_links').select('kind').orderBy('expires_at').execute()).map(
      ({ kind }) => kind
    ),
    views: (await trx.selectFrom('lead_views').select('name').execute()).map(({ name }) => name),
    leads: (await trx.selectFrom('leads').select('id').execute()).length,
    months: await trx.selectFrom('lead_months').select(['month', 'n']).execute()
  }))
  expect(left).toMatchObject({ events: 1, sessions: 1, over: 0, leads: 3, months: [{ month: '2026-01-01', n: 1 }] })
  expect(left.views).toEqual(['há 23'])
  expect(left.signIns).toEqual(['ok', 'wrong'])
  expect(left.links).toEqual(['invitation', 'reset', 'email-confirm'])
  expect(left.throttles).toBeGreaterThan(0)
})

type Kept = { notifications: string[]; distributed: string[]; rows: string[] }

test('old notifications, distributions and rows of bulk actions go in their time, in portions, and what can be undone stays', async () => {
  const app = await openApp({ DATABASE_URL: await newDatabase() })
  const ours = await company(app)
  const { id: leadId } = (await sendLead(app, ours.id)).json()
  const me = (await app.inject({ url: '/api/auth/me', headers: ours.auth })).json().companyEmployee.id
  await app.db.everyCompany(async trx => {
    for (const [title, days, read] of [
      ['read 89', 89, true],
      ['read 91', 91, true],
      ['unread 179', 179, false],
      ['unread 181', 181, false]
    ] as const)
      await sql`insert into notifications (company_id, employee_id, kind, title, link, shown, mail, created_at, read_at)
        values (${ours.id}, ${me}, 'lead_new', ${title}, '/leads', true, false, now() - ${days} * interval '1 day',
          case when ${read}::boolean then now() end)`.execute(trx)
    await sql`insert into distribution_log (company_id, lead_id, reason, created_at)
      select ${ours.id}, ${leadId}, 'days ' || days, now() - days * interval '1 day'
      from unnest(array[179, 181]) as days`.execute(trx)
    for (const [kind, state, days, rowState] of [
      ['status', 'done', 7, 'changed'],
      ['status', 'done', 9, 'changed'],
      ['status', 'running', 9, 'waiting'],
      ['import', 'failed', 9, 'changed'],
      ['addTags', 'done', 9, 'changed'],
      ['addTags', 'done', 10, 'skipped']
    ] as const)
      await sql`
        with o as (
          insert into operations (company_id, kind, state, actor_name, changed, created_at)
          values (${ours.id}, ${kind}, ${state}, ${`${kind} ${state} ${days}`}, 1, now() - ${days} * interval '1 day') returning id
        ) insert into operation_rows (company_id, operation_id, lead_id, version, state)
          select ${ours.id}, id, ${leadId}, 1, ${rowState} from o`.execute(trx)
    // More than one portion.
    await sql`insert into operations (company_id, id, kind, state, created_at)
      values (${ours.id}, ${'e'.repeat(24)}, 'owner', 'undone', now() - interval '30 days')`.execute(trx)
    await sql`insert into operation_rows (company_id, operation_id, lead_id, version, state)
      select ${ours.id}, ${'e'.repeat(24)}, lpad(n::text, 24, '0'), 1, 'undone' from generate_series(1, 20001) as n`.execute(
      trx
    )
  })
  await tidy(app.db)
  const kept = await app.db.everyCompany(async trx => {
    const { rows } = await sql<Kept>`
      select array(select title from notifications where company_id = ${ours.id} order by created_at desc) as notifications,
        array(select reason from distribution_log where company_id = ${ours.id}) as distributed,
        array(select o.actor_name from operation_rows r join operations o on o.id = r.operation_id
          where r.company_id = ${ours.id} order by o.created_at desc, 1) as rows`.execute(trx)
    return rows[0]
  })
  expect(kept).toEqual({
    notifications: ['read 89', 'unread 179'],
    distributed: ['days 179'],
    rows: ['status done 7', 'addTags done 9', 'status running 9']
  })
  const { id } = await app.db.company(ours.id, trx =>
    trx.selectFrom('operations').select('id').where('actor_name', '=', 'status done 9').executeTakeFirstOrThrow()
  )
  const undo = await app.inject({ method: 'POST', url: `/api/leads/operations/${id}/undo`, headers: ours.auth })
  expect([undo.statusCode, undo.json().message]).toEqual([409, 'O prazo de 7 dias para desfazer acabou.'])
})

test('what cannot be tidied keeps nothing else from it, and is reported', async () => {
  const database = await newDatabase()
  const app = await openApp({ DATABASE_URL: database })
  await app.db.everyCompany(trx =>
    sql`insert into throttles (key, count, resets_at) values ('over', 1, now() - interval '1 minute')`.execute(trx)
  )
  const owner = new pg.Client({ connectionString: database })
  await owner.connect()
  await owner.query('revoke delete on events from prosa_staff')
  await owner.end()
  await expect(tidy(app.db)).rejects.toThrow('events not tidied')
  const left = await app.db.everyCompany(trx =>
    trx.selectFrom('throttles').select('key').where('key', '=', 'over').execute()
  )
  expect(left).toEqual([])
})

test('many live events are tidied in portions, the oldest by their index', async () => {
  const app = await openApp({ DATABASE_URL: await newDatabase() })
  const ours = await company(app)
  await app.db.everyCompany(async trx => {
    await sql`insert into events (company_id, kind, data, created_at)
      select ${ours.id}, 'old', '{}', now() - interval '3 days' from generate_series(1, 45000)`.execute(trx)
    await sql`insert into events (company_id, kind, data) select ${ours.id}, 'new', '{}' from generate_series(1, 30)`.execute(
      trx
    )
  })
  await tidy(app.db)
  const { rows } = await app.db.everyCompany(trx =>
    sql<{
      kind: string
      n: number
    }>`select kind, count(*)::int as n from events where kind in ('old', 'new') group by kind`.execute(trx)
  )
  expect(rows).toEqual([{ kind: 'new', n: 30 }])
})
