import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { features } from '../services/features.ts'
import { newDatabase } from './kit/database.ts'
import { schemaFile, schemaOf } from './kit/schema.ts'

const root = path.join(import.meta.dirname, '..')

const url = await newDatabase()

async function rowsOf<T extends pg.QueryResultRow>(query: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<T>(query)).rows
  } finally {
    await client.end()
  }
}

/** Tables of the product: those of the migrator and of BullMQ are left out. */
const ours = `relnamespace = 'public'::regnamespace and relkind = 'r' and relname !~ '^(kysely|bullmq)_'
  and relname <> 'repeatable_steps'`

/** Sources by their paths, without the steps of the migrations, which name what has gone since. */
const sources = new Map(
  ['services', 'workers', 'migrations'].flatMap(folder =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .map(name => path.join(folder, name))
      .filter(file => /\.(ts|sql)$/.test(file) && !file.startsWith('migrations/steps/'))
      .map(file => [file, readFileSync(path.join(root, file), 'utf8')] as const)
  )
)

test('docs/schema.sql shows the tables as the migrations leave them', async () => {
  const current = await schemaOf(url)
  expect(readFileSync(schemaFile, 'utf8') === current, 'npm run schema writes it again').toBe(true)
})

test('each table is declared by one tables.ts: of the feature that names it, or of core', async () => {
  const declared = [...sources]
    .filter(([file]) => file.endsWith('/tables.ts'))
    .flatMap(([file, text]) =>
      [
        ...(/^( *)(?:export )?interface Tables \{\n([\s\S]*?)\n\1\}/m.exec(text)?.[2] ?? '').matchAll(
          /^(?: {2}){1,2}(\w+): \{/gm
        )
      ].map(([, table = '']) => ({ table, folder: path.basename(path.dirname(file)) }))
    )
  const tables = await rowsOf<{ name: string }>(`select relname as name from pg_class where ${ours} order by 1`)
  expect(declared.map(({ table }) => table).sort()).toEqual(tables.map(({ name }) => name))

  const wrong = features.flatMap(({ name, places = [], tables = {} }) =>
    [...places.map(({ table }) => table), ...Object.keys(tables)].flatMap(table => {
      const folder = declared.find(each => each.table === table)?.folder
      return folder === name || folder === 'core' ? [] : [`${table} of ${name} is declared by ${folder}`]
    })
  )
  expect(wrong).toEqual([])
})

/** Columns of which no file names the table too, and why they stay. */
const keptColumns: Record<string, string> = {
  'import_rows.company_role': 'a field of a lead, written by the list of the fields (leads/fields.ts)',
  'import_rows.preferred_date': 'likewise',
  'import_rows.preferred_period': 'likewise',
  'import_rows.preferred_time': 'likewise',
  'import_rows.value_cents': 'likewise'
}

test('each column is read or written: a source names it, in a file that names its table', async () => {
  const files = [...sources]
    .filter(([file]) => !file.endsWith('/tables.ts'))
    .map(([, text]) => new Set(text.match(/\w+/g)))
  // When a row was made is kept for those who look into the database.
  const columns = await rowsOf<{ table: string; column: string }>(`
    select relname as table, attname as column from pg_attribute join pg_class c on c.oid = attrelid
    where ${ours} and attnum > 0 and not attisdropped and attname <> 'created_at' order by 1, 2`)
  const unnamed = columns
    .filter(({ table, column }) => !files.some(words => words.has(table) && words.has(column)))
    .map(({ table, column }) => `${table}.${column}`)
  expect(unnamed, 'drop them by a step').toEqual(Object.keys(keptColumns))
})

type Index = { table: string; name: string; unique: boolean; covering: boolean; kind: string; columns: string[] }

test('no index repeats another, or its beginning', async () => {
  const indexes = await rowsOf<Index>(`
    select c.relname as table, x.relname as name, indisunique as unique, indnatts > indnkeyatts as covering,
      amname || coalesce(' where ' || pg_get_expr(indpred, indrelid), '') as kind,
      array(
        select concat_ws(' ', pg_get_indexdef(indexrelid, n, false), indoption[n - 1], indclass[n - 1], indcollation[n - 1])
        from generate_series(1, indnkeyatts) as n order by n) as columns
    from pg_index join pg_class x on x.oid = indexrelid join pg_am on pg_am.oid = x.relam
      join (select oid, relname from pg_class where ${ours}) as c on c.oid = indrelid order by 1, 2`)
  expect(indexes.length).toBeGreaterThan(300)
  // One that is unique is a rule of its own, and one that includes more columns answers more.
  const repeats = (one: Index, other: Index) =>
    one !== other &&
    one.table === other.table &&
    one.kind === other.kind &&
    !one.unique &&
    !one.covering &&
    one.columns.every((column, n) => column === other.columns[n]) &&
    // Two equal indexes are named once.
    (one.columns.length < other.columns.length || other.unique || one.name > other.name)
  const needless = indexes.flatMap(one => {
    const other = indexes.find(each => repeats(one, each))
    return other ? [`${one.name} repeats ${other.name}`] : []
  })
  expect(needless, 'drop them by a step').toEqual([])
})
