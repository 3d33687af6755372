import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdir, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { migrate } from '../../../migrations/run.ts'
import { createDatabase } from '../../../services/admin/backups/database.ts'
import { verify } from '../../../services/admin/backups/verify.ts'
import { readConfig, rolePassword } from '../../../services/core/config.ts'
import { removeDataFolder } from '../../../services/core/dataFolder.ts'
import { openDb } from '../../../services/core/db.ts'
import { company, openApp, sendLead } from '../../kit/app.ts'
import { emptyDatabase, newDatabase } from '../../kit/database.ts'
import { atEnd } from '../../kit/end.ts'
import { temporaryFolder } from '../../kit/folder.ts'
import { askErasure, erase } from '../../kit/privacy.ts'

const root = path.join(import.meta.dirname, '../../..')
const folder = await temporaryFolder('prosa backups')
/** As /root is: the account that PostgreSQL has when root runs it may not look inside. */
const closed = path.join(folder, 'closed')
await mkdir(closed, { mode: 0o700 })
afterAll(async () => {
  // Their databases may live elsewhere.
  for (const place of [folder, closed])
    for (const name of await readdir(place))
      if (name.startsWith('data-')) await removeDataFolder(path.join(place, name))
  await rm(folder, { recursive: true, force: true })
})

let folders = 0
const newFolder = (within = folder) => path.join(within, `data-${++folders}`)

type Env = Record<string, string>

/** Runs a command as a person does, and returns what it printed. */
async function run(
  script: string,
  args: string[],
  env: Env,
  onLine: (text: string, child: { kill(signal: 'SIGINT'): unknown }) => void = () => {}
) {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, ...args], {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe']
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', text => {
      output += text
      onLine(output, child)
    })
  const [code] = await once(child, 'close')
  return { code, output }
}

const backup = (env: Env) => run('services/admin/backups/main.ts', [], env)
const restore = (args: string[], env: Env) => run('migrations/restore.ts', args, env)

/** Makes a backup and returns its path. */
async function make(env: Env): Promise<string> {
  const { code, output } = await backup(env)
  expect(code, output).toBe(0)
  return /: (\/.*\.backup)$/m.exec(output)?.[1] ?? output
}

/** Rows and a sum of each table, in whatever order the rows lie. */
async function tablesOf(url: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      `select c.relname as name from pg_class c where relkind = 'r' and relnamespace = 'public'::regnamespace
       and relname not like 'kysely%' and relname not in ('repeatable_steps', 'backups') order by 1`
    )
    const sums: [string, string][] = []
    for (const { name } of rows) {
      const { rows: found } = await client.query(
        `select count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)::numeric), 0) as sum from ${name} t`
      )
      sums.push([name, found[0].sum])
    }
    const { rows: sequences } = await client.query(
      `select sequencename as name, last_value as last from pg_sequences where schemaname = 'public'`
    )
    return Object.fromEntries([...sums, ...sequences.map(({ name, last }) => [name, String(last)])])
  } finally {
    await client.end()
  }
}

const databaseUrl = await newDatabase()
const app = await openApp({ DATABASE_URL: databaseUrl })
const ours = await company(app, 'Padaria do João')
for (const name of ['Ada', 'Bia "a" \\ b', 'Caio\tTab'])
  await sendLead(app, ours.id, { name, email: `${name[0]}@example.com` })
await app.close()

const source: Env = { DATABASE_URL: databaseUrl, SECRET_KEY: inject('secret'), DATA_DIR: newFolder() }
const file = await make(source)

test('a backup is one file for this user alone, with nothing unfinished beside it', async () => {
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(path.basename(file)).toMatch(/^prosa-\d{4}-\d{2}-\d{2}-\d{4}\.backup$/)
  const names = await readdir(path.dirname(file))
  expect(names.toSorted()).toEqual(['erasures.json', 'folder.id', path.basename(file)])
})

test('an empty database is filled with the same rows, and is what it was made of', async () => {
  const url = await emptyDatabase()
  const { code, output } = await restore([file], { ...source, DATABASE_URL: url })
  expect(code, output).toBe(0)
  expect(output).toMatch(/^(prosa: .*\n)+$/)
  expect(await tablesOf(url)).toEqual(await tablesOf(databaseUrl))
  expect(await shapeOf(url)).toEqual(await shapeOf(databaseUrl))
  const restored = await openApp({ DATABASE_URL: url })
  const leads = await restored.inject({ url: '/api/leads', headers: ours.auth })
  expect(leads.json()).toHaveLength(3)
  // Identities go on where they were.
  expect((await sendLead(restored, ours.id, { name: 'Dora' })).statusCode).toBe(201)
})

