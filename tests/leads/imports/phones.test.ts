import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { severalPhones } from '../../../services/leads/imports/rules.ts'
import { company, openApp, type Tenant, testConfig } from '../../kit/app.ts'
import { newDatabase } from '../../kit/database.ts'
import { check, ended, importFile, start } from '../../kit/imports.ts'
import { openWorker } from '../../kit/workers.ts'

const env = { DATABASE_URL: await newDatabase() }
const app = await openApp(env)
await openWorker(testConfig(env))

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
const list = (cells: readonly string[]) =>
  ['Nome;E-mail;Telefone', ...cells.map((cell, n) => `P${n};p${n}@example.com;${quoted(cell)}`)].join('\r\n')
const first = { faults: [{ field: 'phone', reason: severalPhones, how: 'first' as const }] }

const contactsOf = async (who: Tenant) => {
  const { rows } = await app.db.company(who.id, trx =>
    sql<{
      phone: string
      message: string | null
    }>`select phone, message from leads order by substr(name, 2)::integer`.execute(trx)
  )
  return rows.map(({ phone, message }) => [phone, message])
}

const furtherOf = async (who: Tenant) => {
  const { rows } = await app.db.company(who.id, trx =>
    sql<{ value: string | null }>`
      select phones #>> '{1,value}' as value from leads order by substr(name, 2)::integer`.execute(trx)
  )
  return rows.map(({ value }) => value)
}

const one: [cell: string, phone: string][] = [
  ['+55 11 98765\u20114321', '5511987654321'],
  ['11 98765\u20134321', '11987654321'],
  ['wa.me/5511987654321', '5511987654321'],
  ['https://wa.me/5511987654321?text=oi', '5511987654321'],
  ['https://api.whatsapp.com/send?phone=5511987654321&text=oi', '5511987654321'],
  ['https://wa.me/4722123456', '+4722123456'],
  ["'11987654321", '11987654321'],
  ['5,511999998888E+12', '5511999998888'],
  ['Cel: (11) 98765-4321 (whats)', '11987654321'],
  ['11987654321;', '11987654321'],
  ['11/98765-4321', '11987654321'],
  ['0800 123 4567', '08001234567'],
  ['4004-1234', '40041234'],
  ['+1 (415) 555-2671', '+14155552671']
]

test('a telephone is read as WhatsApp, links and spreadsheets write it', async () => {
  const ours = await company(app)
  const found = await check(app, ours, list(one.map(([cell]) => cell)))
  expect(found.errors).toEqual([])
  await start(app, ours, found.id)
  await ended(app, ours, found.id, 'done')
  expect(await contactsOf(ours)).toEqual(one.map(([, phone]) => [phone, null]))
})

const several: [cell: string, phone: string, message: string | null, further?: string][] = [
  ['+55 11 98765-4321 ::: +55 11 3333-4444', '5511987654321', null, '551133334444'],
  ['11987654321\n1133334444', '11987654321', null, '1133334444'],
  ['(11) 98765-4321/3333-4444', '11987654321', 'Outro telefone: 3333-4444'],
  ['3333-4444 / 11 98765-4321', '11987654321', 'Outro telefone: 3333-4444'],
  ['11987654321 1133334444', '11987654321', null, '1133334444'],
  ['11 98765-4321 11 3333-4444', '11987654321', null, '1133334444'],
  ['11 98765-4321 +1 415 555 2671', '11987654321', null, '+14155552671'],
  ['(11) 98765-4321 ou (11) 3333-4444', '11987654321', null, '1133334444'],
  ['(11) 3333-4444 ramal 12', '1133334444', 'Ramal: 12'],
  ['(11) 3333-4444 x12 / 11 98765-4321', '1133334444', 'Ramal: 12', '11987654321']
]

test('of several telephones in a cell the first is used, and the others stay beside it', async () => {
  const ours = await company(app)
  const found = await check(app, ours, list(several.map(([cell]) => cell)), first)
  expect(found.errors).toEqual([])
  expect(found.check?.faults).toMatchObject([{ reason: severalPhones, rows: 9, out: 0 }])
  await start(app, ours, found.id)
  await ended(app, ours, found.id, 'done')
  expect(await contactsOf(ours)).toEqual(several.map(([, phone, message]) => [phone, message]))
  expect(await furtherOf(ours)).toEqual(several.map(([, , , further = null]) => further))
})

test('a second telephone is added to those that a lead has, once', async () => {
  const ours = await company(app)
  await importFile(app, ours, 'Nome;E-mail;Mensagem\r\nP0;p0@example.com;Quer um orçamento')
  const file = list(['11 98765-4321 / 11 3333-4444'])
  await importFile(app, ours, file, { ...first, policy: 'all' })
  expect(await contactsOf(ours)).toEqual([['11987654321', 'Quer um orçamento']])
  expect(await furtherOf(ours)).toEqual(['1133334444'])
  const again = await importFile(app, ours, `${file}\r\nP1;p1@example.com;`, { ...first, policy: 'all' })
  expect(again.run?.counts).toMatchObject({ created: 1, same: 1 })
})

test('a cell of text that goes on without end is no telephone, and takes no time', async () => {
  const texts = ['1 '.repeat(16_000), '+'.repeat(30_000), 'x1'.repeat(15_000), 'wa.me/'.repeat(5000)]
  const found = await check(app, await company(app), list(texts))
  expect(found.check?.counts).toMatchObject({ error: 4 })
})
