import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { formatCnpj } from '../../../services/account/companies/rules.ts'
import { dayIn } from '../../../services/leads/forms/queries.ts'
import { company, companyWithLeads, newCnpj, openApp, sendLead, type Tenant } from '../../kit/app.ts'
import { changePlan, join } from '../../kit/team.ts'

const app = await openApp()

const record = {
  name: 'Padaria Nova',
  email: 'contato@padaria.example',
  phone: '(11) 98765-4321',
  address: 'Rua das Flores, 10',
  industry: 'Padaria',
  timeZone: 'America/Manaus'
}

const put = ({ id, auth }: Pick<Tenant, 'id' | 'auth'>, payload: object) =>
  app.inject({ method: 'PUT', url: `/api/companies/${id}`, headers: auth, payload })

const stored = (id: string) => app.db.company(id, trx => trx.selectFrom('companies').selectAll().executeTakeFirst())

test('a company changes its record, and nothing that is not of it', async () => {
  const ours = await company(app)
  expect((await put(ours, record)).json()).toMatchObject({ ...record, phone: '11987654321', cnpj: ours.cnpj })
  const before = await stored(ours.id)
  for (const forged of [{ plan: 'enterprise' }, { users_limit: 99 }, { trialEndsAt: null }, { active: false }])
    expect((await put(ours, { ...record, ...forged })).statusCode).toBe(400)
  expect(await stored(ours.id)).toEqual(before)
  const rows = await app.db.company(ours.id, trx =>
    trx.selectFrom('audit_log').select(['action', 'changes', 'actor_id']).execute()
  )
  expect(rows).toMatchObject([
    { action: 'company.changed', actor_id: ours.userId, changes: { name: ['Empresa de Teste', 'Padaria Nova'] } }
  ])
})

test('a CNPJ is given once, right, and is no other company’s', async () => {
  const [ours, theirs] = await Promise.all([company(app), company(app)])
  expect((await put(ours, { ...record, cnpj: newCnpj() })).json().errors).toEqual({
    cnpj: 'O CNPJ não pode ser trocado. Fale com o suporte.'
  })
  await app.db.everyCompany(trx => trx.updateTable('companies').set({ cnpj: null }).where('id', '=', ours.id).execute())
  expect((await put(ours, { ...record, cnpj: '12345678000199' })).statusCode).toBe(400)
  const taken = await put(ours, { ...record, cnpj: theirs.cnpj })
  expect({ status: taken.statusCode, errors: taken.json().errors }).toEqual({
    status: 409,
    errors: { cnpj: 'Já existe uma empresa com este CNPJ.' }
  })
  const own = newCnpj()
  expect((await put(ours, { ...record, cnpj: own })).json().cnpj).toBe(own)
  expect((await put(ours, { ...record, timeZone: 'Marte/Olimpo' })).statusCode).toBe(400)
})

test('one’s own company and that of a colleague are shown, that of anybody else is not', async () => {
  const [ours, theirs] = await Promise.all([company(app), company(app)])
  await changePlan(app, ours.id, 'enterprise')
  const bia = await join(app, ours)
  const of = (userId: string) => app.inject({ url: `/api/companies/user/${userId}`, headers: bia.auth })
  expect((await of(bia.userId)).json().id).toBe(ours.id)
  expect((await of(ours.userId)).json().id).toBe(ours.id)
  expect((await of(theirs.userId)).statusCode).toBe(404)
  expect((await put({ id: ours.id, auth: bia.auth }, record)).statusCode).toBe(403)
})

test('the leads of the month are those since its first day where the company is', async () => {
  const ours = await company(app)
  const ids = await Promise.all(
    ['11912340001', '11912340002'].map(
      async phone => (await sendLead(app, ours.id, { email: `${phone}@example.com`, phone })).json().id
    )
  )
  await app.db.company(ours.id, trx =>
    trx.updateTable('leads').set({ received_at: '2020-01-01T00:00:00Z' }).where('id', '=', ids[0]).execute()
  )
  const usage = (await app.inject({ url: `/api/companies/${ours.id}/usage`, headers: ours.auth })).json()
  expect(usage).toMatchObject({
    plan: { key: 'basic' },
    leads: { used: 1, limit: 100, held: 0 },
    users: { used: 1, limit: 2 }
  })
  // Midnight in São Paulo.
  expect(usage.monthEndsAt).toMatch(/^\d{4}-\d\d-01T03:00:00/)
})

test('the day on which the limit of the plan is reached is foretold by the pace of late', async () => {
  const ours = await companyWithLeads(app, 50)
  const usage = async () => (await app.inject({ url: `/api/companies/${ours.id}/usage`, headers: ours.auth })).json()
  const day = (from: string, days: number) =>
    new Date(Date.parse(`${from}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
  const today = dayIn('America/Sao_Paulo')
  // Fifty of a hundred on the first day; the count restarts with the month.
  const inMonth = (last: string) => (last.slice(0, 7) === today.slice(0, 7) ? last : null)
  expect((await usage()).limitDay).toBe(inMonth(day(today, 1)))
  await app.db.everyCompany(trx =>
    sql`update companies set created_at = now() - interval '9 days' where id = ${ours.id}`.execute(trx)
  )
  expect((await usage()).limitDay).toBe(inMonth(day(today, 10)))
  await changePlan(app, ours.id, 'enterprise')
  expect((await usage()).limitDay).toBeNull()
})

test('the plans on offer are public, in order and without what nobody declared', async () => {
  const plans = (await app.inject('/public/plans')).json()
  expect(plans.map(({ key, priceCents }: { key: string; priceCents: number }) => [key, priceCents])).toEqual([
    ['basic', 4900],
    ['pro', 9900],
    ['advanced', 19_900],
    ['enterprise', 29_900]
  ])
})

test('one’s own company is found by its id and by its CNPJ with or without punctuation, no other one is', async () => {
  const [ours, theirs] = await Promise.all([company(app), company(app)])
  const get = (named: string) => app.inject({ url: `/api/companies/${encodeURIComponent(named)}`, headers: ours.auth })
  for (const named of [ours.id, ours.id.toUpperCase(), ours.cnpj, formatCnpj(ours.cnpj)])
    expect((await get(named)).json().id, named).toBe(ours.id)
  for (const named of [theirs.id, theirs.cnpj, formatCnpj(theirs.cnpj)])
    expect((await get(named)).statusCode, named).toBe(404)
  for (const named of ['padaria', 'x'.repeat(24), '12 34'])
    expect((await get(named)).json(), named).toMatchObject({ message: 'Formato de ID ou CNPJ inválido' })
})