/** Keys, policies and triggers, which a restore takes away for a while. */
async function shapeOf(url: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query(`
      select conrelid::regclass::text as a, conname::text as b, pg_get_constraintdef(oid) as c from pg_constraint
      where connamespace = 'public'::regnamespace
      union all select relname, relrowsecurity::text, relforcerowsecurity::text from pg_class
      where relnamespace = 'public'::regnamespace
      union all select tgrelid::regclass::text, tgname, tgenabled::text from pg_trigger where not tgisinternal
      order by 1, 2, 3`)
    return rows
  } finally {
    await client.end()
  }
}

test('a role that is no superuser restores too', async () => {
  const owner = new pg.Client({ connectionString: inject('databaseUrl') })
  await owner.connect()
  const name = `plain_${process.pid}`
  await owner.query(`create role ${name} login password 'plain' in role prosa_app, prosa_staff`)
  await owner.query(`create database ${name} owner ${name}`)
  atEnd(async () => {
    await owner.query(`drop database ${name} with (force)`)
    await owner.query(`drop role ${name}`)
    await owner.end()
  })
  const url = (user: string, password: string) => {
    const other = new URL(inject('databaseUrl'))
    Object.assign(other, { username: user, password, pathname: `/${name}` })
    return other.href
  }
  const urlOf = (role: string) => url(role, rolePassword(inject('secret'), role))
  const env = {
    ...source,
    DATABASE_URL: url(name, 'plain'),
    APP_DATABASE_URL: urlOf('prosa_app'),
    STAFF_DATABASE_URL: urlOf('prosa_staff')
  }
  const { code, output } = await restore([file], env)
  expect(code, output).toBe(0)
  const asSuperuser = new URL(inject('databaseUrl'))
  asSuperuser.pathname = `/${name}`
  expect(await tablesOf(asSuperuser.href)).toEqual(await tablesOf(databaseUrl))
})

test('a database with data is refused, and with --replace stands aside under another name', async () => {
  const url = await newDatabase()
  const name = new URL(url).pathname.slice(1)
  const before = await tablesOf(url)
  const refused = await restore([file], { ...source, DATABASE_URL: url })
  expect(refused).toEqual({ code: 1, output: expect.stringMatching(/já tem dados.*--replace/) })
  expect(await tablesOf(url)).toEqual(before)
  const { code, output } = await restore([file, '--replace'], { ...source, DATABASE_URL: url })
  expect(code, output).toBe(0)
  expect(await tablesOf(url)).toEqual(await tablesOf(databaseUrl))
  const aside = /(test_\w+-antes-[\d-]+)/.exec(output)?.[1] ?? ''
  expect(aside).toContain(name)
  const old = new URL(url)
  old.pathname = `/${aside}`
  expect(await tablesOf(old.href)).toEqual(before)
  const owner = new pg.Client({ connectionString: inject('databaseUrl') })
  await owner.connect()
  await owner.query(`drop database "${aside}" with (force)`)
  await owner.end()
})

/** A copy of the backup, changed. */
async function changed(change: (handle: Awaited<ReturnType<typeof open>>, size: number) => Promise<unknown>) {
  const copy = path.join(folder, `changed-${++folders}.backup`)
  await copyFile(file, copy)
  const handle = await open(copy, 'r+')
  await change(handle, (await handle.stat()).size)
  await handle.close()
  return copy
}

test('what is no whole backup is refused in a sentence, before anything is touched', async () => {
  const target = { SECRET_KEY: inject('secret'), DATA_DIR: newFolder(), DATABASE_URL: await emptyDatabase() }
  const flip = (at: (size: number) => number) =>
    changed(async (handle, size) => {
      const byte = Buffer.alloc(1)
      await handle.read(byte, 0, 1, at(size))
      byte[0] = (byte[0] ?? 0) ^ 1
      await handle.write(byte, 0, 1, at(size))
    })
  const cases: [string, string, RegExp][] = [
    ['cut in the middle', await changed((handle, size) => handle.truncate(size >> 1)), /não está inteiro/],
    ['cut by a byte', await changed((handle, size) => handle.truncate(size - 1)), /não está inteiro/],
    ['empty', await changed(handle => handle.truncate(0)), /não é um backup/],
    ['a byte in the middle', await flip(size => size >> 1), /alterado ou está danificado/],
    ['a byte of the header', await flip(() => 20), /alterado ou está danificado|mais nova/],
    ['a byte of the sum', await flip(size => size - 20), /alterado ou está danificado/],
    ['another file', path.join(root, 'package.json'), /não é um backup/]
  ]
  for (const [title, copy, sentence] of cases)
    await expect(verify(copy, { password: undefined }), title).rejects.toThrow(sentence)
  for (const copy of [cases[0]?.[1] ?? '', path.join(folder, 'nothing.backup')]) {
    const { code, output } = await restore([copy], target)
    expect([code, output]).toEqual([1, expect.stringMatching(/^(prosa: .*\n)+$/)])
  }
  expect(await tablesOf(target.DATABASE_URL)).toEqual({})
})

