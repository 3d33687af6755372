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
    for (const days of [364, 366])
      await sql`insert into sign_ins (user_id, outcome, at)
        values (${ours.userId}, 'ok', now() - ${days} * interval '1 day')`.execute(trx)
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
    leads: (await trx.selectFrom('leads').select('id').execute()).length
  }))
  expect(left).toMatchObject({ events: 1, sessions: 1, over: 0, leads: 2 })
  expect(left.signIns).toEqual(['ok', 'wrong'])
  expect(left.links).toEqual(['invitation', 'reset', 'email-confirm'])
  expect(left.throttles).toBeGreaterThan(0)
})
