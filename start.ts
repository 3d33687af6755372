import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { accessSync, constants, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { build } from './build.ts'
import { migrate, NewerDatabaseError } from './migrations/run.ts'
import { createFirstAdmin } from './services/admin/admin/firstAdmin.ts'
import { firstAdminEmail } from './services/admin/admin/rules.ts'
import { type Config, readConfig } from './services/core/config.ts'
import { maxConnections, refuseFewConnections, untilDatabaseAnswers } from './services/core/connections.ts'
import { openDb } from './services/core/db.ts'
import { type Embedded, freePort, startEmbedded } from './services/core/embedded.ts'
import { awaitingDatabase, nodeEnvironment, nodeFlags, ready } from './services/core/runtime.ts'
import { type Supervised, supervise } from './services/core/supervisor.ts'
import { declareFeatures } from './services/declare.ts'
import { queueNames } from './services/features.ts'

// `npm start`: everything on one machine. In production the same processes run on their own: see docker-compose.yml.

const root = import.meta.dirname
const say = (text: string) => console.log(`prosa: ${text}`)

/** Ends the start with one sentence that says what to do. */
class Refusal extends Error {}

function give(reason: string): never {
  throw new Refusal(reason)
}

const started = performance.now()
const env: NodeJS.ProcessEnv = { ...process.env }
const dataDir = path.resolve(root, env.DATA_DIR ?? '.data')
const lock = path.join(dataDir, 'prosa.pid')
let embedded: Embedded | undefined
let databaseStart = Promise.resolve()
const supervised = new Map<string, Supervised>()
let player: ChildProcess | undefined
/** The current step of the start, shown until the processes report their own. */
let doing = 'prepara a pasta de dados'
let stopping = false
let newAdmin = false

const progress = setInterval(sayProgress, 10_000)

try {
  prepareDataDir()
  await refuseBusyPort()
  // From here on there is a database to be stopped.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0))
  doing = 'inicia o banco de dados'
  databaseStart = startDatabase()
  await Promise.all([databaseStart, buildAll()])
  await playMeta()
  const config = configure()
  await prepareDatabase(config)
  run('o worker', 'dist/services/worker.js')
  run('o servidor', 'dist/services/server.js')
  await untilReady(config)
  clearInterval(progress)
  await announce(config)
  if (config.demoProviderUrl && env.DEMO_PROVIDER === 'true') await preparePlayers(config, config.demoProviderUrl)
} catch (error) {
  // The database would go on without us.
  if (!stopping) console.error(error instanceof Refusal ? `prosa: ${error.message}` : error)
  await stop(1)
}

async function buildAll(): Promise<void> {
  await build({
    onBuild: part => {
      doing = `monta ${part}`
      say(`${doing} (só na primeira vez, um minuto ou dois)`)
    }
  })
  doing = 'espera pelo banco de dados'
}

/** Nobody has to guess whether a slow machine is at work. */
function sayProgress(): void {
  const parts = [...supervised].filter(([, process]) => process.doing() !== ready)
  const what = parts.map(([name, process]) => `${name} ${process.doing()}`).join(', ') || doing
  say(`ainda iniciando (${elapsed()}): ${what}`)
}

/** As in '1 min 20 s'. */
function elapsed(): string {
  const seconds = Math.round((performance.now() - started) / 1000)
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

function prepareDataDir(): void {
  try {
    mkdirSync(dataDir, { recursive: true })
    accessSync(dataDir, constants.W_OK)
  } catch {
    give(`não é possível gravar na pasta ${dataDir}: dê a pasta a este usuário ou escolha outra com DATA_DIR`)
  }
  // The file can be created only once: of concurrent starts one takes the lock.
  while (!takeLock()) {
    const other = Number(readFileSync(lock, { encoding: 'utf8', flag: 'a+' }))
    if (other && other !== process.pid && isRunning(other))
      give(`outro Prosa (processo ${other}) está usando a pasta ${dataDir}: pare-o ou escolha outra com DATA_DIR`)
    rmSync(lock, { force: true })
  }
  process.on('exit', () => rmSync(lock, { force: true }))
}

function takeLock(): boolean {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
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
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    give(`PORT deve ser o número de uma porta, e não ${env.PORT}`)
  const host = env.HOST ?? '127.0.0.1'
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new Refusal(
          error.code === 'EADDRINUSE'
            ? `a porta ${port} já está em uso: feche o programa que a usa ou escolha outra com PORT=3001 npm start`
            : `não é possível usar a porta ${port} em ${host} (${error.code}): escolha outras com PORT e HOST`
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
        stopping || say(`o PostgreSQL foi iniciado de novo: terminou com ${signal ?? `o código ${code}`}`)
    })
  } catch (error) {
    give(error instanceof Error ? error.message : String(error))
  }
  env.DATABASE_URL = embedded.url
  // The known password is for the demonstration alone.
  env.ADMIN_EMAIL ??= firstAdminEmail
  env.ADMIN_PASSWORD ??= (await demoAccounts())?.demoAdmin.password ?? randomBytes(9).toString('base64url')
}

