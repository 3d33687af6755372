import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { FormField } from '../../../services/leads/forms/rules.ts'
import { settleCounts } from '../../../services/leads/leads/settle.ts'
import { company, openApp, sendLead, type Tenant } from '../../kit/app.ts'
import { publishFields } from '../../kit/forms.ts'
import { colleague } from '../../kit/people.ts'

const app = await openApp()

type Who = Pick<Tenant, 'auth'>
const call = async (who: Who, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) => {
  const answer = await app.inject({ method, url, headers: who.auth, ...(payload && { payload }) })
  expect(answer.statusCode, `${method} ${url}: ${answer.body}`).toBeLessThan(300)
  return answer.body ? answer.json() : undefined
}

/** Checks that the kept counts of a company equal those counted from its leads. */
async function checkCounts({ id }: Tenant): Promise<void> {
  const [kept, counted] = await app.db.everyCompany(async trx => {
    const kept = await sql<object>`
      select '' as field, tag_id as value, status, owner_id, source, sum(n)::int as n from lead_facets
      where company_id = ${id} group by 1, 2, 3, 4, 5 having sum(n) <> 0
      union all
      select field, value, status, owner_id, source, sum(n)::int from answer_counts
      where company_id = ${id} group by 1, 2, 3, 4, 5 having sum(n) <> 0 order by 1, 2, 3, 4, 5`.execute(trx)
    const counted = await sql<object>`
      with l as (
        select *, coalesce(owner_id, '') as owner from leads
        where company_id = ${id} and held_at is null and deleted_at is null
      )
      select '' as field, tag as value, status, owner as owner_id, source, count(*)::int as n
      from (select l.*, '' as tag from l union all select l.*, t.tag_id from l join lead_tags t on t.lead_id = l.id) as each
      group by 1, 2, 3, 4, 5
      union all
      select f.name, custom ->> f.name, status, owner, source, count(*)::int from l
      join answer_fields f on f.company_id = ${id} and custom ->> f.name = any (f.options)
      group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`.execute(trx)
    return [kept.rows, counted.rows]
  })
  expect(kept).toEqual(counted)
}

const city = { name: 'cidade', label: 'Cidade', type: 'select', options: ['Recife', 'Olinda'] } as const

/**
 * A company with a form that asks for a city, two tags and four tagged leads that somebody has who sees but their own.
 */
async function tagged() {
  const ours = await company(app)
  await publishFields(app, ours, [city] as unknown as Omit<FormField, 'id' | 'required'>[])
  const permissions = ['edit_leads', 'assign_leads', 'delete_leads'] as const
  const bia = await colleague(app, ours.id, { permissions: [...permissions], leadAccess: 'own' })
  const tags = [
    await call(ours, 'POST', '/api/tags', { name: 'VIP' }),
    await call(ours, 'POST', '/api/tags', { name: 'B' })
  ]
  const ids: string[] = []
  for (let n = 0; n < 4; n++) {
    const lead = { name: `L${n}`, email: `l${n}@example.com`, phone: `1190000000${n}`, cidade: 'Recife' }
    const { id } = (await sendLead(app, ours.id, lead)).json()
    ids.push(id)
    await call(ours, 'PUT', `/api/leads/${id}`, { ownerId: bia.id, tags: tags.map(tag => tag.id) })
  }
  await checkCounts(ours)
  const [one, two, three, four] = ids as [string, string, string, string]
  return { ours, bia, tags: tags.map(tag => tag.id as string), one, two, three, four }
}

test('counts follow a lead that somebody gives away and then no longer sees', async () => {
  const { ours, bia, one } = await tagged()
  await call(bia, 'PUT', `/api/leads/${one}`, { ownerId: null })
  await checkCounts(ours)
})

test('counts follow a lead that is deleted and comes back', async () => {
  const { ours, bia, one, two } = await tagged()
  await call(bia, 'DELETE', `/api/leads/${one}`)
  await checkCounts(ours)
  await call(ours, 'DELETE', `/api/leads/${two}`)
  await checkCounts(ours)
})

test('counts follow a merge and its undoing', async () => {
  const { ours, one, two, tags } = await tagged()
  await call(ours, 'PUT', `/api/leads/${one}`, { tags: [tags[0]], custom: { cidade: 'Olinda' } })
  const { merge } = await call(ours, 'POST', `/api/leads/${one}/merge`, { otherId: two, fields: {} })
  await checkCounts(ours)
  await call(ours, 'POST', `/api/merges/${merge.id}/undo`)
  await checkCounts(ours)
})

test('counts follow a tag that is deleted, of leads that are deleted too', async () => {
  const { ours, bia, one, tags } = await tagged()
  await call(ours, 'DELETE', `/api/leads/${one}`)
  await call(bia, 'DELETE', `/api/tags/${tags[0]}`)
  await checkCounts(ours)
})

test('counts are settled while leads change, and leave no row of what no lead is any more', async () => {
  const { ours, tags } = await tagged()
  let done = false
  const writers = Array.from({ length: 4 }, async (_, writer) => {
    for (let round = 0; round < 20; round++)
      await app.db.company(ours.id, trx =>
        sql`update leads set status = ${['contacted', 'lost', 'scheduled'][round % 3]}, source = ${`s${round % 5}`},
            custom = jsonb_build_object('cidade', ${round % 2 ? 'Olinda' : 'Recife'}::text)
          where name = ${`L${writer}`}`.execute(trx)
      )
  })
  const settler = (async () => {
    let settled = 0
    while (!done) settled += await settleCounts(app.db)
    return settled
  })()
  // Whatever becomes of the writers, nothing is settled beyond the end of the test.
  await Promise.all(writers).finally(() => {
    done = true
    return settler
  })
  expect(await settler).toBeGreaterThan(0)
  await settleCounts(app.db)
  await checkCounts(ours)
  const rows = await app.db.company(ours.id, async trx => [
    ...(await trx.selectFrom('lead_facets').select(['slot', 'n']).execute()),
    ...(await trx.selectFrom('answer_counts').select(['slot', 'n']).execute())
  ])
  expect(rows.filter(({ slot, n }) => slot !== -1 || Number(n) === 0)).toEqual([])
  // All four are one kind now, of which each tag has its own count, and they have given one answer.
  expect(rows).toHaveLength(1 + tags.length + 1)
})

test('a tag that is added while the status of its lead changes is counted under the new one', async () => {
  const { ours, one, tags } = await tagged()
  await call(ours, 'PUT', `/api/leads/${one}`, { tags: [] })
  let adder = 0
  const add = () =>
    app.db.company(ours.id, async trx => {
      adder = (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)).rows[0]?.pid ?? 0
      await sql`insert into lead_tags (company_id, tag_id, lead_id, received_at)
        select company_id, ${sql.lit(tags[0])}, id, received_at from leads where id = ${one}`.execute(trx)
    })
  let adding: Promise<void> = Promise.resolve()
  await app.db.company(ours.id, async trx => {
    await sql`update leads set status = 'lost' where id = ${one}`.execute(trx)
    adding = add()
    const waits = async () => (await sql`select where pg_blocking_pids(${adder}) <> '{}'`.execute(trx)).rows.length
    await expect.poll(waits).toBe(1)
  })
  await adding
  await checkCounts(ours)
})
