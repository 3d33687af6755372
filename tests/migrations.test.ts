import { spawnSync } from 'node:child_process'
import path from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { firstVersionEndsWith, readFiles } from '../migrations/files.ts'
import { isOutside, migrate } from '../migrations/run.ts'
import { testConfig } from './kit/app.ts'
import { emptyDatabase, newDatabase } from './kit/database.ts'
import { hasHistory, olderVersion } from './kit/older.ts'

const configOf = (url: string) => testConfig({ DATABASE_URL: url })
const files = await readFiles()

async function rowsOf<T extends pg.QueryResultRow>(url: string, query: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<T>(query)).rows
  } finally {
    await client.end()
  }
}

test('an empty database gets every step and every function once, and the second time nothing', async () => {
  const config = configOf(await emptyDatabase())
  expect(await migrate(config)).toEqual([...Object.keys(files.steps), ...Object.keys(files.repeatable)])
  expect(await migrate(config)).toEqual([])
})

test('a file that has changed is applied again, once', async () => {
  const url = await newDatabase()
  const repeatable = {
    ...files.repeatable,
    'scores/forget': `${files.repeatable['scores/forget']}\ncomment on function forget_score() is 'another one';`
  }
  expect(await migrate(configOf(url), { ...files, repeatable })).toEqual(['scores/forget'])
  expect(await migrate(configOf(url), { ...files, repeatable })).toEqual([])
  const [row] = await rowsOf<{ text: string }>(url, `select obj_description('forget_score()'::regprocedure) as text`)
  expect(row?.text).toBe('another one')
})

test('two processes that start at once apply each file once between them', async () => {
  const config = configOf(await emptyDatabase())
  const applied = await Promise.all([migrate(config), migrate(config)])
  expect(applied.flat().sort()).toEqual([...Object.keys(files.steps), ...Object.keys(files.repeatable)].sort())
})

test('a file that fails is not taken for applied, and leaves nothing behind', async () => {
  const url = await newDatabase()
  const text = files.repeatable['scores/forget'] as string
  const broken = {
    ...files.repeatable,
    'scores/forget': `drop trigger forget_score on leads; select 1 / 0; ${text}`
  }
  await expect(migrate(configOf(url), { ...files, repeatable: broken })).rejects.toThrow('division by zero')
  expect(await rowsOf(url, `select from pg_trigger where tgname = 'forget_score'`)).toHaveLength(1)
  expect(await migrate(configOf(url))).toEqual([])
})

test('each function and each trigger is defined in one place', () => {
  const defined = [...Object.values(files.steps), ...Object.values(files.repeatable)].flatMap(text =>
    [...text.matchAll(/^create (?:or replace )?(function|procedure|trigger) (\w+)/gm)].map(
      ([, kind, name]) => `${kind} ${name}`
    )
  )
  expect(defined.length).toBeGreaterThan(70)
  expect(defined.filter((name, i) => defined.indexOf(name) !== i)).toEqual([])
})

/** Columns that steps drop: the version that is upgraded from neither reads nor writes them. */
const unused = [
  'chat_sessions.person_asked_at',
  'chat_sessions.taken_by',
  'chat_sessions.taken_at',
  'chat_sessions.concluded_at',
  'mail_placements.placed_at',
  'conversations.labels',
  'demo_parts.filled_at'
]

test('a column is dropped only where the version before does not name it', () => {
  if (!hasHistory()) return // nothing to compare with
  /** Its files that name both; a declaration is no use. */
  const naming = (table: string, column: string): string[] => {
    const either = ['--all-match', '-e', table, '-e', column]
    const places = ['services', 'workers', ':!*tables.ts']
    return spawnSync('git', ['grep', '-lw', ...either, olderVersion, '--', ...places], {
      cwd: path.join(import.meta.dirname, '..')
    })
      .stdout.toString()
      .split('\n')
      .filter(Boolean)
  }
  expect(naming('chat_sessions', 'ticket_id')).not.toEqual([])
  expect(unused.flatMap(each => naming(...(each.split('.') as [string, string])))).toEqual([])
})

/**
 * Faults of a step after the first version, beside which processes of the version before run: it must not hold a lock
 * for as long as a table is read or rewritten, nor refuse what those processes write.
 */
