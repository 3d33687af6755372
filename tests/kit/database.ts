import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { atEnd } from './end.ts'

/** A migrated database of its own, for tests whose relays and workers must not see other tests' jobs. */
export async function newDatabase(): Promise<string> {
  return createDatabase('pattern')
}

/** An empty database. */
export async function emptyDatabase(): Promise<string> {
  return createDatabase('template1')
}

async function createDatabase(template: string): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await command(`create database ${name} template ${template} strategy file_copy`)
  // Autovacuum visits every database there is.
  atEnd(() => command(`drop database ${name} with (force)`))
  const url = new URL(inject('databaseUrl'))
  url.pathname = `/${name}`
  return url.href
}

async function command(text: string): Promise<void> {
  const owner = new pg.Client({ connectionString: inject('databaseUrl') })
  await owner.connect()
  await owner.query(text)
  await owner.end()
}

/** Updates a table's statistics, as autovacuum would in time. */
export async function analyze(url: string, table: string): Promise<void> {
  const owner = new pg.Client({ connectionString: url })
  await owner.connect()
  await owner.query(`analyze ${table}`)
  await owner.end()
}

/** How many rows of a table were read since the database was made, by those connections that have ended. */
export async function readRows(url: string, table: string): Promise<number> {
  const owner = new pg.Client({ connectionString: url })
  await owner.connect()
  const { rows } = await owner.query<{ read: string }>(
    'select seq_tup_read + coalesce(idx_tup_fetch, 0) as read from pg_stat_user_tables where relname = $1',
    [table]
  )
  await owner.end()
  return Number(rows[0]?.read ?? 0)
}
