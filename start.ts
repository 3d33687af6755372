import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { accessSync, constants, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { build } from './build.ts'
import { migrate, NewerDatabaseError } from './migrations/run.ts'
import { createFirstAdmin } from './services/admin/firstAdmin.ts'
import { type Config, readConfig } from './services/core/config.ts'
import { maxConnections, refuseFewConnections } from './services/core/connections.ts'
import { openDb } from './services/core/db.ts'
import { type Embedded, freePort, startEmbedded } from './services/core/embedded.ts'
import { nodeEnvironment, nodeFlags } from './services/core/runtime.ts'
import { fillDemo } from './services/demo.ts'
import { demoAccount, demoAdmin } from './services/demoAccounts.ts'
import { demoProvider, restorePlayers } from './services/demoChannels.ts'
import { queueNames } from './services/queueNames.ts'

// `npm start`: everything on one machine. In production the same processes run on their own: see docker-compose.yml.

const root = import.meta.dirname
const say = (text: string) => console.log(`prosa: ${text}`)

/** Ends the start with one sentence that says what to do. */
class Refusal extends Error {}

function give(reason: string): never {
  throw new Refusal(reason)
}

/**
 * A process is asked every so many milliseconds whether it is alive, and ended where it does not answer so many times.
 */
const asking = { every: 4000, times: 5 }

const started = performance.now()
const env: NodeJS.ProcessEnv = { ...process.env }
const dataDir = path.resolve(root, env.DATA_DIR ?? '.data')
const lock = path.join(dataDir, 'prosa.pid')
let embedded: Embedded | undefined
let databaseStart = Promise.resolve()
const children = new Map<string, ChildProcess>()
let stopping = false
let newAdmin = false

try {
  prepareDataDir()
  await refuseBusyPort()
  // From here on there is a database to be stopped.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0))
  databaseStart = startDatabase()
  await Promise.all([databaseStart, build({ onBuild: part => say(`building the ${part} (once)`) })])
  await playMeta()
  const config = configure()
  await prepareDatabase(config)
  run('worker', path.join(root, 'dist/services/worker.js'))
  run('api', path.join(root, 'dist/services/server.js'))
  await untilReady(config)
  announce(config)
  if (config.demoProviderUrl && env.DEMO_PROVIDER === 'true') await preparePlayers(config, config.demoProviderUrl)
} catch (error) {
  // The database would go on without us.
  if (!stopping) console.error(error instanceof Refusal ? `prosa: ${error.message}` : error)
  await stop(1)
}

function prepareDataDir(): void {
  try {
    mkdirSync(dataDir, { recursive: true })
    accessSync(dataDir, constants.W_OK)
  } catch {
    give(`the folder ${dataDir} cannot be written: give it to this user, or set DATA_DIR to another folder`)
  }
  const other = existsSync(lock) ? Number(readFileSync(lock, 'utf8')) : 0
  if (other && other !== process.pid && isRunning(other))
    give(`another Prosa (process ${other}) is using ${dataDir}: stop it, or set DATA_DIR to another folder`)
  writeFileSync(lock, String(process.pid))
  process.on('exit', () => rmSync(lock, { force: true }))
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !existsSync(`/proc/${pid}/cmdline`) || readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('start.ts')
  } catch {
    return false
  }
}

function refuseBusyPort(): Promise<void> {
  const port = Number(env.PORT || 3000)
  if (!Number.isInteger(port) || port < 1 || port > 65_535) give(`PORT must be a port number, not ${env.PORT}`)
  const host = env.HOST ?? '127.0.0.1'
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new Refusal(
          error.code === 'EADDRINUSE'
            ? `port ${port} is in use: stop the program that uses it, or choose another with PORT=3001 npm start`
            : `port ${port} of ${host} cannot be listened on (${error.code}): choose others with PORT and HOST`
        )
      )
    )
    probe.listen(port, host, () => probe.close(() => resolve()))
  })
}

/** Without a DATABASE_URL the database is our own, and so is the secret that everything derives from. */
async function startDatabase(): Promise<void> {
  if (env.DATABASE_URL) return
  env.SECRET_KEY ??= keptSecret()
  env.DEMO ??= 'true'
  try {
    embedded = await startEmbedded({
      dataDir,
      password: keptSecret('postgres.key'),
      onCrash: (code, signal) =>
        stopping || say(`PostgreSQL ended unexpectedly (${signal ?? code}) and is started again`)
    })
  } catch (error) {
    give(error instanceof Error ? error.message : String(error))
  }
  env.DATABASE_URL = embedded.url
  // The known password is for the demonstration alone.
  env.ADMIN_EMAIL ??= demoAdmin.email
  env.ADMIN_PASSWORD ??= env.DEMO === 'true' ? demoAdmin.password : randomBytes(9).toString('base64url')
}

/** How many leads the demonstration has beyond its few; `DEMO_LEADS=100000` shows a large company. */
function demoLeads({ DEMO_LEADS }: NodeJS.ProcessEnv): number {
  const count = Number(DEMO_LEADS || 0)
  if (!Number.isInteger(count) || count < 0 || count > 1_000_000) give('DEMO_LEADS deve ser um número até 1000000.')
  return count
}

function keptSecret(file = 'secret.key'): string {
  const kept = path.join(dataDir, file)
  if (!existsSync(kept)) writeFileSync(kept, randomBytes(32).toString('hex'), { mode: 0o600 })
  return readFileSync(kept, 'utf8').trim()
}

/**
 * In a demonstration the channels speak to a server that plays Meta and its customers, unless another one is named or
 * `DEMO_PROVIDER=false` asks for the real ones. The product goes on without it, and it is started again.
 */
