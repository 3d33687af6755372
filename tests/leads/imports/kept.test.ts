import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { emailsOf } from '../../../services/leads/imports/emailsOf.ts'
import type { Import, ImportSettings } from '../../../services/leads/imports/schema.ts'
import { company, openApp, type Tenant, testConfig } from '../../kit/app.ts'
import { newDatabase } from '../../kit/database.ts'
import { check, ended, importFile, readImport, start, until, upload, usual } from '../../kit/imports.ts'
import { openWorker } from '../../kit/workers.ts'

const env = { DATABASE_URL: await newDatabase() }
const app = await openApp(env)
await openWorker(testConfig(env))

const lines = (...rows: string[]) => rows.join('\r\n')

async function checkAgain(who: Tenant, found: Import, more: Partial<ImportSettings>): Promise<Import> {
  const payload = { ...usual(found), ...found.settings, ...more }
  const response = await app.inject({
    method: 'POST',
    url: `/api/imports/${found.id}/check`,
    headers: who.auth,
    payload
  })
  expect(response.statusCode, response.body).toBe(202)
  return until(app, who, found.id, ({ check }) => /done|failed/.test(check?.state ?? ''))
}

async function run(who: Tenant, found: Import): Promise<Import> {
  const started = await start(app, who, found.id)
  expect(started.statusCode, started.body).toBe(202)
  return ended(app, who, found.id, 'done')
}

const select = async <T>(who: Tenant, query: ReturnType<typeof sql<T>>): Promise<T[]> =>
  (await app.db.company(who.id, trx => query.execute(trx))).rows

const leadsOf = (who: Tenant) =>
  select(
    who,
    sql<{ name: string; email: string | null }>`select name, email from leads where deleted_at is null order by name`
  )
const notesOf = (who: Tenant) =>
  select(
    who,
    sql<{ name: string; text: string }>`
      select l.name, n.text from notes n join leads l on l.id = n.lead_id where n.deleted_at is null order by l.name, n.text`
  )

test.each([
  ['ana,silva@x.com', ['ana,silva@x.com']],
  ['ana@x,com', ['ana@x,com']],
  ['ana@x,com.br', ['ana@x,com.br']],
  ['ana@x.com,bia@y.com', ['ana@x.com', 'bia@y.com']],
  ['ana@x.com, bia@y.com; caio@z.com', ['ana@x.com', 'bia@y.com', 'caio@z.com']],
  ['ana@x.com / recado', ['ana@x.com']],
  ['Silva, Ana <ana@x.com>', ['ana@x.com']]
])('of the cell %s the addresses are %s', (cell, addresses) => {
  expect(emailsOf(cell)).toEqual(addresses)
})

test('a comma within an address is no separator, and becomes a point for the whole group where that is chosen', async () => {
  const ours = await company(app)
  const file = lines(
    'Nome;E-mail;Telefone',
    'Ana;ana,silva@example.com;',
    'Bia;bia@example,com;',
    'Caio;caio@example.com;'
  )
  const found = await check(app, ours, file)
  expect(found.check?.counts).toMatchObject({ created: 1, error: 2 })
  const [fault] = found.check?.faults ?? []
  expect(fault).toMatchObject({ rows: 2, ways: ['out', 'point', 'blank'] })
  expect(fault?.reason).toMatch(/^Email inválido/)
  const mended = await checkAgain(ours, found, {
    faults: [{ field: 'email', reason: fault?.reason ?? '', how: 'point' }]
  })
  expect(mended.check?.counts).toMatchObject({ created: 3, error: 0 })
  await run(ours, mended)
  expect(await leadsOf(ours)).toEqual([
    { name: 'Ana', email: 'ana.silva@example.com' },
    { name: 'Bia', email: 'bia@example.com' },
    { name: 'Caio', email: 'caio@example.com' }
  ])
})

