/**
 * How Node runs the API and the worker. In its memory saver mode V8 keeps the heap small by itself, without a limit that
 * would end the process: both at rest hold 217 MB instead of 326, and under load 240 instead of 610, at the same speed
 * once they are warm (docs/decisions/0029-memory.md).
 */
export const nodeFlags = ['--memory-saver-mode', '--disable-warning=ExperimentalWarning']

/** One arena for the C library's heap: with one for each thread, a tenth of a process is space that nothing uses (mallopt(3)). */
export const nodeEnvironment = { MALLOC_ARENA_MAX: '1' }

/** Answers `start.ts`, which asks the processes that it has started whether they still get to do anything. */
export function answerSupervisor(): void {
  process.on('message', () => process.send?.('alive'))
  // Nobody goes on running only to be asked.
  process.channel?.unref()
}
