import v8 from 'node:v8'

/**
 * How Node runs the API and the worker. They hold little for long, and left to itself V8 lets garbage grow with the
 * machine's memory: with a small young generation they stay at two thirds of the size, at the same speed. The old one
 * has no limit, since who reaches a limit ends (docs/decisions/0029-memory.md).
 */
export const nodeFlags = ['--max-semi-space-size=8', '--expose-gc', '--disable-warning=ExperimentalWarning']

/**
 * One arena for the C library's heap: with one for each thread, a tenth of a process is space that nothing uses
 * (mallopt(3)).
 */
export const nodeEnvironment = { MALLOC_ARENA_MAX: '1' }

/**
 * Has V8 collect its old generation once it has grown by 60 percent, where it might wait until it is four times as
 * large: the worker makes much garbage at once, and then little for long (docs/decisions/0029-memory.md). Set by the
 * program, as NODE_OPTIONS refuses it.
 */
export const keepGarbageSmall = (): void => v8.setFlagsFromString('--heap-growing-percent=60')

/** The messages of a process to its supervisor. */
export type Word = { doing: string } | 'alive'

/** The word of a process that has started. */
export const ready = 'pronto'

export const awaitingDatabase = 'espera pelo banco de dados'

/**
 * Answers `start.ts`, which asks the processes that it has started whether they still get to do anything, and returns
 * the function that reports to it, in Portuguese, what this process does: `ready` ends the start. Called before
 * anything else is loaded, since a process is judged by its silence from its first word on. The processes end with
 * `start.ts`, also where that was killed: nobody else would end them, and they would keep its port.
 */
export function reportToSupervisor(): (doing: string) => void {
  process.on('message', () => process.send?.('alive' satisfies Word))
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  // Nobody goes on running only to be asked.
  process.channel?.unref()
  return doing => process.send?.({ doing } satisfies Word)
}

/** Ends the process on a signal, once: after `close`, or after `seconds` where that takes longer. */
export function closeOnSignal(seconds: number, close: (signal: string) => Promise<unknown>): void {
  let closing = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, async () => {
      if (closing) return
      closing = true
      setTimeout(() => process.exit(1), seconds * 1000).unref()
      await close(signal)
      process.exit(0)
    })
}

/** Gives back the memory that starting up has used and left, a fifth of the process, which V8 would keep otherwise. */
export function releaseStartupMemory(): void {
  const collect = (globalThis as { gc?: (options: { type: 'major'; flavor: 'last-resort' }) => void }).gc
  if (collect) setTimeout(() => collect({ type: 'major', flavor: 'last-resort' }), 1000).unref()
}
