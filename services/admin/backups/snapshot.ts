import { createHash } from 'node:crypto'
import { to as copyTo } from 'pg-copy-streams'
import type { OwnConnection } from '../../core/ownConnection.ts'
import { type Head, record, type Sums, type TableSum } from './format.ts'

/** The table that stands in a database while a backup is being restored into it. */
export const restoreMark = 'restore_under_way'

/** The migration fills these itself. */
const ofTheMigration = ['kysely_migration', 'kysely_migration_lock', 'repeatable_steps', restoreMark]

export type Table = { name: string; columns: string[] }

/**
 * The tables of the product with the columns that have values of their own, quoted. The queues' are in another schema:
 * their jobs are handed over again from the tables.
 */
export async function listTables(connection: OwnConnection): Promise<Table[]> {
  const { rows } = await connection.query<Table>(
    `select format('%I', c.relname) as name,
       array_agg(format('%I', a.attname) order by a.attnum) filter (where a.attgenerated = '') as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
       and c.relname <> all ($1) and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
     group by c.oid, c.relname order by c.relname`,
    [ofTheMigration]
  )
  return rows
}

export async function listSteps(connection: OwnConnection): Promise<string[]> {
  const { rows } = await connection.query<{ name: string }>('select name from kysely_migration order by name')
  return rows.map(({ name }) => name)
}

/** Where each sequence is; those that were never used are left out. */
async function listSequences(connection: OwnConnection): Promise<Record<string, string>> {
  const { rows } = await connection.query<{ name: string; last: string }>(
    `select format('%I', sequencename) as name, last_value::text as last from pg_sequences
     where schemaname = 'public' and last_value is not null order by 1`
  )
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]))
}

/** All rows as they stand at one moment, as the records of a backup. */
export async function* readSnapshot(
  connection: OwnConnection,
  head: Omit<Head, 'steps'>
): AsyncGenerator<Buffer, void> {
  await connection.query('begin isolation level repeatable read read only')
  yield* record('head', { ...head, steps: await listSteps(connection) })
  const tables: TableSum[] = []
  for (const { name, columns } of await listTables(connection)) {
    yield* record('table', { table: name, columns })
    const hash = createHash('sha256')
    let bytes = 0
    // A partitioned table is copied by way of a query.
    const copy = connection.query(copyTo(`copy (select ${columns.join(', ')} from ${name}) to stdout`))
    const ready = Promise.withResolvers<void>()
    Object.assign(copy, { handleReadyForQuery: ready.resolve })
    // A reader that gives up hears nothing of the connection's end, which would end the process.
    copy.on('error', ready.reject)
    ready.promise.catch(() => {})
    for await (const part of copy as AsyncIterable<Buffer>) {
      hash.update(part)
      bytes += part.length
      yield* record('data', part)
    }
    // The number of rows comes after the last of them.
    await ready.promise
    tables.push({ table: name, rows: copy.rowCount, bytes, sha256: hash.digest('hex') })
  }
  yield* record('sums', { tables, sequences: await listSequences(connection) } satisfies Sums)
  await connection.query('commit')
}
