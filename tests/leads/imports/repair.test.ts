import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Import, ImportSettings } from '../../../services/leads/imports/schema.ts'
import { company, openApp, type Tenant, testConfig } from '../../kit/app.ts'
import { newDatabase } from '../../kit/database.ts'
import { publishFields } from '../../kit/forms.ts'
import { check, ended, readImport, start, usual } from '../../kit/imports.ts'
import { messyList, mistakes } from '../../kit/messyList.ts'
import { colleague } from '../../kit/people.ts'
import { openWorker } from '../../kit/workers.ts'

const env = { DATABASE_URL: await newDatabase() }
const app = await openApp(env)
await openWorker(testConfig(env))

/** A company in which José Silva works, with two own fields. */
async function withJose(): Promise<Tenant> {
  const ours = await company(app)
  const { userId } = await colleague(app, ours.id, { permissions: ['edit_leads'] })
  await app.db.everyCompany(trx => sql`update users set name = 'José Silva' where id = ${userId}`.execute(trx))
  await publishFields(app, ours, [
    { name: 'interesse', label: 'Interesse', type: 'select', options: ['Plano básico', 'Plano completo'] },
    { name: 'orcamento', label: 'Orçamento', type: 'number' }
  ])
  return ours
}

/** Checks the same list with other settings. */
async function checkAgain(who: Tenant, found: Import, more: Partial<ImportSettings>): Promise<Import> {
  const payload = { ...usual(found), ...found.settings, ...more }
  const response = await app.inject({
    method: 'POST',
    url: `/api/imports/${found.id}/check`,
    headers: who.auth,
    payload
  })
  expect(response.statusCode, response.body).toBe(202)
  await expect.poll(async () => (await readImport(app, who, found.id)).check?.state).toBe('done')
  return readImport(app, who, found.id)
}

const faultsOf = ({ check }: Import) =>
  (check?.faults ?? []).map(({ column, rows, out, different, values }) => ({ column, rows, out, different, values }))

const list = (rows: string[]) => ['Nome;E-mail;Situação;Vendedor;Aceita comunicações', ...rows].join('\r\n')
const consentEvidence = 'Assinaram a ficha da loja'

test('what a word means is said once for all rows, with what it probably means', async () => {
  const ours = await withJose()
  const rows = Array.from(
    { length: 41 },
    (_, n) => `P${n};p${n}@example.com;em negociação;${n % 2 ? 'Zé' : 'ZÉ'};pode mandar`
  )
  const found = await check(app, ours, list([...rows, 'Q;q@example.com;xpto;Zé;Sim']), { consentEvidence })
  expect(found.check?.counts).toMatchObject({ created: 0, error: 42 })
  const [owner, consent, status] = ['Vendedor', 'Aceita comunicações', 'Situação'].map(column =>
    found.check?.faults.find(fault => fault.column === column)
  )
  const jose = owner?.choices.find(({ name }) => name === 'José Silva')?.id
  expect(owner).toMatchObject({ rows: 42, different: 1, values: [{ rows: 42, suggestion: jose }] })
  expect(status?.values).toEqual([
    { text: 'em negociação', rows: 41, suggestion: 'contacted' },
    { text: 'xpto', rows: 1, suggestion: null }
  ])
  expect(consent?.values).toEqual([{ text: 'pode mandar', rows: 41, suggestion: 'sim' }])

  const mended = await checkAgain(ours, found, {
    values: [
      { field: 'owner', text: 'zé', value: jose ?? '' },
      { field: 'status', text: 'em negociação', value: 'contacted' },
      { field: 'status', text: 'xpto', value: null },
      { field: 'consent', text: 'pode mandar', value: null }
    ]
  })
  expect(mended.check?.counts).toMatchObject({ created: 42, error: 0 })
  expect(faultsOf(mended).map(({ column, rows, out }) => [column, rows, out])).toEqual([
    ['Vendedor', 42, 0],
    ['Situação', 42, 0],
    ['Aceita comunicações', 41, 0]
  ])
  await start(app, ours, found.id)
  await ended(app, ours, found.id, 'done')
  const leads = await app.db.company(ours.id, trx =>
    sql<{ status: string; mine: boolean; consented: boolean; n: number }>`
      select status, owner_id = ${jose} as mine, consent_given as consented, count(*)::integer as n from leads
      group by 1, 2, 3 order by n`.execute(trx)
  )
  expect(leads.rows).toEqual([
    { status: 'new', mine: true, consented: true, n: 1 },
    { status: 'contacted', mine: true, consented: false, n: 41 }
  ])
})

