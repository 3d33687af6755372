import { readFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { readSheet } from 'read-excel-file/node'
import { expect, test } from 'vitest'
import writeXlsx from 'write-excel-file/node'
import { decimalSignOf } from '../../../services/core/money/rules.ts'
import { exportColumns } from '../../../services/leads/exports/rules.ts'
import { writeExport } from '../../../services/leads/exports/write.ts'
import { provenDateStyle } from '../../../services/leads/imports/rules.ts'
import type { ImportSettings } from '../../../services/leads/imports/schema.ts'
import { company, openApp, type Tenant, testConfig } from '../../kit/app.ts'
import { newDatabase } from '../../kit/database.ts'
import { publishFields } from '../../kit/forms.ts'
import { check, ended, importFile, start, upload } from '../../kit/imports.ts'
import { openWorker } from '../../kit/workers.ts'

const env = { DATABASE_URL: await newDatabase() }
const app = await openApp(env)
await openWorker(testConfig(env))

const valuesOf = async (who: Tenant): Promise<Record<string, number | null>> => {
  const leads = (await app.inject({ url: '/api/leads', headers: who.auth })).json()
  return Object.fromEntries(
    leads.map((lead: { name: string; valueCents: number | null }) => [lead.name, lead.valueCents])
  )
}

const list = (heading: string, values: string[]) =>
  [`Nome;E-mail;${heading}`, ...values.map((value, n) => `Ana ${n};ana${n}@example.com;${value}`)].join('\r\n')

test.each(['Valor', 'VALOR (R$)', 'Orçamento', 'Valor estimado', 'Preço'])(
  'a column %j is the value',
  async heading => {
    const ours = await company(app)
    const sent = await upload(app, ours, list(heading, ['1500']))
    expect(sent.json().reading.columns[2].suggestion).toBe('value')
  }
)

test('values of a file are read as they are written in Brazil, and what is none is told', async () => {
  const ours = await company(app)
  const texts = ['1500', 'R$ 1.500,00', '1.500', '1500,5', '-', '', 'a combinar', '-5']
  const found = await check(app, ours, list('Valor', texts))
  expect(found.check?.counts).toMatchObject({ created: 6, error: 2 })
  await start(app, ours, found.id)
  await ended(app, ours, found.id, 'done')
  expect(await valuesOf(ours)).toEqual({
    'Ana 0': 150_000,
    'Ana 1': 150_000,
    'Ana 2': 150_000,
    'Ana 3': 150_050,
    'Ana 4': null,
    'Ana 5': null
  })
})

test('numbers of a workbook are values, whatever decimals are behind them', async () => {
  const ours = await company(app)
  const numbers = [1500, 1500.5, 1234.56, 0.1 + 0.2]
  const rows = [['Nome', 'E-mail', 'Valor'], ...numbers.map((value, n) => [`Ana ${n}`, `ana${n}@example.com`, value])]
  const file = await writeXlsx(rows.map(row => row.map(value => ({ value }))) as never).toBuffer()
  const found = await check(app, ours, file, {}, 'clientes.xlsx')
  await start(app, ours, found.id)
  await ended(app, ours, found.id, 'done')
  expect(await valuesOf(ours)).toEqual({ 'Ana 0': 150_000, 'Ana 1': 150_050, 'Ana 2': 123_456, 'Ana 3': 30 })
})

const workbook = (rows: unknown[][]): Promise<Buffer> =>
  writeXlsx(
    rows.map(row => row.map(value => (value === null ? null : typeof value === 'object' ? value : { value }))) as never
  ).toBuffer()

test('a number of a workbook is that number, whatever is written in its column or in another', async () => {
  const ours = await company(app)
  const file = await workbook([
    ['Nome', 'E-mail', 'Endereço', 'Valor'],
    ['Ana 0', 'ana0@example.com', 'Rua A,12', 127.415],
    ['Ana 1', 'ana1@example.com', 'Rua B 1500.50', 2350.456],
    ['Ana 2', 'ana2@example.com', '', 1.005],
    ['Ana 3', 'ana3@example.com', '', '1,500.25'],
    ['Ana 4', 'ana4@example.com', '', '12.50']
  ])
  const found = await check(app, ours, file, {}, 'clientes.xlsx')
  expect(found.errors).toEqual([])
  await start(app, ours, found.id)
  await ended(app, ours, found.id, 'done')
  expect(await valuesOf(ours)).toEqual({
    'Ana 0': 12_742,
    'Ana 1': 235_046,
    'Ana 2': 101,
    'Ana 3': 150_025,
    'Ana 4': 1250
  })
})

test('the rows of a workbook that were in fault keep their numbers when they come back as CSV', async () => {
  const ours = await company(app)
  const file = await workbook([
    ['Nome', 'E-mail', 'Valor'],
    ['Ana', 'ana arroba', 127.415]
  ])
  const { id } = await check(app, ours, file, {}, 'clientes.xlsx')
  const errors = (await app.inject({ url: `/api/imports/${id}/errors`, headers: ours.auth })).body
  await importFile(app, ours, errors.replace('ana arroba', 'ana@example.com'))
  expect(await valuesOf(ours)).toEqual({ Ana: 12_742 })
})

test('each column of a text has its own way of writing numbers and dates', async () => {
  const ours = await company(app)
  await publishFields(app, ours, [
    { name: 'area', label: 'Área', type: 'number' },
    { name: 'nascimento', label: 'Nascimento', type: 'date' }
  ])
  const file = [
    'Nome;E-mail;Endereço;Valor;Área;Data preferencial;Nascimento',
    'Ana;ana@example.com;Rua A,12;127.415;127,415;03/04/2026;03/04/1990',
    'Bia;bia@example.com;Rua 1.50;2350.50;2350,5;25/12/2026;12/25/1990'
  ].join('\r\n')
  const found = await check(app, ours, file)
  expect(found.errors).toEqual([])
  await start(app, ours, found.id)
  await ended(app, ours, found.id, 'done')
  const { rows } = await app.db.company(ours.id, trx =>
    sql`select name, value_cents::integer as cents, preferred_date::text as day, custom from leads order by name`.execute(
      trx
    )
  )
  expect(rows).toEqual([
    { name: 'Ana', cents: 12_742, day: '2026-04-03', custom: { area: '127.415', nascimento: '1990-03-04' } },
    { name: 'Bia', cents: 235_050, day: '2026-12-25', custom: { area: '2350.5', nascimento: '1990-12-25' } }
  ])
})

test.each<[string, string[]]>([
  [',', ['1.500', '1,500', '']],
  [',', ['1.500', '12,5']],
  [',', ['1.500.000']],
  [',', ['1.500,123']],
  [',', ['12.50', '12,50']],
  ['.', ['1.500', '12.5']],
  ['.', ['R$ 1500.50']],
  ['.', ['2350.456']],
  ['.', ['1,500,000']],
  ['.', ['1,500.123', 'Rua A,12']]
])('%j comes before the decimals of %j', (sign, texts) => {
  expect(decimalSignOf(texts)).toBe(sign)
})

test.each<[string | null, string[]]>([
  ['dmy', ['01/02/2026', '25/12/2026 10:00']],
  ['mdy', ['01/02/2026', '12/25/26']],
  [null, ['01/02/2026', 'em 25/12/2026 ligar']],
  [null, ['25/12/2026', '12/25/2026']],
  [null, ['2026-12-25', '']]
])('%j is how dates are written in %j', (style, texts) => {
  expect(provenDateStyle(texts)).toBe(style)
})

test.each([
  ['2026-03-05T14:02:11-03:00', '2026-03-05T17:02:11'],
  ['2026-03-05T14:02:11-05:00', '2026-03-05T19:02:11'],
  ['2026-03-05T14:02:11+00:00', '2026-03-05T14:02:11'],
  ['2026-03-05T14:02:11.123Z', '2026-03-05T14:02:11'],
  ['2026-03-05 14:02:11+00', '2026-03-05T14:02:11'],
  ['2026-03-05 14:02 UTC', '2026-03-05T14:02:00'],
  ['2026/03/05 2:02:11 PM GMT-3', '2026-03-05T17:02:11'],
  ['05/03/2026 12:30 am', '2026-03-05T03:30:00'],
  ['05/03/2026 14:02 GMT+0530', '2026-03-05T08:32:00'],
  ['05/03/2026 23:30', '2026-03-06T02:30:00'],
  ['05/03/2026', '2026-03-05T03:00:00'],
  ['46086,5', '2026-03-05T15:00:00']
])('a contact of %j was at %s', async (text, moment) => {
  const ours = await company(app)
  await importFile(app, ours, `Nome;E-mail;Data\r\nAna;ana@example.com;${text}`)
  const { rows } = await app.db.company(ours.id, trx =>
    sql<{
      at: string
    }>`select to_char(submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS') as at from leads`.execute(trx)
  )
  expect(rows).toEqual([{ at: moment }])
})

test.each([
  ['2026-03-05 14:02 +19:00', 'Este fuso horário não existe.'],
  ['2026-03-05 14:02 EST', 'Data inválida.'],
  ['2026-03-05 13:02 PM', 'Esta hora não existe.']
])('a contact of %j is in fault', async (text, reason) => {
  const found = await check(app, await company(app), `Nome;E-mail;Data\r\nAna;ana@example.com;${text}`)
  expect(found.errors).toEqual([expect.objectContaining({ column: 'Data', reason })])
})

test('texts of a workbook are those that it shows: times without a day, numbers with a comma', async () => {
  const ours = await company(app)
  const time = { value: 0.604_166_666_7, format: 'hh:mm' }
  const file = await workbook([
    ['Nome', 'E-mail', 'Horário', 'Mensagem'],
    ['Ana', 'ana@example.com', time, 0.1 + 0.2]
  ])
  const found = await check(app, ours, file, {}, 'clientes.xlsx')
  await start(app, ours, found.id)
  await ended(app, ours, found.id, 'done')
  const [lead] = (await app.inject({ url: '/api/leads', headers: ours.auth })).json()
  expect(lead).toMatchObject({ preferredTime: '14:30', message: '0,3' })
})

test('an option that says "none" is an answer, and a name that is too long with its last name is told', async () => {
  const ours = await company(app)
  await publishFields(app, ours, [{ name: 'filhos', label: 'Filhos', type: 'select', options: ['Nenhum', 'Um'] }])
  const long = 'Ana '.repeat(45).trim()
  const file = [
    'Nome;Sobrenome;E-mail;Filhos',
    'Bia;Lima;bia@example.com;nenhum',
    `${long};${'Lima '.repeat(8).trim()};ana@example.com;Um`
  ].join('\r\n')
  const found = await check(app, ours, file)
  expect(found.errors).toEqual([
    expect.objectContaining({ row: 3, reason: 'Nome e sobrenome juntos são longos demais: até 200 caracteres.' })
  ])
  await start(app, ours, found.id)
  await ended(app, ours, found.id, 'done')
  const { rows } = await app.db.company(ours.id, trx => sql`select name, custom from leads`.execute(trx))
  expect(rows).toEqual([{ name: 'Bia Lima', custom: { filhos: 'Nenhum' } }])
})

test.each<[ImportSettings['policy'], number]>([
  ['fill', 150_000],
  ['all', 99_000]
])('with the policy %s a known value becomes %d, and an undo takes it back', async (policy, cents) => {
  const ours = await company(app)
  await importFile(app, ours, list('Valor', ['1500', '']))
  const { id } = await importFile(app, ours, list('Valor', ['990', '990']), { policy })
  expect(await valuesOf(ours)).toEqual({ 'Ana 0': cents, 'Ana 1': 99_000 })
  await app.inject({ method: 'POST', url: `/api/imports/${id}/undo`, headers: ours.auth })
  await ended(app, ours, id, 'undone')
  expect(await valuesOf(ours)).toEqual({ 'Ana 0': 150_000, 'Ana 1': null })
})

test('an export has numbers that a spreadsheet adds up, and can be imported again', async () => {
  const ours = await company(app)
  await importFile(app, ours, list('Valor', ['1500,5', '', '0', '1234567']))
  const file = async (format: string): Promise<Buffer> => {
    const payload = { format, columns: ['name', 'email', 'value'], filter: {} }
    const { id } = (await app.inject({ method: 'POST', url: '/api/exports', headers: ours.auth, payload })).json()
    await writeExport(app.db, ours.id, id)
    return (await app.inject({ url: `/api/exports/${id}/file`, headers: ours.auth })).rawPayload
  }
  const sheet = await readSheet(await file('xlsx'))
  expect(Object.fromEntries(sheet.map(([name, , value]) => [name, value]))).toEqual({
    Nome: 'Valor',
    'Ana 0': 1500.5,
    'Ana 1': null,
    'Ana 2': 0,
    'Ana 3': 1_234_567
  })
  const csv = await file('csv')
  expect(csv.toString()).toContain('Ana 0;ana0@example.com;1500,50\r\n')
  for (const exported of [csv, await file('xlsx')]) {
    const theirs = await company(app)
    const found = await check(app, theirs, exported, {}, exported === csv ? 'leads.csv' : 'leads.xlsx')
    await start(app, theirs, found.id)
    await ended(app, theirs, found.id, 'done')
    expect(await valuesOf(theirs)).toEqual({ 'Ana 0': 150_050, 'Ana 1': null, 'Ana 2': 0, 'Ana 3': 123_456_700 })
  }
})

/** Columns that change as time goes by, or that an import does not take. */
const late = ['score', 'lastContactAt', 'nextTaskAt', 'statusAt']

test('deals that are exported and imported again are the same, with their sales', async () => {
  const ours = await company(app)
  const deals = readFileSync(path.join(import.meta.dirname, 'layouts/pipedrive-deals-pt.csv'))
  await importFile(app, ours, deals)
  const file = async (who: Tenant): Promise<Buffer> => {
    const columns = Object.keys(exportColumns).filter(column => !late.includes(column))
    const payload = { format: 'csv', columns, filter: {} }
    const { id } = (await app.inject({ method: 'POST', url: '/api/exports', headers: who.auth, payload })).json()
    await writeExport(app.db, who.id, id)
    return (await app.inject({ url: `/api/exports/${id}/file`, headers: who.auth })).rawPayload
  }
  const exported = await file(ours)
  const theirs = await company(app)
  const evidence = { consentEvidence: 'Exportado do mesmo sistema.' }
  await importFile(app, theirs, exported, evidence)
  expect((await file(theirs)).toString()).toBe(exported.toString())
  const again = await check(app, ours, exported, { ...evidence, policy: 'all' })
  expect(again.check?.counts).toMatchObject({ created: 0, updated: 0, same: 3 })
})
