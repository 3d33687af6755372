import { setTimeout as sleep } from 'node:timers/promises'
import { configOf } from '../../services/admin/backups/database.ts'
import { BackupError } from '../../services/admin/backups/failure.ts'
import { stampOf } from '../../services/admin/backups/folder.ts'
import { restoreMark } from '../../services/admin/backups/snapshot.ts'
import type { Config } from '../../services/core/config.ts'
import { openDb } from '../../services/core/db.ts'
import { type OwnConnection, openConnection } from '../../services/core/ownConnection.ts'
import { keepErasures } from '../../services/privacy/privacy/replay.ts'
import { fill, type RestoreTask } from './fill.ts'
import { whenOf } from './folder.ts'

/**
 * Fills the database of DATABASE_URL. An empty one is filled in place: until it is whole it has a mark, with which
 * nothing starts. For one with data another is made beside it, which takes its name at the very end.
 */
export async function restoreDatabase(task: RestoreTask): Promise<void> {
  const { env, dataDir, replace, backup, say } = task
  if (!env.SECRET_KEY) throw new BackupError('Com DATABASE_URL é preciso dizer também SECRET_KEY.')
  const config = configOf({ ...env, DATA_DIR: dataDir })
  const state = await withConnection(config.database.owner, readState)
  const { name } = state
  if (state.hasData && !replace)
    throw new BackupError(
      `O banco de dados ${name} já tem dados. Para trocá-los pelos do backup, repita o comando com --replace no fim: os de agora ficam em outro banco, ao lado.`
    )
  if (state.hasData) await restoreBeside(config, task, name)
  else await restoreInPlace(config, task, state.isMarked)
  say(`restaurado em ${name} o backup de ${whenOf(backup.head.createdAt)}`)
}

async function withConnection<T>(url: string, work: (connection: OwnConnection) => Promise<T>): Promise<T> {
  const connection = await openConnection(url, 'prosa restore')
  try {
    return await work(connection)
  } finally {
    await connection.close()
  }
}

async function readState(connection: OwnConnection): Promise<{ name: string; hasData: boolean; isMarked: boolean }> {
  const { rows } = await connection.query<{ name: string; tables: number; marked: boolean }>(
    `select current_database() as name, to_regclass('public.${restoreMark}') is not null as marked,
       (select count(*)::int from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace) as tables`
  )
  const { name = '', tables = 0, marked = false } = rows[0] ?? {}
  return { name, hasData: tables > 0 && !marked, isMarked: marked }
}

async function restoreInPlace(config: Config, task: RestoreTask, isMarked: boolean): Promise<void> {
  const { owner } = config.database
  const empty = () => withConnection(owner, emptyDatabase)
  if (isMarked) await empty()
  let filling = Promise.resolve()
  let isFilling = false
  task.onBegin(async () => {
    // It may open another connection after each that is ended.
    while (isFilling) {
      await withConnection(owner, endOthers)
      await Promise.race([filling.catch(() => {}), sleep(100)])
    }
    await empty()
  })
  await withConnection(owner, connection => connection.query(`create table if not exists ${restoreMark} ()`))
  isFilling = true
  filling = fill(config, task).finally(() => {
    isFilling = false
  })
  await filling
  await withConnection(owner, connection => connection.query(`drop table ${restoreMark}`))
  task.onBegin(async () => {})
}

/** Removes what a restore has made, and nothing that was in an empty database before; the mark last. */
async function emptyDatabase(connection: OwnConnection): Promise<void> {
  await endOthers(connection)
  const { rows } = await connection.query<{ text: string }>(`
    select format('drop schema if exists bullmq cascade') as text, 0 as place
    union all
    select format('drop table if exists public.%I cascade', relname), case relname when '${restoreMark}' then 2 else 1 end
    from pg_class c where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and not ${ofExtension('c')}
    union all
    select format('drop routine if exists %s cascade', p.oid::regprocedure), 1
    from pg_proc p where pronamespace = 'public'::regnamespace and not ${ofExtension('p')}
    union all
    select format('drop type if exists public.%I cascade', typname), 1
    from pg_type t join pg_class c on c.oid = t.typrelid and c.relkind = 'c'
    where typnamespace = 'public'::regnamespace and not ${ofExtension('t')}
    order by place`)
  for (const { text } of rows) await connection.query(text)
}

const ofExtension = (alias: string) =>
  `exists (select from pg_depend d where d.objid = ${alias}.oid and d.deptype = 'e')`

/** Ends the connections of a restore that was broken off, which might go on. */
const endOthers = (connection: OwnConnection) =>
  connection.query(`
    select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
      and usename in (current_user, 'prosa_app', 'prosa_staff')`)

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

async function restoreBeside(config: Config, task: RestoreTask, name: string): Promise<void> {
  const { say } = task
  const [fresh, aside] = [`${name}_restaurando`, `${name}-antes-${stampOf(new Date())}`]
  const server = urlOf(config.database.owner, 'postgres')
  await withConnection(server, connection => refuseUse(connection, name))
  const erasures = [...task.erasures, await readErasures(config)]
  const drop = () =>
    withConnection(server, async connection => {
      await connection.query(`drop database if exists ${quoted(fresh)} with (force)`)
    })
  await drop()
  task.onBegin(drop)
  await withConnection(server, connection => connection.query(`create database ${quoted(fresh)}`)).catch(error => {
    if ((error as { code?: string }).code !== '42501') throw error
    throw new BackupError(
      'O usuário de DATABASE_URL não pode criar um banco de dados: dê-lhe CREATEDB, ou restaure em um banco vazio.'
    )
  })
  await fill(inDatabase(config, fresh), { ...task, erasures })
  await withConnection(server, async connection => {
    await refuseUse(connection, name)
    await connection.query('begin')
    await connection.query(`alter database ${quoted(name)} rename to ${quoted(aside)}`)
    await connection.query(`alter database ${quoted(fresh)} rename to ${quoted(name)}`)
    await connection.query('commit')
  })
  task.onBegin(async () => {})
  say(`os dados de antes estão no banco ${aside}: apague-o quando não precisar mais dele`)
}

async function refuseUse(connection: OwnConnection, name: string): Promise<void> {
  const { rows } = await connection.query(
    'select from pg_stat_activity where datname = $1 and backend_type = $2 and application_name not like $3',
    [
      name,
      'client backend',
      // Ours may take a moment to end.
      'prosa restore%'
    ]
  )
  if (rows.length > 0)
    throw new BackupError(`Alguém está usando o banco de dados ${name}: pare o Prosa e restaure de novo.`)
}

async function readErasures(config: Config) {
  const db = openDb({ ...config.database, name: 'prosa restore', max: 2 })
  return keepErasures(db).finally(() => db.close())
}

function urlOf(url: string, database: string): string {
  const other = new URL(url)
  other.pathname = `/${encodeURIComponent(database)}`
  return other.href
}

function inDatabase(config: Config, name: string): Config {
  const { owner, app, staff, rolesGiven } = config.database
  return {
    ...config,
    database: { owner: urlOf(owner, name), app: urlOf(app, name), staff: urlOf(staff, name), rolesGiven }
  }
}