test('a row comes in without its bad value, or with the first of two, where that is chosen', async () => {
  const ours = await withJose()
  const file = [
    'Nome;E-mail;Telefone;CNPJ',
    'Ana;ana@example.com / a@example.com;;',
    'Bia;bia@example.com;98765-4321;',
    'Caio;caio@example.com;;52998224725',
    'Davi;;98765-4321;'
  ].join('\r\n')
  const found = await check(app, ours, file)
  expect(found.check?.counts).toMatchObject({ error: 4 })
  const two = found.check?.faults.find(({ ways }) => ways.includes('first'))
  const some = await checkAgain(ours, found, {
    faults: [
      { field: 'email', reason: two?.reason ?? '', how: 'first' },
      { field: 'cnpj', reason: 'É um CPF, não um CNPJ.', how: 'blank' }
    ]
  })
  expect(some.check?.counts).toMatchObject({ created: 2, error: 2 })
  const all = await checkAgain(ours, some, { blankFaults: true })
  expect(all.check?.counts).toMatchObject({ created: 3, error: 1 })
  expect(all.errors.at(-1)).toMatchObject({ row: 5, reason: 'Falta telefone ou e-mail.' })
  await start(app, ours, found.id)
  await ended(app, ours, found.id, 'done')
  const leads = await app.db.company(ours.id, trx =>
    sql<object>`select name, email, phone, cnpj from leads order by name`.execute(trx)
  )
  expect(leads.rows).toEqual([
    { name: 'Ana', email: 'ana@example.com', phone: null, cnpj: null },
    { name: 'Bia', email: 'bia@example.com', phone: null, cnpj: null },
    { name: 'Caio', email: 'caio@example.com', phone: null, cnpj: null }
  ])
})

test('however many texts a column has, the answer stays small, and one choice is enough for all', async () => {
  const ours = await withJose()
  const rows = Array.from({ length: 20_000 }, (_, n) => `P${n};p${n}@example.com;texto ${n};;`)
  const found = await check(app, ours, list(rows), { consentEvidence })
  expect(found.check?.faults).toMatchObject([{ rows: 20_000, different: 20_000 }])
  expect(found.check?.faults[0]?.values).toHaveLength(25)
  expect(JSON.stringify(found).length).toBeLessThan(20_000)
  const blank = await checkAgain(ours, found, { blankFaults: true })
  expect(blank.check?.counts).toMatchObject({ created: 20_000, error: 0 })
})

test('of a list with thirty kinds of mistakes every row comes in or is explained', async () => {
  expect(Object.keys(mistakes)).toHaveLength(30)
  const ours = await withJose()
  const found = await check(app, ours, messyList(), { consentEvidence })
  expect(found.reading).toMatchObject({ headerRow: 3, encoding: 'windows-1252' })
  expect(found.reading.columns.map(({ suggestion }) => suggestion)).not.toContain(null)
  const suggested = (found.check?.faults ?? []).flatMap(({ field, values }) =>
    values.flatMap(({ text, suggestion }) => (field && suggestion ? [{ field, text, value: suggestion }] : []))
  )
  const mended = await checkAgain(ours, found, { values: suggested, blankFaults: true })
  const { created = 0, duplicate = 0, error = 0, ignored } = mended.check?.counts ?? {}
  expect(created + duplicate + error).toBe(299)
  expect(ignored).toBe(2)
  expect(error).toBeLessThan(30)
  await start(app, ours, found.id)
  await ended(app, ours, found.id, 'done')
  const left = (await app.inject({ url: `/api/imports/${found.id}/errors`, headers: ours.auth })).body
    .trim()
    .split('\r\n')
  expect(left).toHaveLength(1 + duplicate + error)
  expect(left.slice(1).filter(line => !/(Falta|Repete a linha \d+ do arquivo)/.test(line))).toEqual([])
  const { rows } = await app.db.company(ours.id, trx =>
    sql<{ loud: number; signs: number; dated: number; n: number }>`
      select count(*) filter (where name = upper(name))::integer as loud, count(*) filter (where name ~ '\u00ad')::integer as signs,
        count(*) filter (where received_at < now() - interval '1 day')::integer as dated, count(*)::integer as n from leads`.execute(
      trx
    )
  )
  expect(rows[0]).toMatchObject({ loud: 0, signs: 0, n: created })
  expect(rows[0]?.dated).toBeGreaterThan(created - 25)
})

// `npm run bench -- import` measures its time against a bare insert.
test('as a stranger’s first act a list with everything comes in before any statement has to be ended', async () => {
  const database = { DATABASE_URL: await newDatabase() }
  const fresh = await openApp(database)
  await openWorker(testConfig(database))
  const ours = await company(fresh)
  await publishFields(fresh, ours, [{ name: 'interesse', label: 'Interesse', type: 'text' }])
  const rows = Array.from(
    { length: 5000 },
    (_, n) => `P${n};p${n}@example.com;119${80_000_000 + n};vip, feira;Sim;Pessoa de Teste;05/03/2025;Plano`
  )
  const headings = 'Nome;E-mail;Telefone;Etiquetas;Aceita comunicações;Responsável;Data do contato;Interesse'
  const found = await check(fresh, ours, [headings, ...rows].join('\r\n'), { consentEvidence })
  expect(found.check?.counts).toMatchObject({ created: 5000 })
  await start(fresh, ours, found.id)
  expect((await ended(fresh, ours, found.id, 'done')).run?.counts).toMatchObject({ created: 5000 })
})
