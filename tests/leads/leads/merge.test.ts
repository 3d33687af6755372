import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { company, openApp, sendLead, type Tenant } from '../../kit/app.ts'
import { auditedLeads } from '../../kit/audit.ts'
import { colleague } from '../../kit/people.ts'

const app = await openApp()

type Who = Pick<Tenant, 'auth'>

const call = (who: Who, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
  app.inject({ method, url, headers: who.auth, ...(payload && { payload }) })

/** Two leads of a company that are alike by their telephone. */
async function withTwo() {
  const ours = await company(app)
  const a = (
    await sendLead(app, ours.id, { name: 'Ada Souza', email: 'ada@x.co', phone: '11987654321', cor: 'azul' })
  ).json().id
  const b = (
    await sendLead(app, ours.id, {
      name: 'Bento Souza',
      email: 'bento@x.co',
      phone: '1187654321',
      cor: 'verde',
      consentGiven: false
    })
  ).json().id
  expect(a).not.toBe(b)
  await call(ours, 'PUT', `/api/leads/${b}`, { cnpj: '11222333000181' })
  return { ours, a, b }
}

const get = async (who: Who, id: string) => (await call(who, 'GET', `/api/leads/${id}`)).json()

/** Every kept count, and the same counted from the leads. */
const counts = (ours: Tenant) =>
  app.db.everyCompany(async trx => {
    const id = ours.id
    const read = async (query: ReturnType<typeof sql>) => (await query.execute(trx)).rows
    return {
      kept: [
        await read(sql`select tag_id, status, owner_id, source, sum(n)::int as n from lead_facets where company_id = ${id}
          group by 1, 2, 3, 4 having sum(n) <> 0 order by 1, 2, 3, 4`),
        await read(
          sql`select status, sum(n)::int as n from lead_counts where company_id = ${id} group by 1 having sum(n) <> 0 order by 1`
        ),
        await read(sql`select status, sum(n)::int as n, sum(reached)::int as reached from lead_days where company_id = ${id}
          group by 1 having sum(n) <> 0 order by 1`)
      ],
      counted: [
        await read(sql`select tag_id, status, owner_id, source, count(*)::int as n from (
          select '' as tag_id, status, coalesce(owner_id, '') as owner_id, source from leads
            where company_id = ${id} and deleted_at is null
          union all select t.tag_id, l.status, coalesce(l.owner_id, ''), l.source from leads l
            join lead_tags t on t.company_id = l.company_id and t.lead_id = l.id
            where l.company_id = ${id} and l.deleted_at is null) as x group by 1, 2, 3, 4 order by 1, 2, 3, 4`),
        await read(
          sql`select status, count(*)::int as n from leads where company_id = ${id} and deleted_at is null group by 1 order by 1`
        ),
        await read(sql`select status, count(*)::int as n, count(first_contact_at)::int as reached from leads
          where company_id = ${id} and deleted_at is null group by 1 order by 1`)
      ]
    }
  })

test('a merge keeps the chosen values, moves everything that belongs to the other, and its undoing gives all back', async () => {
  const { ours, a, b } = await withTwo()
  const [vip, cold] = await Promise.all(
    ['VIP', 'Frio'].map(async name => (await call(ours, 'POST', '/api/tags', { name })).json().id)
  )
  await call(ours, 'PUT', `/api/leads/${a}`, { tags: [vip] })
  await call(ours, 'PUT', `/api/leads/${b}`, { tags: [vip, cold], status: 'contacted' })
  await call(ours, 'POST', `/api/leads/${b}/notes`, { text: 'Do outro' })
  await call(ours, 'POST', '/api/tasks', { leadId: b, title: 'Ligar', dueAt: '2030-01-01T12:00:00.000Z' })
  await call(ours, 'POST', `/api/leads/${b}/contacts`, { channel: 'phone' })
  const [beforeA, beforeB] = [await get(ours, a), await get(ours, b)]

  const merged = await call(ours, 'POST', `/api/leads/${a}/merge`, {
    otherId: b,
    fields: { name: 'other', status: 'other', 'custom.cor': 'other' },
    expectedVersions: { this: beforeA.version, other: beforeB.version }
  })
  expect(merged.statusCode).toBe(200)
  expect(merged.json().lead).toMatchObject({
    id: a,
    name: 'Bento Souza',
    email: 'ada@x.co',
    phone: '11987654321',
    cnpj: '11222333000181',
    status: 'contacted',
    custom: { cor: 'verde' },
    consentGiven: false,
    tags: [vip, cold].sort(),
    marks: [],
    nextTaskAt: beforeB.nextTaskAt,
    firstContactAt: beforeB.firstContactAt
  })
  const { items } = (await call(ours, 'GET', `/api/leads/${a}/timeline`)).json()
  const kinds = (items as { kind: string }[]).map(({ kind }) => kind)
  for (const kind of ['merge', 'note', 'task', 'contact']) expect(kinds).toContain(kind)
  expect(kinds.filter(kind => kind === 'submission')).toHaveLength(2)
  expect((await get(ours, b)).id).toBe(a)
  expect((await call(ours, 'PUT', `/api/leads/${b}`, { name: 'x' })).statusCode).toBe(404)
  const held = await counts(ours)
  expect(held.kept).toEqual(held.counted)
  expect(held.kept[1]).toEqual([{ status: 'contacted', n: 1 }])

  const undone = await call(ours, 'POST', `/api/merges/${merged.json().merge.id}/undo`)
  expect(undone.json().merge).toMatchObject({ kept: [], undoneAt: expect.any(String) })
  const changing = ['version', 'updatedAt']
  const but = (lead: object) => Object.fromEntries(Object.entries(lead).filter(([key]) => !changing.includes(key)))
  expect(but(await get(ours, a))).toEqual(but(beforeA))
  expect(but(await get(ours, b))).toEqual(but(beforeB))
  const [ofA, ofB] = await Promise.all(
    [a, b].map(
      async id => (await call(ours, 'GET', `/api/leads/${id}/timeline?kinds=submission,note,task`)).json().items
    )
  )
  expect(ofA).toHaveLength(1)
  expect(ofB).toHaveLength(3)
  const after = await counts(ours)
  expect(after.kept).toEqual(after.counted)
  expect((await call(ours, 'POST', `/api/merges/${merged.json().merge.id}/undo`)).statusCode).toBe(409)
  expect(await auditedLeads(app, ours)).toEqual(['lead.merged', 'lead.merge_undone'])
})

test('the undoing leaves what somebody has changed since, and says so', async () => {
  const { ours, a, b } = await withTwo()
  const { merge } = (
    await call(ours, 'POST', `/api/leads/${a}/merge`, {
      otherId: b,
      fields: { name: 'other', email: 'other', 'custom.cor': 'other' }
    })
  ).json()
  await call(ours, 'PUT', `/api/leads/${a}`, { name: 'Ada Bento', custom: { cor: 'preto', novo: 'x' } })
  await call(ours, 'POST', `/api/leads/${a}/notes`, { text: 'Depois' })
  await call(ours, 'POST', `/api/leads/${a}/consents`, { channel: 'email', granted: false, evidence: 'Pediu' })
  const { lead, merge: undone } = (await call(ours, 'POST', `/api/merges/${merge.id}/undo`)).json()
  expect(undone.kept.sort()).toEqual(['consentGiven', 'custom.cor', 'name'])
  expect(lead).toMatchObject({
    name: 'Ada Bento',
    email: 'ada@x.co',
    cnpj: null,
    consentGiven: false,
    custom: { cor: 'preto', novo: 'x' }
  })
  expect((await call(ours, 'GET', `/api/leads/${a}/timeline?kinds=note`)).json().items).toHaveLength(1)
  expect(await get(ours, b)).toMatchObject({ id: b, name: 'Bento Souza', custom: { cor: 'verde' } })
})

test('one of two people who merge the same pair at once wins, either way round, and the other reads by whom it was merged', async () => {
  const { ours, a, b } = await withTwo()
  const answers = await Promise.all([
    call(ours, 'POST', `/api/leads/${a}/merge`, { otherId: b, fields: {} }),
    call(ours, 'POST', `/api/leads/${b}/merge`, { otherId: a, fields: {} }),
    call(ours, 'POST', `/api/leads/${a}/merge`, { otherId: b, fields: {} })
  ])
  expect(answers.map(answer => answer.statusCode).sort()).toEqual([200, 409, 409])
  const refusals = answers.filter(answer => answer.statusCode === 409).map(answer => answer.json())
  for (const each of refusals)
    expect(each).toMatchObject({ code: 'MERGED', message: 'Pessoa de Teste já mesclou um destes leads.' })
  const held = await counts(ours)
  expect(held.kept).toEqual(held.counted)
})

test('a merge is refused where a lead is no longer what was compared, is not seen, or is itself', async () => {
  const { ours, a, b } = await withTwo()
  const merge = (who: Who, more: object = {}) =>
    call(who, 'POST', `/api/leads/${a}/merge`, { otherId: b, fields: {}, ...more })
  const stale = await merge(ours, { expectedVersions: { this: 1, other: 7 } })
  expect([stale.statusCode, stale.json().code]).toEqual([409, 'STALE'])
  expect((await merge(ours, { otherId: a })).statusCode).toBe(400)
  const own = await colleague(app, ours.id, { permissions: ['edit_leads'], leadAccess: 'own' })
  await app.db.company(ours.id, trx => trx.updateTable('leads').set({ owner_id: own.id }).where('id', '=', a).execute())
  expect((await merge(own)).statusCode).toBe(404)
  expect((await merge(own, { fields: { ownerId: 'other' } })).statusCode).toBe(403)
  const first = (await merge(ours)).json().merge
  await app.db.everyCompany(trx =>
    sql`update merges set created_at = now() - interval '31 days' where id = ${first.id}`.execute(trx)
  )
  const late = await call(ours, 'POST', `/api/merges/${first.id}/undo`)
  expect([late.statusCode, late.json().message]).toEqual([409, 'Uma mesclagem pode ser desfeita por 30 dias.'])
})

test('the address of a lead that was merged twice over leads to who it is now', async () => {
  const { ours, a, b } = await withTwo()
  const c = (await sendLead(app, ours.id, { name: 'Caio', email: 'caio@x.co', phone: '2133334444' })).json().id
  const { merge } = (await call(ours, 'POST', `/api/leads/${b}/merge`, { otherId: a, fields: {} })).json()
  await call(ours, 'POST', `/api/leads/${c}/merge`, { otherId: b, fields: {} })
  expect((await get(ours, a)).id).toBe(c)
  const refused = await call(ours, 'POST', `/api/merges/${merge.id}/undo`)
  expect(refused.statusCode).toBe(409)
  expect(refused.json().message).toMatch(/Desfaça primeiro/)
})

test('appointments go to who the lead is now and back again, with what their guest knows', async () => {
  const { ours, a, b } = await withTwo()
  const employeeId = (await call(ours, 'GET', '/api/auth/me')).json().companyEmployee.id
  const url = `/api/appointments/companies/${ours.id}/appointments`
  const book = async (day: string) =>
    (
      await call(ours, 'POST', url, {
        title: 'Visita',
        start: `2030-06-${day}T17:00:00.000Z`,
        end: `2030-06-${day}T18:00:00.000Z`,
        employeeId,
        leadId: b
      })
    ).json().data.id
  const [kept, changed] = [await book('05'), await book('06')]
  const guests = () =>
    app.db.company({ id: ours.id, deleted: true }, async trx => {
      const asSent = { told: 'so', invited: true } // english: a column
      await trx.updateTable('appointment_guests').set(asSent).where('told', 'is', null).execute()
      const rows = await trx.selectFrom('appointment_guests').selectAll().orderBy('appointment_id').execute()
      return rows.map(row => [row.appointment_id, row.lead_id, row.told])
    })
  const of = async (lead: string) =>
    (await call(ours, 'GET', `${url}?leadId=${lead}`)).json().data.map(({ id }: { id: string }) => id)
  const both = (lead: string) => [kept, changed].sort().map(id => [id, lead, 'so'])
  expect(await guests()).toEqual(both(b))

  const merged = await call(ours, 'POST', `/api/leads/${a}/merge`, { otherId: b, fields: {} })
  expect(await of(a)).toEqual([kept, changed])
  // Nobody is uninvited or invited again.
  expect(await guests()).toEqual(both(a))

  await call(ours, 'PUT', `${url}/${changed}`, { version: 1, leadId: null })
  expect((await call(ours, 'POST', `/api/merges/${merged.json().merge.id}/undo`)).statusCode).toBe(200)
  expect(await of(b)).toEqual([kept])
  expect(await guests()).toEqual([kept, changed].sort().map(id => [id, id === kept ? b : a, 'so']))
})
