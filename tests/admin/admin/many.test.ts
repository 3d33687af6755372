import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openApp } from '../../kit/app.ts'
import { newDatabase } from '../../kit/database.ts'
import { staff } from '../../kit/staff.ts'

test('the list of companies and the dashboard answer with a thousand companies and their leads', async () => {
  const app = await openApp({ DATABASE_URL: await newDatabase() })
  const admin = await staff(app, 'global_admin')
  await app.db.everyCompany(trx =>
    sql`insert into companies (name, plan, trial_ends_at)
      select 'Empresa ' || n, case n % 2 when 0 then 'basic' else 'pro' end, now() + (n % 20 - 10) * interval '1 day'
      from generate_series(1, 1000) n`.execute(trx)
  )
  // In portions that a statement's time allows on any machine.
  for (let portion = 0; portion < 8; portion++)
    await app.db.everyCompany(trx =>
      sql`insert into leads (company_id, name, source, consent_given)
        select id, 'Ada', 'form', true from companies, generate_series(1, 5)`.execute(trx)
    )
  for (const path of [
    '/companies',
    '/companies?sort=["leadsUsed","DESC"]',
    '/companies?sort=["lastAccess","ASC"]&range=[900,924]',
    '/companies?filter={"q":"empresa 99","situation":"trial"}',
    '/dashboard'
  ]) {
    // A query that reads every lead for every row would exceed the statement timeout, and answer 503.
    const { statusCode } = await app.inject({ url: `/api/admin${path}`, headers: admin.auth })
    expect([path, statusCode]).toEqual([path, 200])
  }
})
