import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { freePort } from '../../services/core/embedded.ts'
import { built } from './built.ts'

const root = path.join(import.meta.dirname, '../..')

export type Installation = {
  port: number
  url: string
  /** All output so far. */
  output(): string
  /** Process ids of a part: `server.js`, `worker.js` or `postgres`. */
  pids(part: string): Promise<number[]>
  stop(): Promise<void>
}

/** Runs `npm start` on a data folder of its own, and waits until it is ready. */
export async function install(dataDir: string, env: NodeJS.ProcessEnv = {}): Promise<Installation> {
  await built()
  const port = await freePort()
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', path.join(root, 'start.ts')], {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      RATE_LIMIT_FACTOR: '100000',
      LOG_LEVEL: 'warn',
      JOB_LOCK: '3',
      // Its customers write of themselves; what is counted here are leads of the test's own.
      DEMO_PROVIDER: 'false',
      ...env
    },
    stdio: ['ignore', 'pipe', 'pipe']
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', text => (output += text))
  await waitFor(
    child,
    () => output.includes('Prosa está em'),
    () => output
  )
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    output: () => output,
    pids: part => descendants(child.pid ?? 0, part),
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    }
  }
}

/**
 * Sends a signal to a process from a listing; returns whether it was still there: a process ends on its own while its
 * database is away.
 */
export function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
    throw error
  }
}

async function waitFor(child: ChildProcess, done: () => boolean, output: () => string): Promise<void> {
  while (!done()) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`It ended before it was ready:\n${output()}`)
    await new Promise(resolve => setTimeout(resolve, 50))
  }
}

/** Descendant processes whose command line contains a part; for PostgreSQL the server itself, not its backends. */
async function descendants(ancestor: number, part: string): Promise<number[]> {
  const found: number[] = []
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    const [stat, command] = await Promise.all(
      ['stat', 'cmdline'].map(file => readFile(`/proc/${entry}/${file}`, 'utf8').catch(() => ''))
    )
    const parent = Number(/\) \S (\d+)/.exec(stat ?? '')?.[1] ?? 0)
    if (parent === ancestor && command?.includes(part)) found.push(Number(entry))
  }
  return found
}