test('a backup of a newer version is refused', async () => {
  const { migrations, url } = { migrations: '9999-of-the-future', url: await newDatabase() }
  const owner = new pg.Client({ connectionString: url })
  await owner.connect()
  await owner.query(`insert into kysely_migration (name, timestamp) values ('${migrations}', now()::text)`)
  await owner.end()
  const newer = await make({ ...source, DATABASE_URL: url, DATA_DIR: newFolder() })
  const refused = await restore([newer], { ...source, DATABASE_URL: await emptyDatabase() })
  expect(refused).toEqual({ code: 1, output: expect.stringMatching(/versão mais nova/) })
  const format = await changed(async handle => handle.write(Buffer.from('PROSA BACKUP {"format":2,'), 0, 25, 0))
  expect((await restore([format], { ...source, DATABASE_URL: await emptyDatabase() })).output).toMatch(
    /versão mais nova/
  )
})

test('an encrypted backup says nothing without its password', async () => {
  const secret = { ...source, DATA_DIR: newFolder(), BACKUP_PASSWORD: 'uma senha qualquer' }
  const sealed = await make(secret)
  expect((await readFile(sealed)).includes('Padaria')).toBe(false)
  const url = await emptyDatabase()
  const outputOf = async (env: Env) => (await restore([sealed], { ...source, DATABASE_URL: url, ...env })).output
  expect(await outputOf({})).toMatch(/tem senha: informe-a em BACKUP_PASSWORD/)
  expect(await outputOf({ BACKUP_PASSWORD: 'outra senha' })).toMatch(/senha do backup não é esta/)
  await expect(verify(sealed, { password: secret.BACKUP_PASSWORD })).resolves.toBeDefined()
})

test('the second of two backups at once says so', async () => {
  const other = new pg.Client({ connectionString: databaseUrl })
  await other.connect()
  await other.query(`select pg_advisory_lock(lock_key('backup'))`)
  const env = { ...source, DATA_DIR: newFolder() }
  const refused = await backup(env)
  await other.end()
  expect(refused).toEqual({ code: 1, output: expect.stringMatching(/Outro backup está sendo feito agora/) })
  expect((await readdir(path.join(env.DATA_DIR, 'backups'))).filter(name => name.includes('backup'))).toEqual([])
})

test('a disk that takes no more leaves nothing that passes for a backup', async () => {
  const env = { ...source, DATA_DIR: newFolder() }
  const { stdout, stderr, status } = spawnSync(
    'sh',
    [
      '-c',
      'ulimit -f 8 && exec "$0" --disable-warning=ExperimentalWarning services/admin/backups/main.ts',
      process.execPath
    ],
    { cwd: root, env: { PATH: process.env.PATH, ...env }, encoding: 'utf8' }
  )
  expect([status, stderr + stdout]).toEqual([1, expect.stringMatching(/prosa: Nada foi gravado em .*backups: /)])
  expect((await readdir(path.join(env.DATA_DIR, 'backups'))).filter(name => name.includes('backup'))).toEqual([])
})

test('Ctrl-C in a restore leaves an empty database empty', async () => {
  const url = await emptyDatabase()
  const env = { ...source, DATABASE_URL: url }
  const { code, output } = await run('migrations/restore.ts', [file], env, (text, child) => {
    if (text.includes('preparando as tabelas') && !text.includes('interrompida')) child.kill('SIGINT')
  })
  expect([code, output]).toEqual([1, expect.stringMatching(/os dados de antes estão como estavam/)])
  expect(await tablesOf(url)).toEqual({})
})

