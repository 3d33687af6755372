import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Contact } from '../../../services/leads/erased/people.ts'
import { contactsOf } from '../../../services/privacy/privacy/contacts.ts'
import { runRetention } from '../../../services/privacy/privacy/retention.ts'
import { company, openApp, sendLead, type Tenant } from '../../kit/app.ts'
import { newDatabase } from '../../kit/database.ts'
import { privacyCall } from '../../kit/privacy.ts'

// The run is over every company, so it has a database to itself.
const url = await newDatabase()
const app = await openApp({ DATABASE_URL: url })

const months = (n: number): Date => new Date(Date.now() + n * 30.5 * 24 * 3600_000)

const names = async (ours: Tenant): Promise<string[]> =>
  (await app.inject({ url: '/api/leads?sort=["name","ASC"]', headers: ours.auth }))
    .json()
    .map(({ name }: { name: string }) => name)

const send = (ours: Tenant, name: string, n: number) =>
  sendLead(app, ours.id, { name, email: `${name.toLowerCase()}@example.com`, phone: `1198765${String(4000 + n)}` })

async function withOldLeads() {
  const ours = await company(app)
  const ids: string[] = []
  for (const [n, name] of ['Ana', 'Bia', 'Caio', 'Davi'].entries()) ids.push((await send(ours, name, n)).json().id)
  const call = (path: string, payload: object) => app.inject({ method: 'POST', url: path, headers: ours.auth, payload })
  // A task of the future is movement; a lost lead is none.
  await call('/api/tasks', { leadId: ids[1], title: 'Ligar', dueAt: months(20).toISOString() })
  await app.inject({
    method: 'PUT',
    url: `/api/leads/${ids[2]}`,
    headers: ours.auth,
    payload: { status: 'lost', lostReason: 'Preço' }
  })
  await app.db.company(ours.id, trx =>
    sql`update tasks set created_at = now() - interval '1 year' where company_id = ${ours.id}`.execute(trx)
  )
  await call(`/api/leads/${ids[3]}/notes`, { text: 'Nota' })
  return { ours, ids }
}

test('leads without movement go when their term is over, at the run that was announced, in one entry', async () => {
  const { ours } = await withOldLeads()
  const settings = (await privacyCall(app, ours, 'PUT', 'settings', { smallAgent: false, retentionMonths: 6 })).json()
  expect(settings).toMatchObject({ retentionMonths: 6, retentionCount: 0 })
  expect(settings.retentionNext).toMatch(/^\d{4}-\d\d-\d\d$/)
  expect(await runRetention(app.db, app.config)).toBe(0)
  expect(await runRetention(app.db, app.config, months(5))).toBe(0)
  expect(await names(ours)).toHaveLength(4)

  expect(await runRetention(app.db, app.config, months(7))).toBe(3)
  expect(await names(ours)).toEqual(['Bia'])
  const runs = await app.db.company(ours.id, trx =>
    trx
      .selectFrom('audit_log')
      .select(['action', 'changes'])
      .where('action', 'in', ['privacy.retention_run', 'lead.erased'])
      .orderBy('seq')
      .execute()
  )
  expect(runs.map(({ changes }) => changes)).toEqual([{ leadCount: [0, 0] }, { leadCount: [3, 0] }])
  const mails = await app.db.everyCompany(trx =>
    trx.selectFrom('account_mails').select('id').where('company_id', '=', ours.id).execute()
  )
  expect(mails).toEqual([])
  // They asked for nothing, so a list may bring them again.
  const erased = await app.db.company(ours.id, trx => trx.selectFrom('erased_people').select('hash').execute())
  expect(erased).toEqual([])
})

test('a run that ended in the middle goes on, and a lead that is named elsewhere waits without holding the others up', async () => {
  const { ours } = await withOldLeads()
  await privacyCall(app, ours, 'PUT', 'settings', { smallAgent: false, retentionMonths: 6 })
  await app.inject({
    method: 'POST',
    url: '/api/tags',
    headers: ours.auth,
    payload: { name: 'ana@example.com' }
  })
  let calls = 0
  const cut = {
    ...app.db,
    everyCompany: ((work: never) => {
      // The first portion fails as a whole; one of its leads is removed alone, then the process ends.
      if (++calls > 5) throw new Error('killed')
      return app.db.everyCompany(work)
    }) as typeof app.db.everyCompany
  }
  await expect(runRetention(cut, app.config, months(7))).rejects.toThrow('killed')
  await Promise.all([runRetention(app.db, app.config, months(7)), runRetention(app.db, app.config, months(7))])
  expect(await names(ours)).toEqual(['Ana', 'Bia'])
  const runs = await app.db.company(ours.id, trx =>
    trx.selectFrom('audit_log').select('changes').where('action', '=', 'privacy.retention_run').execute()
  )
  expect(runs.map(({ changes }) => changes.leadCount)).toEqual([[2, 0]])
})

test('the contacts of very many leads are the same however the database reads them', async () => {
  const ours = await company(app)
  const found = await app.db.company(ours.id, async trx => {
    const { rows } = await sql<{ id: string }>`
      insert into leads (company_id, name, email, phone, phone_key, source, consent_given)
      select ${ours.id}, 'L' || n, 'l' || n || '@example.com', '119' || 80000000 + n, '11' || 80000000 + n, 'form', false
      from generate_series(1, 300) as n returning id`.execute(trx)
    const ids = rows.map(({ id }) => id)
    const contacts: Contact[][] = []
    for (const [sorting, hashing] of [
      ['on', 'off'],
      ['off', 'on']
    ]) {
      await sql`select set_config('enable_sort', ${sorting}, true), set_config('enable_hashagg', ${hashing}, true)`.execute(
        trx
      )
      contacts.push(await contactsOf(trx, ours.id, ids))
    }
    return contacts
  })
  expect(found[0]).toHaveLength(600)
  expect(found[1]).toEqual(found[0])
})

test('very many old leads go in portions, all but those that are named elsewhere', async () => {
  const ours = await company(app)
  await privacyCall(app, ours, 'PUT', 'settings', { smallAgent: false, retentionMonths: 6 })
  await app.db.company(ours.id, trx =>
    sql`insert into leads (company_id, name, email, phone, phone_key, source, consent_given, received_at, status_at)
      select ${ours.id}, 'L' || n, 'l' || n || '@example.com', '119' || 80000000 + n, '11' || 80000000 + n, 'form', false,
        now() - interval '1 year', now() - interval '1 year' from generate_series(1, 500) as n`.execute(trx)
  )
  for (const name of ['l7@example.com', '11 98000-0450'])
    await app.inject({ method: 'POST', url: '/api/tags', headers: ours.auth, payload: { name } })
  await app.db.company(ours.id, trx =>
    sql`update privacy_settings set retention_next = current_date - 1 where company_id = ${ours.id}`.execute(trx)
  )
  let transactions = 0
  const watched = {
    ...app.db,
    everyCompany: (work => {
      transactions++
      return app.db.everyCompany(work)
    }) as typeof app.db.everyCompany
  }
  expect(await runRetention(watched, app.config)).toBe(498)
  expect(await names(ours)).toEqual(['L450', 'L7'])
  // Three portions, and the halves of those two in which somebody is named: a search and an erasure each.
  expect(transactions).toBeLessThan(100)
})
