import { globSync } from 'node:fs'

/** Debian's package `faketime` has it under the name of the machine’s architecture: the one for processes with threads. */
const [library] = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1')

/**
 * The environment of a process, and of those that it starts, for which it is now another moment and time goes on from
 * there. Throws where libfaketime is not installed, and for what is no moment.
 */
export function clockAt(moment: string): NodeJS.ProcessEnv {
  if (!library) throw new Error('--clock needs libfaketime: apt-get install faketime')
  const at = Date.parse(moment)
  if (Number.isNaN(at)) throw new Error(`--clock ${moment}: give a moment such as 2026-12-31T23:55:00-03:00`)
  const seconds = Math.round((at - Date.now()) / 1000)
  return {
    LD_PRELOAD: library,
    // The same distance in every process, whenever it starts.
    FAKETIME: `${seconds < 0 ? '' : '+'}${seconds}`,
    FAKETIME_DONT_FAKE_MONOTONIC: '1'
  }
}

/**
 * Whether it is another moment for this process. PostgreSQL's own time-outs (of locks, of statements) do not end then: in
 * the handler of their signal libfaketime tells the true time, at which none is due.
 */
export const atAnotherMoment = process.env.FAKETIME !== undefined

/** The environment for programs that do not start under another clock: their allocator (jemalloc) hangs under it. */
export function withoutClock(): NodeJS.ProcessEnv {
  const { LD_PRELOAD: _library, FAKETIME: _time, ...rest } = process.env
  return rest
}