test('a database that is half restored is not started with, and the next restore begins again', async () => {
  const url = await emptyDatabase()
  const owner = new pg.Client({ connectionString: url })
  await owner.connect()
  await owner.query('create table restore_under_way (); create table leads (id text)')
  await owner.end()
  await expect(migrate(readConfig({ ...source, DATABASE_URL: url }))).rejects.toThrow(/restauração.*não terminou/)
  const { code, output } = await restore([file], { ...source, DATABASE_URL: url })
  expect(code, output).toBe(0)
  expect(await tablesOf(url)).toEqual(await tablesOf(databaseUrl))
})

test('a data folder is restored with its secrets, stands aside for another, and forgets who was erased since', async () => {
  const [dataDir, key] = [newFolder(), 'k'.repeat(64)]
  const made = await createDatabase(dataDir, key)
  const config = readConfig({ DATABASE_URL: made.url, SECRET_KEY: key, LOG_LEVEL: 'silent', RATE_LIMIT_FACTOR: '1000' })
  await migrate(config)
  const env = { DATABASE_URL: made.url, SECRET_KEY: key }
  const own = await openApp(env)
  const shop = await company(own)
  await sendLead(own, shop.id, { name: 'Ada', email: 'ada@example.com', phone: '11987654321' })
  await sendLead(own, shop.id, { name: 'Bia', email: 'bia@example.com', phone: '11987650001' })
  await own.close()
  await made.stop()

  // Nothing runs: the backup starts the database for itself.
  const own1 = await make({ DATA_DIR: dataDir })

  const copy = newFolder(closed)
  await mkdir(path.join(copy, 'backups'), { recursive: true })
  await writeFile(path.join(copy, 'backups', 'note.txt'), 'kept')
  // Left by a start that failed before it had a database.
  await writeFile(path.join(copy, 'LOCATION.txt'), 'x')
  const restored = await restore([own1], { DATA_DIR: copy })
  expect(restored.code, restored.output).toBe(0)
  expect(await readFile(path.join(copy, 'secret.key'), 'utf8')).toBe(key)
  expect(await readFile(path.join(copy, 'backups', 'note.txt'), 'utf8')).toBe('kept')
  const names = async (dir: string) => {
    const opened = await createDatabase(dir, '')
    const db = openDb({ ...readConfig({ DATABASE_URL: opened.url, SECRET_KEY: key }).database, name: 'test' })
    try {
      const rows = await db.everyCompany(trx => trx.selectFrom('leads').select('name').orderBy('name').execute())
      return rows.map(({ name }) => name)
    } finally {
      await db.close()
      await opened.stop()
    }
  }
  expect(await names(copy)).toEqual(['Ada', 'Bia'])

  const running = await createDatabase(dataDir, key)
  const later = await openApp({ DATABASE_URL: running.url, SECRET_KEY: key })
  await erase(
    later,
    shop,
    await askErasure(later, shop, { name: 'Ada', email: 'ada@example.com', phone: '11987654321' })
  )
  await later.close()
  await running.stop()
  const refused = await restore([own1], { DATA_DIR: dataDir })
  expect(refused).toEqual({ code: 1, output: expect.stringMatching(/já tem dados.*--replace/) })
  const replaced = await restore([path.basename(own1), '--replace'], { DATA_DIR: dataDir })
  expect(replaced.code, replaced.output).toBe(0)
  expect(replaced.output).toMatch(/excluídos de novo.*: 1/)
  expect(await names(dataDir)).toEqual(['Bia'])
  const aside = /em (\/.+-antes-[\d-]+)/.exec(replaced.output)?.[1] ?? ''
  expect(await names(aside)).toEqual(['Bia'])
  expect(await readdir(path.join(dataDir, 'backups'))).toContain(path.basename(own1))
})

test('Ctrl-C in a restore that replaces leaves the data folder as it was', async () => {
  const dataDir = newFolder()
  const made = await createDatabase(dataDir, 'k'.repeat(64))
  await migrate(readConfig({ DATABASE_URL: made.url, SECRET_KEY: 'k'.repeat(64) }))
  await made.stop()
  const { code, output } = await run(
    'migrations/restore.ts',
    [file, '--replace'],
    { DATA_DIR: dataDir },
    (text, child) => {
      if (text.includes('preparando as tabelas') && !text.includes('interrompida')) child.kill('SIGINT')
    }
  )
  expect([code, output]).toEqual([1, expect.stringMatching(/os dados de antes estão como estavam/)])
  expect(
    (await readdir(folder)).filter(name => /restaurando|antes/.test(name) && name.startsWith(path.basename(dataDir)))
  ).toEqual([])
  expect(await readFile(path.join(dataDir, 'secret.key'), 'utf8')).toBe('k'.repeat(64))
})
