import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { tidy } from '../workers/tidy.ts'
import { company, openApp, sendLead } from './support/app.ts'
import { newDatabase } from './support/database.ts'

test('what has served its time is removed, and nothing else', async () => {
  const app = await openApp({ DATABASE_URL: await newDatabase() })
  const ours = await company(app)
  for (const name of ['antigo', 'novo']) await sendLead(app, ours.id, { name, email: `${name}@example.com` })
  await app.inject({ method: 'POST', url: '/api/auth/login', payload: { email: ours.email, password: 'errada' } })
  await app.db.everyCompany(async trx => {
    await sql`update events set created_at = now() - interval '3 days' where id = (select min(id) from events)`.execute(
      trx
    )
    await sql`insert into throttles (key, count, resets_at) values ('over', 1, now() - interval '1 minute')`.execute(
      trx
    )
    await sql`insert into sessions (user_id, company_id, expires_at)
      values (${ours.userId}, ${ours.id}, now() - interval '91 days')`.execute(trx)
  })
  await tidy(app.db)
  const left = await app.db.everyCompany(async trx => ({
    events: (await trx.selectFrom('events').select('kind').execute()).length,
    sessions: (await trx.selectFrom('sessions').select('id').execute()).length,
    over: (await trx.selectFrom('throttles').select('key').where('key', '=', 'over').execute()).length,
    throttles: (await trx.selectFrom('throttles').select('key').execute()).length,
    leads: (await trx.selectFrom('leads').select('id').execute()).length
  }))
  expect(left).toMatchObject({ events: 1, sessions: 1, over: 0, leads: 2 })
  expect(left.throttles).toBeGreaterThan(0)
})
