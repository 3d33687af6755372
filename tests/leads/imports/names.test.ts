import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { withoutShouting } from '../../../services/leads/imports/rules.ts'
import { company, openApp, type Tenant, testConfig } from '../../kit/app.ts'
import { newDatabase } from '../../kit/database.ts'
import { publishFields } from '../../kit/forms.ts'
import { importFile } from '../../kit/imports.ts'
import { openWorker } from '../../kit/workers.ts'

const env = { DATABASE_URL: await newDatabase() }
const app = await openApp(env)
await openWorker(testConfig(env))

test.each([
  ['MARIA DA SILVA', 'Maria da Silva'],
  ['JOÃO DOS SANTOS E SOUZA', 'João dos Santos e Souza'],
  ['ANA-LUIZA REIS', 'Ana-Luiza Reis'],
  ['JOÃO MEIRA', 'João Meira'],
  ['JOÃO II', 'João II'],
  ["JOSÉ D'ÁVILA", "José d'Ávila"],
  ["SEAN O'BRIEN", "Sean O'Brien"],
  ['RONALD MCDONALD', 'Ronald McDonald'],
  ['DR. JOÃO SÁ JR', 'Dr. João Sá Jr'],
  ['IBM BRASIL', 'IBM Brasil'],
  ['BMW SUL', 'BMW Sul'],
  ['DE SOUZA', 'De Souza']
])('%s is written %s', (loud, quiet) => {
  expect(withoutShouting(loud)).toBe(quiet)
})

test.each([
  'PADARIA DO ZÉ LTDA',
  'ACME S.A.',
  'ACME S/A',
  'MERCADO EPP',
  'ANA LIMA ME',
  'JOSÉ MEI',
  'JOSÉ & FILHOS',
  'LOJA 25 DE MARÇO',
  'MARIA',
  "Maria d'Ávila",
  'Ronald McDonald',
  'maria da silva'
])('%s stays as it is', name => {
  expect(withoutShouting(name)).toBe(name)
})

const leadsOf = async (who: Tenant) =>
  (
    await app.db.company(who.id, trx =>
      sql<object>`
        select name, value_cents::integer as cents, custom, to_char(submitted_at at time zone 'America/Sao_Paulo', 'YYYY-MM-DD') as day
        from leads order by email`.execute(trx)
    )
  ).rows

test('names in capitals stay where that is chosen', async () => {
  const file = 'Nome;E-mail\r\nMARIA DA SILVA;m@example.com'
  const [changed, kept] = [await company(app), await company(app)]
  await importFile(app, changed, file)
  await importFile(app, kept, file, { loudNames: true })
  expect(await leadsOf(changed)).toMatchObject([{ name: 'Maria da Silva' }])
  expect(await leadsOf(kept)).toMatchObject([{ name: 'MARIA DA SILVA' }])
})

test('how the numbers and dates of a column are written is chosen, for each column', async () => {
  const ours = await company(app)
  await publishFields(app, ours, [{ name: 'area', label: 'Área', type: 'number' }])
  const file = 'Nome;E-mail;Valor;Área;Data\r\nAna;a@example.com;1.500;1,500;05/03/2025'
  await importFile(app, ours, file, {
    writing: [{}, {}, { decimal: '.' }, { decimal: ',' }, { dateStyle: 'mdy' }]
  })
  expect(await leadsOf(ours)).toMatchObject([{ cents: 150, custom: { area: '1.500' }, day: '2025-05-03' }])
  const theirs = await company(app)
  await publishFields(app, theirs, [{ name: 'area', label: 'Área', type: 'number' }])
  await importFile(app, theirs, file, { writing: [{}, {}, {}, { decimal: '.' }] })
  expect(await leadsOf(theirs)).toMatchObject([{ cents: 150_000, custom: { area: '1500' }, day: '2025-03-05' }])
})