async function playMeta(): Promise<void> {
  env.DEMO_PROVIDER ??= String(env.DEMO === 'true' && !env.META_GRAPH_URL && !env.META_APP_SECRET)
  if (env.DEMO_PROVIDER !== 'true' || !env.SECRET_KEY) return
  const product = `http://127.0.0.1:${env.PORT || 3000}`
  const provider = demoProvider(env.SECRET_KEY, { port: await freePort(), product })
  Object.assign(env, provider.env)
  const start = (): void => {
    const child = spawn(process.execPath, [...nodeFlags, path.join(root, 'tests/peers/meta.ts'), ...provider.args], {
      env: { ...nodeEnvironment },
      // By the channel it learns of our end, however sudden that is.
      stdio: ['ignore', 'ignore', 'inherit', 'ipc']
    })
    children.set('provider', child)
    child.once('exit', () => stopping || setTimeout(() => stopping || start(), 2000))
  }
  start()
}

/** The customers of the demonstration get their phones back. */
async function preparePlayers(config: Config, providerUrl: string): Promise<void> {
  const db = openDb({ ...config.database, name: 'prosa players', max: 1 })
  try {
    await restorePlayers(db, config, providerUrl)
  } catch (error) {
    say(`the phones of the demonstration stay empty: ${error instanceof Error ? error.message : error}`)
  } finally {
    await db.close()
  }
}

function configure(): Config {
  try {
    return readConfig(env)
  } catch (error) {
    return give(error instanceof Error ? error.message : String(error))
  }
}

async function prepareDatabase(config: Config): Promise<void> {
  try {
    const applied = await migrate(config)
    if (applied.length > 0) say(`database prepared (${applied.length} steps)`)
  } catch (error) {
    if (error instanceof NewerDatabaseError)
      give(`${error.message}: start the newer version of Prosa, or restore the backup made before the upgrade`)
    give(`the database could not be prepared: ${error instanceof Error ? error.message : error}`)
  }
  const db = openDb({ ...config.database, name: 'prosa start', max: 2 })
  try {
    const needed = (['api', 'worker'] as const).map(kind => maxConnections(kind, config, queueNames.length))
    await refuseFewConnections(
      db,
      needed.reduce((sum, each) => sum + each)
    )
    newAdmin = await createFirstAdmin(db, config)
    if (env.DEMO === 'true' && (await fillDemo(db, config, { leads: demoLeads(env) }))) say('demo company created')
  } catch (error) {
    give(error instanceof Error ? error.message : String(error))
  } finally {
    await db.close()
  }
}

/**
 * Starts a process and starts it again when it ends, sooner or later depending on how long it held, or when it has not
 * answered for twenty seconds: one that is stuck would never end by itself.
 */
function run(name: string, file: string, failures = 0): void {
  if (stopping) return
  const since = Date.now()
  const child = spawn(process.execPath, [...nodeFlags, file], {
    env: { ...nodeEnvironment, ...env },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    cwd: root
  })
  children.set(name, child)
  let reason = ''
  // Counted rather than timed: after a machine has slept, nobody has been asked yet.
  let unanswered = 0
  child.on('message', () => {
    unanswered = 0
  })
  const asks = setInterval(() => {
    if (unanswered++ < asking.times) return void child.send('alive?', () => {})
    clearInterval(asks)
    reason = 'no longer answered'
    child.kill('SIGKILL')
  }, asking.every)
  child.once('exit', (code, signal) => {
    clearInterval(asks)
    if (stopping) return
    const again = Date.now() - since > 30_000 ? 0 : failures + 1
    const wait = Math.min(250 * 2 ** (again - 1), 10_000)
    say(`${name} ${reason || `ended unexpectedly (${signal ?? code})`} and is started again`)
    setTimeout(() => run(name, file, again), again === 0 ? 0 : wait)
  })
}

async function untilReady(config: Config): Promise<void> {
  const host = config.host === '0.0.0.0' ? '127.0.0.1' : config.host
  while (!stopping) {
    const answer = await fetch(`http://${host.includes(':') ? `[${host}]` : host}:${config.port}/health/ready`).catch(
      () => null
    )
    if (answer?.ok) return
    await new Promise(resolve => setTimeout(resolve, 50))
  }
}

function announce(config: Config): void {
  if (stopping) return
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  const demo =
    env.DEMO === 'true'
      ? [
          `  Entrar com a demonstração:  ${demoAccount.email}  /  ${demoAccount.password}`,
          `  Formulário público:         ${config.publicUrl}/leads/new  (CNPJ ${demoAccount.cnpj})`
        ]
      : []
  // A password that somebody chose is not printed; one made here is, the one time that it is new.
  const admin =
    env.ADMIN_PASSWORD === demoAdmin.password || (newAdmin && !process.env.ADMIN_PASSWORD)
      ? [`  Entrar na administração:    ${env.ADMIN_EMAIL}  /  ${env.ADMIN_PASSWORD}`]
      : []
  const signIns = [...admin, ...demo]
  if (signIns.length > 0) signIns.unshift('')
  console.log(
    [
      '',
      `  Prosa está em ${config.publicUrl}  (pronto em ${seconds} s)`,
      ...signIns,
      '',
      '  Ctrl-C para parar.',
      ''
    ].join('\n')
  )
}

async function stop(code: number): Promise<void> {
  if (stopping) return
  stopping = true
  await Promise.all(
    [...children].map(
      ([name, child]) =>
        new Promise<void>(resolve => {
          if (child.exitCode !== null || child.signalCode !== null) return resolve()
          child.once('exit', () => resolve())
          child.kill('SIGTERM')
          setTimeout(() => {
            say(`${name} did not end by itself and was stopped`)
            child.kill('SIGKILL')
          }, 12_000).unref()
        })
    )
  )
  await databaseStart.catch(() => {})
  await embedded?.stop()
  process.exit(code)
}
