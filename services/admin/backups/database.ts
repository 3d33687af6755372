import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Config, readConfig } from '../../core/config.ts'
import { hasDatabase, isInUse, keepSecret, portOf } from '../../core/dataFolder.ts'
import { startEmbedded } from '../../core/embedded.ts'
import { isDatabaseUnavailable } from '../../core/errors.ts'
import { openConnection } from '../../core/ownConnection.ts'
import { BackupError } from './failure.ts'

export type OpenDatabase = { config: Config; close(): Promise<void> }

/**
 * The database of the environment: that of DATABASE_URL, else the one of the data folder, which is started where Prosa
 * does not run. `onWait` is called once where Prosa is just being started.
 */
export async function openDatabase(
  env: NodeJS.ProcessEnv,
  dataDir: string,
  onWait: () => void = () => {}
): Promise<OpenDatabase> {
  const own = { ...env, DATA_DIR: dataDir }
  if (env.DATABASE_URL) return { config: configOf(own), close: async () => {} }
  const running = await whileStarting(own, dataDir, onWait)
  if (running) return { config: running, close: async () => {} }
  if (!hasDatabase(dataDir))
    throw new BackupError(`Não há dados em ${dataDir}: confira DATA_DIR, ou DATABASE_URL se o banco é outro.`)
  const [SECRET_KEY, password] = [env.SECRET_KEY || secretIn(dataDir), secretIn(dataDir, 'postgres.key')]
  const { url, stop } = await startEmbedded({ dataDir, password })
  return { config: configOf({ ...own, DATABASE_URL: url, SECRET_KEY }), close: stop }
}

export function configOf(env: NodeJS.ProcessEnv): Config {
  try {
    return readConfig(env)
  } catch (error) {
    throw new BackupError(`A configuração não está completa. ${error instanceof Error ? error.message : error}`)
  }
}

function secretIn(dataDir: string, name = 'secret.key'): string {
  const file = path.join(dataDir, name)
  if (!existsSync(file)) throw new BackupError(`Falta o arquivo ${file}, sem o qual os dados não podem ser lidos.`)
  return readFileSync(file, 'utf8').trim()
}

/** The running database once it is migrated; undefined where Prosa does not run, or has ended meanwhile. */
async function whileStarting(env: NodeJS.ProcessEnv, dataDir: string, onWait: () => void): Promise<Config | undefined> {
  for (let waited = false; isInUse(dataDir); waited = true) {
    const port = existsSync(path.join(dataDir, 'postgres.key')) && (await portOf(dataDir))
    if (port) {
      const url = `postgres://prosa:${secretIn(dataDir, 'postgres.key')}@127.0.0.1:${port}/prosa`
      const config = configOf({ ...env, DATABASE_URL: url, SECRET_KEY: env.SECRET_KEY || secretIn(dataDir) })
      if (await answers(config.database.staff)) return config
    }
    if (!waited) onWait()
    await sleep(500)
  }
}

/** Errors of a database that is still being created: it lacks itself, a role, a table or a grant. */
const missing = ['3D000', '28P01', '42P01', '42501']

async function answers(url: string): Promise<boolean> {
  try {
    const connection = await openConnection(url, 'prosa backup')
    await connection.query('select from backups limit 0').finally(() => connection.close())
    return true
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (missing.includes(code) || isDatabaseUnavailable(error)) return false
    throw error
  }
}

/** A new data folder with an empty database, whose secrets are those given or new ones. */
export async function createDatabase(dataDir: string, secret: string): Promise<{ url: string; stop(): Promise<void> }> {
  keepSecret(dataDir, 'secret.key', secret)
  const password = keepSecret(dataDir, 'postgres.key', randomBytes(32).toString('hex'))
  return startEmbedded({ dataDir, password })
}
