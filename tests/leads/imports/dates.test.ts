import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { provenDateStyle, readListedDate } from '../../../services/leads/imports/rules.ts'
import type { Import } from '../../../services/leads/imports/schema.ts'
import { company, openApp, testConfig } from '../../kit/app.ts'
import { newDatabase } from '../../kit/database.ts'
import { check, ended, importFile, start, upload } from '../../kit/imports.ts'
import { openWorker } from '../../kit/workers.ts'

const env = { DATABASE_URL: await newDatabase() }
const app = await openApp(env)
await openWorker(testConfig(env))

const moments: [text: string, moment: string][] = [
  ['12/mar/25', '2025-03-12T03:00'],
  ['12-mar-2025', '2025-03-12T03:00'],
  ['12 de março de 2025', '2025-03-12T03:00'],
  ['quarta-feira, 12 de março de 2025 às 14:05', '2025-03-12T17:05'],
  ['1º de abril de 2025', '2025-04-01T03:00'],
  ['12 MAR. 2025 14h', '2025-03-12T17:00'],
  ['Mar 12, 2025', '2025-03-12T03:00'],
  ['March 12, 2025 2:05 PM', '2025-03-12T17:05'],
  ['2025/03/12 2:05:10 PM GMT-3', '2025-03-12T17:05']
]

test('a moment is read as spreadsheets, forms and people write it', async () => {
  const ours = await company(app)
  const rows = moments.map(([text], n) => `P${n};p${n}@example.com;"${text}"`)
  const found = await importFile(app, ours, ['Nome;E-mail;Data', ...rows].join('\r\n'))
  expect(found.errors).toEqual([])
  const { rows: leads } = await app.db.company(ours.id, trx =>
    sql<{ at: string }>`
      select to_char(submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI') as at from leads
      order by substr(name, 2)::integer`.execute(trx)
  )
  expect(leads.map(({ at }) => at)).toEqual(moments.map(([, moment]) => moment))
})

test('a column in which the month comes first is read so', async () => {
  const ours = await company(app)
  await importFile(
    app,
    ours,
    'Nome;E-mail;Data\r\nA;a@example.com;3/25/2025 2:05 PM\r\nB;b@example.com;3/4/2025 2:05 PM'
  )
  const { rows } = await app.db.company(ours.id, trx =>
    sql<{ at: string }>`
      select to_char(submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI') as at from leads order by name`.execute(
      trx
    )
  )
  expect(rows.map(({ at }) => at)).toEqual(['2025-03-25T17:05', '2025-03-04T17:05'])
  expect(provenDateStyle(['3/25/2025 2:05 PM', '3/4/2025 2:05 PM'])).toBe('mdy')
})

test.each([
  ['12/03', 'dmy', '2026-11-25', '2026-03-12'],
  ['31/12', 'dmy', '2026-11-25', '2025-12-31'],
  ['25/11 14:05', 'dmy', '2026-11-25', '2026-11-25'],
  ['12/31', 'mdy', '2026-11-25', '2025-12-31'],
  ['12/mar', 'mdy', '2026-11-25', '2026-03-12']
] as const)('%s, written %s and read on %s, was on %s', (text, style, today, day) => {
  expect(readListedDate(text, style, today)).toMatchObject({ day })
  expect(readListedDate('12/03', style)).toEqual({ fault: 'Falta o ano.' })
})

test.each(['12 de xpto de 2025', '31 de fevereiro de 2025', 'semana passada', 'mar', `${'de '.repeat(9000)}2025`])(
  '%s is no date',
  text => {
    expect(readListedDate(text, 'dmy', '2026-11-25')).toHaveProperty('fault')
  }
)

test('a row without a date in a column of dates is not of today, and is not in the queue', async () => {
  const ours = await company(app)
  const file = 'Nome;E-mail;Data\r\nAna;a@example.com;05/03/2025\r\nBia;b@example.com;\r\nCaio;c@example.com;-'
  const found = await check(app, ours, file)
  expect(found.check?.undated).toMatchObject({ rows: 2 })
  await start(app, ours, found.id)
  await ended(app, ours, found.id, 'done')
  const { rows } = await app.db.company(ours.id, trx =>
    sql<{ name: string; day: string; submitted: boolean }>`
      select name, to_char(received_at at time zone 'America/Sao_Paulo', 'YYYY-MM-DD') as day,
        submitted_at is not null as submitted from leads order by name`.execute(trx)
  )
  expect(rows).toEqual([
    { name: 'Ana', day: '2025-03-05', submitted: true },
    { name: 'Bia', day: '2025-03-05', submitted: false },
    { name: 'Caio', day: '2025-03-05', submitted: false }
  ])
  const queue = (await app.inject({ url: '/api/dashboard/queue', headers: ours.auth })).json()
  expect(queue.items).toEqual([])
})

test('nor is it where the whole column is empty', async () => {
  const ours = await company(app)
  const found = await importFile(app, ours, 'Nome;E-mail;Data de cadastro\r\nAna;a@example.com;\r\nBia;b@example.com;')
  expect(found.reading.columns.map(({ suggestion }) => suggestion)).toEqual(['name', 'email', 'submittedAt'])
  expect(found.check?.undated).toMatchObject({ rows: 2 })
  const queue = (await app.inject({ url: '/api/dashboard/queue', headers: ours.auth })).json()
  expect(queue.items).toEqual([])
})

test('an empty column of dates takes nothing from one that has them', async () => {
  const ours = await company(app)
  const file = 'Nome;E-mail;Data de cadastro;Data de entrada\r\nAna;a@example.com;;05/03/2025'
  const { reading } = (await upload(app, ours, file)).json<Import>()
  expect(reading.columns.map(({ suggestion }) => suggestion)).toEqual(['name', 'email', null, 'submittedAt'])
})

test('rows without a date wait for nobody today, even where the others of the file are recent', async () => {
  const ours = await company(app)
  const hourAgo = new Date(Date.now() - 3600_000).toISOString()
  const found = await importFile(app, ours, `Nome;E-mail;Data\r\nAna;a@example.com;${hourAgo}\r\nBia;b@example.com;`)
  expect(found.check?.undated).toMatchObject({ rows: 1 })
  const queue = (await app.inject({ url: '/api/dashboard/queue', headers: ours.auth })).json()
  expect(queue.items.map(({ name }: { name: string }) => name)).toEqual(['Ana'])
})
