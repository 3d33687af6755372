import { type ChildProcess, fork } from 'node:child_process'
import { findPackageJSON } from 'node:module'
import path from 'node:path'
import { UnrecoverableError } from 'bullmq'
import { diedThrice } from '../services/core/jobs.ts'
import { NotYet, type QueuedJob } from '../services/core/queues.ts'
import type { Outcome, Task } from './aloneProcess.ts'

// A job that was running when its worker died, twice, runs the third time alone in a process of its own, so that it is
// known whether it was this one: docs/decisions/0043-quarantine.md.

/** Processes at once, and milliseconds for which an idle one waits for another job. */
const [maxProcesses, idle] = [3, 10_000]

/** Milliseconds until a job comes again for which no process is free: meanwhile the queue goes on with others. */
const comeAgain = 1000

/** TypeScript when run from the sources, else the built file. */
const usualEntry = import.meta.url.endsWith('.ts')
  ? path.join(import.meta.dirname, 'aloneMain.ts')
  : path.join(findPackageJSON(import.meta.url) ?? '', '../dist/services/alone.js')

/** Thrown for a job whose process ended while it ran it alone. */
export class DiedThrice extends UnrecoverableError {
  constructor() {
    super(diedThrice)
  }
}

export type Alone = {
  /**
   * Runs a job to its end in a process of its own. Throws what its handler throws, `DiedThrice` where the process died
   * of it, and `NotYet` where no process is free.
   */
  run(queue: string, job: QueuedJob & { last: boolean }): Promise<void>
  close(): void
}

/** @param entry the program of the processes, which calls `serveAlone` */
export function openAlone(entry: string = usualEntry): Alone {
  const free = new Set<ChildProcess>()
  const all = new Set<ChildProcess>()
  let taken = 0
  let closed = false

  const open = (): ChildProcess => {
    const child = fork(entry, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    all.add(child)
    child.unref()
    child.channel?.unref()
    child.on('error', () => {})
    child.once('exit', () => {
      all.delete(child)
      free.delete(child)
    })
    return child
  }

  const release = (child: ChildProcess): void => {
    if (child.exitCode !== null || child.signalCode !== null) return
    free.add(child)
    const closing = setTimeout(() => free.delete(child) && child.kill('SIGKILL'), idle).unref()
    child.once('exit', () => clearTimeout(closing))
  }

  const ask = async (child: ChildProcess, task: Task): Promise<Outcome> => {
    const { promise, resolve, reject } = Promise.withResolvers<Outcome>()
    let started = false
    const hear = (outcome: Outcome | 'begun') => {
      if (outcome === 'begun') started = true
      else resolve(outcome)
    }
    const end = (code: number | null, signal: NodeJS.Signals | null) => {
      // A process that was asked to end, as its worker was, has not died of its job; nor has one that never began it.
      const isOrderly = closed || signal === 'SIGTERM' || signal === 'SIGINT'
      reject(started && !isOrderly ? new DiedThrice() : new Error(`A process for one job ended (${signal ?? code})`))
    }
    child.on('message', hear).once('exit', end)
    try {
      child.send(task, error => error && reject(error))
      return await promise
    } finally {
      child.off('message', hear).off('exit', end)
    }
  }

  return {
    run: async (queue, { id, name, data, last }) => {
      if (taken >= maxProcesses) throw new NotYet(comeAgain)
      taken++
      const child = free.values().next().value ?? open()
      free.delete(child)
      try {
        const outcome = await ask(child, { queue, id, name, data, last })
        if ('notYet' in outcome) throw new NotYet(outcome.notYet)
        if ('failure' in outcome) {
          const { message, code, isFinal } = outcome.failure
          throw Object.assign(isFinal ? new UnrecoverableError(message) : new Error(message), code && { code })
        }
      } finally {
        taken--
        release(child)
      }
    },
    close: () => {
      closed = true
      for (const child of all) child.kill('SIGKILL')
    }
  }
}
