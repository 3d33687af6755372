import { setFlagsFromString } from 'node:v8'

/** How Node runs the API and the worker. */
export const nodeFlags = ['--disable-warning=ExperimentalWarning']

/** One arena for the C library's heap: with one for each thread, a tenth of a process is space that nothing uses (mallopt(3)). */
export const nodeEnvironment = { MALLOC_ARENA_MAX: '1' }

/** Answers `start.ts`, which asks the processes that it has started whether they still get to do anything. */
export function answerSupervisor(): void {
  process.on('message', () => process.send?.('alive'))
  // Nobody goes on running only to be asked.
  process.channel?.unref()
}

/**
 * Has V8 keep the heap small from now on, without a limit that would end the process: docs/decisions/0029-memory.md. Called
 * once a process has started, since starting like this takes a third more of the processor's time.
 */
export function saveMemory(): void {
  setFlagsFromString('--memory-saver-mode')
}
