import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/**
 * The environment of a process, and of those that it starts, for which it is now another moment and time goes on from
 * there: PostgreSQL, Redis and the browser too. Throws where there is no C compiler, and for a text that is no moment.
 */
export function clockAt(moment: string): NodeJS.ProcessEnv {
  const at = Date.parse(moment)
  if (Number.isNaN(at)) throw new Error(`--clock ${moment}: give a moment such as 2026-12-31T23:55:00-03:00`)
  const folder = mkdtempSync(path.join(tmpdir(), 'prosa-clock-'))
  chmodSync(folder, 0o755) // for the account that PostgreSQL has
  const library = path.join(folder, 'clock.so')
  try {
    execFileSync('cc', ['-shared', '-fPIC', '-O2', '-o', library, path.join(import.meta.dirname, 'clock.c')])
  } catch (cause) {
    throw new Error('--clock needs a C compiler: apt-get install gcc libc6-dev', { cause })
  }
  // The same distance in every process, whenever it starts.
  return { LD_PRELOAD: library, CLOCK_OFFSET: String(Math.round((at - Date.now()) / 1000)) }
}