/** The known accounts; an installation that is no demonstration loads nothing of it. */
async function demoAccounts() {
  return env.DEMO === 'true' ? await import('./services/demo/accounts.ts') : undefined
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
  const { demoProvider } = await import('./services/demo/channels.ts')
  const product = `http://127.0.0.1:${env.PORT || 3000}`
  const provider = demoProvider(env.SECRET_KEY, { port: await freePort(), product })
  Object.assign(env, provider.env)
  const start = (): void => {
    const child = spawn(
      process.execPath,
      [...nodeFlags, path.join(root, 'tests/kit/peers/meta.ts'), ...provider.args],
      {
        env: { ...nodeEnvironment },
        // By the channel it learns of our end, however sudden that is.
        stdio: ['ignore', 'ignore', 'inherit', 'ipc']
      }
    )
    player = child
    child.once('exit', () => stopping || setTimeout(() => stopping || start(), 2000))
  }
  start()
}

/** The customers of the demonstration get their phones back. */
async function preparePlayers(config: Config, providerUrl: string): Promise<void> {
  const db = openDb({ ...config.database, name: 'prosa players', max: 1 })
  try {
    const { restorePlayers } = await import('./services/demo/channels.ts')
    await restorePlayers(db, config, providerUrl)
  } catch (error) {
    say(`os telefones da demonstração ficam vazios: ${error instanceof Error ? error.message : error}`)
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
  doing = 'prepara o banco de dados'
  const patiently = <T>(work: () => Promise<T>): Promise<T> =>
    untilDatabaseAnswers(work, error => {
      doing = `${awaitingDatabase} (${error.message})`
    })
  try {
    const applied = await patiently(() => migrate(config))
    if (applied.length > 0) say(`banco de dados preparado (${applied.length} passos)`)
  } catch (error) {
    if (error instanceof NewerDatabaseError)
      give(`${error.message}: inicie a versão mais nova do Prosa ou restaure a cópia de segurança feita antes dela`)
    give(`não foi possível preparar o banco de dados: ${error instanceof Error ? error.message : error}`)
  }
  // On a slow machine a statement may take as long as it needs: nobody waits for it but this start.
  const db = openDb({ ...config.database, name: 'prosa start', max: 2, patient: true })
  try {
    const needed = (['api', 'worker'] as const).map(kind => maxConnections(kind, config, queueNames.length))
    await patiently(() =>
      refuseFewConnections(
        db,
        needed.reduce((sum, each) => sum + each)
      )
    )
    declareFeatures()
    newAdmin = await patiently(() => createFirstAdmin(db, config))
    doing = 'prepara a demonstração'
    if (env.DEMO === 'true') {
      const { fillDemo } = await import('./services/demo/demo.ts')
      if (await patiently(() => fillDemo(db, config, { leads: demoLeads(env) }))) say('empresa de demonstração criada')
    }
  } catch (error) {
    give(error instanceof Error ? error.message : String(error))
  } finally {
    await db.close()
  }
}

function run(name: string, file: string): void {
  if (!stopping) supervised.set(name, supervise({ name, file: path.join(root, file), env, cwd: root, say }))
}

async function untilReady(config: Config): Promise<void> {
  const host = config.host === '0.0.0.0' ? '127.0.0.1' : config.host
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${config.port}/health/ready`
  while (!stopping) {
    const started = [...supervised.values()].every(process => process.doing() === ready)
    if (started && (await fetch(url).catch(() => null))?.ok) return
    await new Promise(resolve => setTimeout(resolve, 50))
  }
}

async function announce(config: Config): Promise<void> {
  const accounts = await demoAccounts()
  if (stopping) return
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  const demo = accounts
    ? [
        `  Entrar com a demonstração:  ${accounts.demoAccount.email}  /  ${accounts.demoAccount.password}`,
        `  Formulário público:         ${config.publicUrl}/leads/new  (CNPJ ${accounts.demoAccount.cnpj})`
      ]
    : []
  // A password that somebody chose is not printed; one made here is, the one time that it is new.
  const admin =
    env.ADMIN_PASSWORD === accounts?.demoAdmin.password || (newAdmin && !process.env.ADMIN_PASSWORD)
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
  clearInterval(progress)
  for (const process of supervised.values()) process.release()
  const children = [...supervised].map(([name, process]) => ({ name, child: process.child() }))
  if (player) children.push({ name: 'o telefone da demonstração', child: player })
  await Promise.all(children.map(({ name, child }) => end(name, child)))
  await databaseStart.catch(() => {})
  await embedded?.stop()
  process.exit(code)
}

function end(name: string, child: ChildProcess): Promise<void> {
  return new Promise(resolve => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
    // Longer than the processes give themselves: what they leave undone, the next start does.
    setTimeout(() => {
      say(`${name} não terminou e foi encerrado`)
      child.kill('SIGKILL')
    }, 30_000).unref()
  })
}
