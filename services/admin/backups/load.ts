import { finished } from 'node:stream/promises'
import { type CopyStreamQuery, from as copyFrom } from 'pg-copy-streams'
import type { OwnConnection } from '../../core/ownConnection.ts'
import { BackupError } from './failure.ts'
import { parseRecord, readFile, type Sums, TableStart } from './format.ts'
import { listTables } from './snapshot.ts'

type Constraint = { table: string; name: string; definition: string }

/**
 * Fills the tables with the rows of a backup in one transaction. They stand as the steps of the backup made them, and
 * what these put into them goes. The owner of the tables need not be a superuser: foreign keys are made again at the
 * end, which also checks them, rather than switched off.
 */
export async function loadRows(
  connection: OwnConnection,
  file: string,
  { password, sums }: { password: string | undefined; sums: Sums }
): Promise<void> {
  await connection.query('begin')
  const tables = (await listTables(connection)).map(({ name }) => name)
  if (JSON.stringify(tables.toSorted()) !== JSON.stringify(sums.tables.map(({ table }) => table).toSorted()))
    throw new BackupError('As tabelas do backup não são as desta versão do Prosa: restaure-o com a versão que o fez.')
  const constraints = await dropForeignKeys(connection)
  const forced = await listForced(connection)
  for (const table of forced) await connection.query(`alter table ${table} no force row level security`)
  for (const table of tables) await connection.query(`alter table ${table} disable trigger user`)
  await connection.query(`truncate ${tables.join(', ')}`)
  await copyRows(connection, file, { password, sums })
  for (const [sequence, last] of Object.entries(sums.sequences))
    await connection.query('select setval($1::regclass, $2::bigint)', [sequence, last])
  for (const { table, name, definition } of constraints)
    await connection.query(`alter table ${table} add constraint ${name} ${definition}`)
  for (const table of tables) await connection.query(`alter table ${table} enable trigger user`)
  for (const table of forced) await connection.query(`alter table ${table} force row level security`)
  await connection.query('commit')
  await connection.query('analyze')
}

async function dropForeignKeys(connection: OwnConnection): Promise<Constraint[]> {
  const { rows } = await connection.query<Constraint>(
    `select conrelid::regclass::text as "table", format('%I', conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace order by 1, 2`
  )
  for (const { table, name } of rows) await connection.query(`alter table ${table} drop constraint ${name}`)
  return rows
}

/** Tables whose policies bind their owner too, who could then fill none. */
async function listForced(connection: OwnConnection): Promise<string[]> {
  const { rows } = await connection.query<{ name: string }>(
    `select format('%I', relname) as name from pg_class
     where relforcerowsecurity and relnamespace = 'public'::regnamespace order by 1`
  )
  return rows.map(({ name }) => name)
}

async function copyRows(
  connection: OwnConnection,
  file: string,
  { password, sums }: { password: string | undefined; sums: Sums }
): Promise<void> {
  let open: { table: string; copy: CopyStreamQuery } | undefined
  let failure: Error | undefined
  const finish = async () => {
    if (failure) throw failure
    if (!open) return
    const { table, copy } = open
    open = undefined
    copy.end()
    await finished(copy)
    if (copy.rowCount !== sums.tables.find(each => each.table === table)?.rows)
      throw new BackupError(`O backup não tem todas as linhas de ${table}: use outro.`)
  }
  for await (const { kind, bytes } of readFile(file, { password })) {
    // It takes nothing more, and says so only once.
    if (failure) throw failure
    if (kind === 'data' && open) {
      if (!open.copy.write(Buffer.from(bytes))) await drained(open.copy)
      continue
    }
    await finish()
    if (kind !== 'table') continue
    const { table, columns } = parseRecord(TableStart, bytes)
    open = { table, copy: connection.query(copyFrom(`copy ${table} (${columns.join(', ')}) from stdin`)) }
    open.copy.on('error', error => {
      failure = error
    })
  }
  await finish()
}

/** Waits until the stream takes more; throws where it fails instead. */
function drained(copy: CopyStreamQuery): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (error?: Error) => {
      copy.off('drain', settle)
      copy.off('error', settle)
      if (error) reject(error)
      else resolve()
    }
    copy.once('drain', settle)
    copy.once('error', settle)
  })
}
