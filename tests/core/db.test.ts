import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDb, settings, type Trx } from '../../services/core/db.ts'
import { company, openApp, testConfig } from '../kit/app.ts'

const app = await openApp()

test('a value that cannot be written fails its statement and not the connection', async () => {
  const ours = await company(app)
  const db = openDb({ ...testConfig().database, name: 'test', max: 1 })
  const endless: Record<string, unknown> = {}
  endless.self = endless
  const run = (value: unknown) => db.companyBatch(ours.id, [{ text: 'select $1::text as value', values: [value] }])
  await expect(run(endless)).rejects.toThrow(/circular/)
  const [result] = await run('a')
  expect(result?.rows).toEqual([{ value: 'a' }])
  await db.close()
})

test('a transaction whose failure was not passed on does not look as if it was committed', async () => {
  const ours = await company(app)
  const work = app.db.company(ours.id, async trx => {
    await trx.insertInto('events').values({ company_id: ours.id, kind: 'x', data: '{}' }).execute()
    await trx
      .selectFrom('users')
      .select('id')
      .execute()
      .catch(() => {})
  })
  await expect(work).rejects.toThrow(/Nothing was committed/)
})

test('one statement may stand in a batch several times, on a connection that has not seen it', async () => {
  const ours = await company(app)
  const db = openDb({ ...testConfig().database, name: 'test', max: 1 })
  const statement = (value: number) => ({ name: 'twice', text: 'select $1::int as value', values: [value] })
  for (const _ of [1, 2]) {
    const results = await db.companyBatch(ours.id, [statement(1), statement(2)])
    expect(results.map(({ rows }) => rows)).toEqual([[{ value: 1 }], [{ value: 2 }]])
  }
  await db.close()
})

test('two transactions that wait for each other both come to their end, each with its changes made once', async () => {
  const ours = await company(app)
  const kinds = ['a', 'b']
  for (const name of kinds)
    await app.db.company(ours.id, trx => trx.insertInto('tags').values({ company_id: ours.id, name }).execute())
  const rename = (trx: Trx, name: string) =>
    sql`update tags set name = name || '+' where company_id = ${ours.id} and name like ${`${name}%`}`.execute(trx)
  let runs = 0
  let holding = 0
  const both = Promise.withResolvers<void>()
  const change = (first: string, second: string) =>
    app.db.company(ours.id, async trx => {
      runs++
      await rename(trx, first)
      if (++holding === 2) both.resolve()
      await both.promise
      await rename(trx, second)
    })
  await Promise.all([change('a', 'b'), change('b', 'a')])
  // One of the two is given up, now and then twice.
  expect(runs).toBeGreaterThan(2)
  const names = await app.db.company(ours.id, trx => trx.selectFrom('tags').select('name').orderBy('name').execute())
  expect(names.map(({ name }) => name)).toEqual(['a++', 'b++'])
})

test('the recipe for PgBouncer names every setting that it does not know', async () => {
  const operations = await readFile(path.join(import.meta.dirname, '../../docs/operations.md'), 'utf8')
  const ignored = /ignore_startup_parameters = (.*)/.exec(operations)?.[1]?.split(', ')
  // PgBouncer keeps track of these on its own.
  const tracked = ['timezone', 'client_encoding', 'datestyle', 'standard_conforming_strings', 'application_name']
  const sent = settings.map(setting => setting.split('=')[0] ?? '').filter(name => !tracked.includes(name))
  expect(ignored?.toSorted()).toEqual(sent.toSorted())
  for (const setting of sent) expect(operations).toMatch(new RegExp(`\`?${setting} = `))
})