function unsafe(text: string): string[] {
  const made = new Set([...text.matchAll(/create table (?:if not exists )?(\w+)/gi)].map(([, name]) => name))
  const statements = text.replace(/--.*$/gm, '').split(/;\s*$/m)
  return statements.flatMap(statement => {
    const sql = statement.replace(/\s+/g, ' ').trim().toLowerCase()
    const table =
      /^create (?:unique )?index .*? on (?:only )?(\w+)/.exec(sql)?.[1] ?? /^alter table (?:only )?(\w+)/.exec(sql)?.[1]
    if (table && made.has(table)) return []
    const found: string[] = []
    if (/^create (unique )?index (?!concurrently)/.test(sql)) found.push('index without concurrently')
    if (/^create (unique )?index concurrently/.test(sql)) {
      if (!isOutside(text)) found.push('concurrently inside a transaction')
      const name = /concurrently (?:if not exists )?(\w+)/.exec(sql)?.[1]
      // One that failed leaves an index behind that is not valid.
      if (!new RegExp(`drop index concurrently if exists ${name}\\b`, 'i').test(text))
        found.push('index not dropped first')
    }
    if (/^drop index (?!concurrently)/.test(sql)) found.push('index without concurrently')
    if (/^reindex (?!.*concurrently)/.test(sql)) found.push('index without concurrently')
    if (/^(drop table|truncate|cluster|vacuum full|lock table)/.test(sql)) found.push('table taken away')
    if (sql.startsWith('alter table')) {
      if (/alter (column )?\w+ (set data )?type/.test(sql)) found.push('type changed')
      for (const [, column] of sql.matchAll(/add column ((?:[^,(]|\([^)]*\))*)/g)) {
        if (/not null/.test(column ?? '') && !/ default /.test(column ?? '')) found.push('column without default')
        if (/ default .*(clock_timestamp|random|new_id|gen_random_uuid)| generated /.test(column ?? ''))
          found.push('table rewritten')
        if (/ (references|check|unique|primary key)\b/.test(column ?? '')) found.push('constraint with a column')
      }
      if (/set not null/.test(sql) && !/validate constraint/i.test(text))
        found.push('not null without a validated check')
      if (/add (constraint \w+ )?(check|foreign key)/.test(sql) && !/not valid/.test(sql))
        found.push('constraint without not valid')
      if (/add (constraint \w+ )?(unique|primary key|exclude)/.test(sql) && !/using index/.test(sql))
        found.push('unique without using index')
      const lost = [...sql.matchAll(/\b(drop|rename) (?!constraint|not null|default)(?:column )?(\w+)/g)]
      if (lost.some(([, how, column]) => how === 'rename' || !unused.includes(`${table}.${column}`)))
        found.push('column taken away')
    }
    return found
  })
}

test('steps after the first version are safe beside running processes', () => {
  const names = Object.keys(files.steps)
  expect(names).toContain(firstVersionEndsWith)
  for (const name of names.slice(names.indexOf(firstVersionEndsWith) + 1))
    expect(unsafe(files.steps[name] as string), name).toEqual([])
})

test.each([
  ['create index x on leads (name);', 'index without concurrently'],
  ['create index concurrently x on leads (name);', 'concurrently inside a transaction'],
  ['-- outside a transaction\ncreate index concurrently x on leads (name);', 'index not dropped first'],
  ['drop index leads_by_name;', 'index without concurrently'],
  ['alter table leads alter column name type varchar(10);', 'type changed'],
  ['alter table leads add column a text not null;', 'column without default'],
  ['alter table leads add column a text default new_id();', 'table rewritten'],
  ['alter table leads add column a text references users (id);', 'constraint with a column'],
  ['alter table leads alter column email set not null;', 'not null without a validated check'],
  ['alter table leads add constraint a check (name <> $$$$);', 'constraint without not valid'],
  ['alter table leads add foreign key (owner_id) references users (id);', 'constraint without not valid'],
  ['alter table leads add constraint a unique (name);', 'unique without using index'],
  ['alter table leads drop column name;', 'column taken away'],
  ['alter table conversations drop column labels, drop column status;', 'column taken away'],
  ['alter table conversations rename column labels to marks;', 'column taken away'],
  ['alter table leads rename column name to title;', 'column taken away'],
  ['drop table leads;', 'table taken away']
])('%s is refused', (text, reason) => {
  expect(unsafe(text)).toContain(reason)
})

test.each([
  'alter table leads add column a text, add column b integer not null default 0;',
  '-- outside a transaction\ndrop index concurrently if exists x;\ncreate index concurrently x on leads (name);',
  'create table a (id text primary key);\ncreate index a_by_id on a (id);',
  'alter table leads add constraint a check (name <> $$$$) not valid;',
  'alter table leads drop constraint a, alter column name drop not null;',
  'alter table conversations drop column labels;'
])('%s is allowed', text => {
  expect(unsafe(text)).toEqual([])
})
