import { readSheet } from 'read-excel-file/node'
import { expect, test } from 'vitest'
import writeXlsx from 'write-excel-file/node'
import { writeExport } from '../../services/exports/write.ts'
import type { ImportSettings } from '../../services/imports/schema.ts'
import { company, openApp, type Tenant, testConfig } from '../support/app.ts'
import { newDatabase } from '../support/database.ts'
import { check, ended, importFile, start, upload } from '../support/imports.ts'
import { openWorker } from '../support/workers.ts'

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