test('a surname that the name has is not added, and who has no name comes in as the firm, the surname, or without one', async () => {
  const ours = await company(app)
  const file = lines(
    'Nome;Segundo nome;Sobrenome;Empresa;E-mail;Telefone',
    'Ana Souza;;Souza;;a@example.com;',
    'José da Conceição;;CONCEIÇAO;;b@example.com;',
    'Maria Clara;Clara;Lima;;c@example.com;',
    'Davi;;Vi;;d@example.com;',
    '李;;王;;e@example.com;',
    ';;;Padaria Pão Quente;f@example.com;',
    ';;Oliveira;;g@example.com;',
    ';;;;h@example.com;',
    ';;;;;(11) 98765-4321',
    ';;;;;'
  )
  const done = await importFile(app, ours, file)
  expect(done.check).toMatchObject({ unnamed: 2 })
  expect((await leadsOf(ours)).map(({ name }) => name).toSorted()).toEqual(
    [
      ...['Ana Souza', 'José da Conceição', 'Maria Clara Lima', 'Davi Vi', '李 王', 'Padaria Pão Quente', 'Oliveira'],
      ...['Sem nome', 'Sem nome']
    ].toSorted()
  )
  // The same file again changes nothing, and a row without a name renames nobody.
  const again = await importFile(app, ours, file, { policy: 'all' })
  expect(again.run?.counts).toMatchObject({ created: 0, updated: 0 })
  await importFile(app, ours, lines('Nome;E-mail', 'Helena;h@example.com'), { policy: 'all' })
  await importFile(app, ours, file, { policy: 'all' })
  expect((await leadsOf(ours)).filter(({ email }) => email === 'h@example.com')).toEqual([
    { name: 'Helena', email: 'h@example.com' }
  ])
})

test('a file without a column of names comes in', async () => {
  const ours = await company(app)
  const done = await importFile(app, ours, lines('E-mail', 'a@example.com', 'b@example.com'))
  expect(done.run?.counts).toMatchObject({ created: 2 })
})

test('what is left blank and the words beside a number are kept as notes, once, and go when the import is undone', async () => {
  const ours = await company(app)
  const file = lines(
    'Nome;E-mail;Telefone;Valor;Data de cadastro',
    'Ana;ana@example.com;(11) 98765-4321 recado com João;a combinar;10/05/2024',
    'Bia;bia@example.com;Cel: (11) 98765-4322 (whats);1.500,00;05/03/1985'
  )
  const found = await check(app, ours, file, { blankFaults: true })
  expect(found.check).toMatchObject({ notes: 3, counts: { created: 2 } })
  const done = await run(ours, found)
  expect(done.run?.notes).toBe(3)
  const expected = [
    { name: 'Ana', text: 'Do arquivo, coluna Telefone: "(11) 98765-4321 recado com João"' },
    { name: 'Ana', text: 'Do arquivo, coluna Valor: "a combinar"' },
    { name: 'Bia', text: 'Do arquivo, coluna Data de cadastro: "05/03/1985"' }
  ]
  expect(await notesOf(ours)).toEqual(expected)
  const again = await importFile(app, ours, file, { blankFaults: true })
  expect(again.run?.counts).toMatchObject({ created: 0, updated: 0, same: 2 })
  expect(await notesOf(ours)).toEqual(expected)
  // A lead that was there keeps its own note, and loses that of the import.
  const more = await importFile(app, ours, lines('Nome;E-mail;Valor', 'Ana;ana@example.com;fiado'), {
    blankFaults: true
  })
  expect(more.run).toMatchObject({ counts: { updated: 1 }, notes: 1 })
  await app.inject({ method: 'POST', url: `/api/imports/${more.id}/undo`, headers: ours.auth })
  const undone = await ended(app, ours, more.id, 'undone')
  expect(undone.run).toMatchObject({ undone: 1, kept: 0 })
  expect(await notesOf(ours)).toEqual(expected)
  await app.inject({ method: 'POST', url: `/api/imports/${done.id}/undo`, headers: ours.auth })
  expect((await ended(app, ours, done.id, 'undone')).run).toMatchObject({ removed: 2, kept: 0 })
})

