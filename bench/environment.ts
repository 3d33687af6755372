import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { migrate } from '../migrations/run.ts'
import { readConfig } from '../services/core/config.ts'
import { findPlace, freePort, startEmbedded } from '../services/core/embedded.ts'
import { nodeEnvironment, nodeFlags } from '../services/core/runtime.ts'
import { temporaryFolder } from '../tests/kit/folder.ts'

const root = path.join(import.meta.dirname, '..')

export type Process = { port: number; child: ChildProcess; stop(): Promise<void> }

export type Bench = {
  /** Environment variables of the application on this bench's database. */
  env: NodeJS.ProcessEnv
  /** Signed in as the database's owner. */
  sql: pg.Pool
  start(file: string, env?: NodeJS.ProcessEnv): Promise<Process>
  /** Ends PostgreSQL with kill -9, and resolves once it has restarted automatically and answers. */
  killDatabase(): Promise<void>
  close(): Promise<void>
}

/** A PostgreSQL of its own, migrated, and the means to start processes on it. */
export async function openBench(): Promise<Bench> {
  const folder = await temporaryFolder('prosa-bench')
  const database = await startEmbedded({ dataDir: folder, password: 'bench' })
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    DATABASE_URL: database.url,
    SECRET_KEY: 'a secret that only this benchmark uses',
    DATA_DIR: folder,
    RATE_LIMIT_FACTOR: '1000000',
    LOG_LEVEL: 'info',
    LOG_PRETTY: 'false'
  }
  await migrate(readConfig(env))
  const sql = new pg.Pool({ connectionString: database.url, max: 4 })
  // Connections that nobody uses end with a database that is killed.
  sql.on('error', () => {})
  const processes = new Set<Process>()

  const start = async (file: string, extra: NodeJS.ProcessEnv = {}): Promise<Process> => {
    const port = await freePort()
    const child = spawn(process.execPath, [...nodeFlags, path.join(root, file)], {
      env: { ...nodeEnvironment, ...env, PORT: String(port), ...extra },
      stdio: ['ignore', 'ignore', 'inherit'],
      cwd: root
    })
    const stop = async () => {
      processes.delete(running)
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    }
    const running = { port, child, stop }
    processes.add(running)
    return running
  }

  return {
    env,
    sql,
    start,
    killDatabase: async () => {
      const { root: place } = await findPlace(folder)
      const [pid] = (await readFile(path.join(place, 'postgres/data/postmaster.pid'), 'utf8')).split('\n')
      process.kill(Number(pid), 'SIGKILL')
      while (!(await sql.query('select 1').catch(() => null))) await sleep(50)
    },
    close: async () => {
      await Promise.all([...processes].map(each => each.stop()))
      await sql.end()
      await database.stop()
      await rm(folder, { recursive: true, force: true })
    }
  }
}

/** Waits until a process answers on its port, whatever it answers; throws after a minute, as it may have ended. */
export async function answers(port: number, url = '/health/live'): Promise<void> {
  for (const since = performance.now(); performance.now() - since < 60_000; ) {
    if (
      await fetch(`http://127.0.0.1:${port}${url}`).then(
        response => response.arrayBuffer(),
        () => null
      )
    )
      return
    await new Promise(resolve => setTimeout(resolve, 10))
  }
  throw new Error(`Nothing answers on port ${port}`)
}

/**
 * Resident memory of a process in MiB; with `Pss`, what it shares with others, as Node.js itself, is divided among
 * them.
 */
export async function memory(pid: number | undefined, figure: 'Rss' | 'Pss' = 'Rss'): Promise<number> {
  const sums = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8')
  return Number(new RegExp(`^${figure}:\\s+(\\d+)`, 'm').exec(sums)?.[1] ?? 0) / 1024
}
