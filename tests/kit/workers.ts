import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import pino from 'pino'
import { inject } from 'vitest'
import type { Config } from '../../services/core/config.ts'
import { openDb } from '../../services/core/db.ts'
import type { Handler } from '../../services/core/handlers.ts'
import { openQueues } from '../../services/core/queues.ts'
import { nodeFlags } from '../../services/core/runtime.ts'
import { listen } from '../../services/core/signals.ts'
import { openAlone } from '../../workers/alone.ts'
import { loadParts } from '../../workers/parts.ts'
import { startRelay } from '../../workers/relay.ts'
import { startWorkers } from '../../workers/worker.ts'
import { newDataDir } from './app.ts'
import { atEnd } from './end.ts'

/** A complete worker as in workers/main.ts, with additional handlers of the test. */
export async function openWorker(config: Config, handlers: Handler[] = []) {
  const log = pino({ level: 'silent' })
  const db = openDb({ ...config.database, name: 'test worker', max: 8 })
  const listener = listen(config.database.staff, () => {})
  const queues = openQueues(config, () => {})
  const parts = await loadParts()
  const all = [...parts.flatMap(part => part.handlers ?? []), ...handlers]
  const jobs = all.map(({ job }) => job)
  const relay = startRelay(db, queues, listener, log, jobs)
  const alone = openAlone()
  const workers = await startWorkers(all, queues, { db, config, log }, alone)
  await Promise.all(workers.map(worker => worker.waitUntilReady()))
  const close = async () => {
    await relay.close()
    await Promise.allSettled(workers.map(worker => worker.close()))
    alone.close()
    for (const part of parts) part.close?.(config)
    await Promise.allSettled([queues.close(), listener.close(), db.close()])
  }
  atEnd(close)
  return { db, queues, close }
}

const root = path.join(import.meta.dirname, '../..')

/** A worker in a process of its own, which can be killed: its jobs go to another soon. */
export function startWorkerProcess(env: NodeJS.ProcessEnv): ChildProcess {
  const child = spawn(process.execPath, [...nodeFlags, path.join(root, 'workers/main.ts')], {
    cwd: root,
    env: {
      ...process.env,
      SECRET_KEY: inject('secret'),
      LOG_LEVEL: 'silent',
      JOB_LOCK: '3',
      DATA_DIR: newDataDir(),
      ...env
    },
    stdio: 'ignore'
  })
  atEnd(() => kill(child))
  return child
}

export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}