test('an arrival before 2000 or to come is improbable, and rows without a date take none of it', async () => {
  const ours = await company(app)
  const file = lines(
    'Nome;E-mail;Data de cadastro',
    'Ana;ana@example.com;05/03/1985',
    'Bia;bia@example.com;05/03/2039',
    'Caio;caio@example.com;10/05/2024',
    'Davi;davi@example.com;'
  )
  const found = await check(app, ours, file)
  expect(found.check?.counts).toMatchObject({ created: 2, error: 2 })
  expect(found.check?.faults.map(({ reason, rows }) => [reason.split(':')[0], rows])).toEqual([['Data improvável', 2]])
  expect(found.check?.undated?.at.slice(0, 10)).toBe('2024-05-10')
})

test.each([
  ['Email Opt Out', ['email']],
  ['HasOptedOutOfEmail', ['email']],
  ['Do Not Call', ['phone']],
  ['Não ligar', ['phone']],
  ['Descadastrado', ['email', 'phone', 'whatsapp']],
  ['WhatsApp opt-out', ['whatsapp']]
])('yes in the column %s is a refusal of %s', async (heading, channels) => {
  const ours = await company(app)
  const done = await importFile(
    app,
    ours,
    lines(`Nome;E-mail;${heading}`, 'Ana;ana@example.com;Sim', 'Bia;bia@example.com;não')
  )
  expect(done.reading.columns[2]?.suggestion).toBe('optOut')
  const kept = await select(
    ours,
    sql<{ name: string; refused: string[] }>`
      select name, array(select c.key from jsonb_each(consents) as c where c.value ->> 'state' = 'refused' order by 1) as refused
      from leads order by name`
  )
  expect(kept).toEqual([
    { name: 'Ana', refused: channels },
    { name: 'Bia', refused: [] }
  ])
})

test('refusals stay out by a decision only, reach leads that are skipped, and go with the undoing', async () => {
  const ours = await company(app)
  await importFile(app, ours, lines('Nome;E-mail', 'Ana;ana@example.com', 'Bia;bia@example.com'))
  const file = lines(
    'Nome;E-mail;Email Opt Out;Empresa',
    'Ana;ana@example.com;1;Firma',
    'Bia;bia@example.com;0;Firma',
    'Caio;caio@example.com;12/03/2024;',
    'Davi;davi@example.com;sei lá;'
  )
  const sent = (await upload(app, ours, file)).json<Import>()
  const mapping = sent.reading.columns.map(({ suggestion }) => (suggestion === 'optOut' ? null : suggestion))
  const out = await checkAgain(ours, sent, { mapping, policy: 'skip' })
  expect(out.check?.refusals).toEqual([{ at: 2, rows: 1 }])
  const refused = await start(app, ours, sent.id)
  expect(refused.statusCode).toBe(409)
  expect(refused.json().message).toContain('Há 1 recusa na coluna "Email Opt Out"')
  const decided = await checkAgain(ours, out, { refusalsLeftOut: [2] })
  expect(decided.check?.counts).toMatchObject({ created: 2, skipped: 2 })

  const kept = await checkAgain(ours, decided, {
    mapping: sent.reading.columns.map(({ suggestion }) => suggestion),
    refusalsLeftOut: []
  })
  expect(kept.check?.counts).toMatchObject({ created: 1, updated: 1, skipped: 1, error: 1 })
  const done = await run(ours, kept)
  const states = () =>
    select(
      ours,
      sql<{ name: string; company: string | null; email: string | null }>`
        select name, company, consents #>> '{email,state}' as email from leads where deleted_at is null order by name`
    )
  expect(await states()).toEqual([
    { name: 'Ana', company: null, email: 'refused' },
    { name: 'Bia', company: null, email: null },
    { name: 'Caio', company: null, email: 'refused' }
  ])
  await app.inject({ method: 'POST', url: `/api/imports/${done.id}/undo`, headers: ours.auth })
  await ended(app, ours, done.id, 'undone')
  expect(await states()).toEqual([
    { name: 'Ana', company: null, email: null },
    { name: 'Bia', company: null, email: null }
  ])
  expect((await readImport(app, ours, done.id)).run).toMatchObject({ undone: 2, kept: 0 })
})
