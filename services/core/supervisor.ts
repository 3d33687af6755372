import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { nodeEnvironment, nodeFlags, ready, type Word } from './runtime.ts'

/** Milliseconds of silence after which a process is taken for stuck. Nothing that it waited for its turn counts. */
type Patience = {
  /** Between two questions. */
  every: number
  /** While it works. */
  running: number
  /** From its first word until it is ready: loading the packages blocks it for seconds, on a slow machine for many. */
  starting: number
  /** Before its first word, without using the processor at all. */
  speechless: number
}

const usualPatience: Patience = { every: 4000, running: 20_000, starting: 60_000, speechless: 10 * 60_000 }

/** Where the system does not say who waits for the processor, patience is all there is. */
const withoutFigures = 4

const quietHour = 3600_000
const maxFactor = 32

/**
 * Milliseconds for which a process had the processor and waited for it, and whether it waits for the disk right now.
 * Undefined where the system does not say so: https://docs.kernel.org/scheduler/sched-stats.html, /proc/PID/schedstat.
 */
type Usage = { ran: number; waited: number; onDisk: boolean }

export function readUsage(pid: number | undefined): Usage | undefined {
  try {
    const [ran = Number.NaN, waited = Number.NaN] = readFileSync(`/proc/${pid}/schedstat`, 'utf8')
      .split(' ')
      .map(Number)
    const state = /\) (\S)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]
    if (!Number.isFinite(ran + waited)) return undefined
    return { ran: ran / 1e6, waited: waited / 1e6, onDisk: state === 'D' }
  } catch {
    return undefined
  }
}

/**
 * Decides when a process that does not answer is stuck. Time spent waiting for the processor or the disk is no silence.
 */
export class Silence {
  readonly #patience: Patience
  #phase: 'speechless' | 'starting' | 'running' = 'speechless'
  #silent = 0
  #pending = false
  #last: { at: number; usage: Usage | undefined } | undefined

  constructor(patience: Patience) {
    this.#patience = patience
  }

  /** The process said something. */
  heard(isReady: boolean): void {
    this.#phase = isReady ? 'running' : 'starting'
    this.#silent = 0
    this.#pending = false
  }

  get hasSpoken(): boolean {
    return this.#phase !== 'speechless'
  }

  /**
   * Called every `patience.every` milliseconds: whether the process is to be replaced, or asked again.
   *
   * @param at a monotonic time in milliseconds
   * @param factor multiplies the patience
   */
  look(at: number, usage: Usage | undefined, factor: number): 'replace' | 'ask' | 'wait' {
    const { every, ...limits } = this.#patience
    const last = this.#last
    this.#last = { at, usage }
    if (!last) return this.#ask()
    const waited = usage && last.usage ? usage.waited - last.usage.waited : 0
    // A look that comes late, as after the machine has slept, says nothing of the process.
    const passed = usage?.onDisk ? 0 : Math.min(Math.max(0, at - last.at - waited), every)
    if (!this.hasSpoken) {
      const worked = usage && last.usage ? usage.ran > last.usage.ran || waited > 0 : false
      this.#silent = worked ? 0 : this.#silent + passed
    } else if (this.#pending) this.#silent += passed
    const limit = limits[this.#phase] * factor * (usage ? 1 : withoutFigures)
    return this.#silent >= limit ? 'replace' : this.#ask()
  }

  /** Nobody asks before the first word; one question is enough until it is answered. */
  #ask(): 'ask' | 'wait' {
    if (!this.hasSpoken || this.#pending) return 'wait'
    this.#pending = true
    return 'ask'
  }

  /** Seconds of silence so far, as people say it. */
  get seconds(): number {
    return Math.round(this.#silent / 1000)
  }
}

type Options = {
  /** With its article, as in 'o worker'. */
  name: string
  file: string
  env: NodeJS.ProcessEnv
  cwd: string
  say(text: string): void
  patience?: Partial<Patience>
}

export type Supervised = {
  /** The process's current activity, in Portuguese: 'carrega'. */
  doing(): string
  child(): ChildProcess
  /** From now on nothing is started again. */
  release(): void
}

/**
 * Starts a Node.js process and starts it again when it ends, sooner or later depending on how long it held, or when it
 * is stuck: one that is would never end on its own. Patience doubles with each that was ended, and shrinks after a
 * quiet hour, so that a machine too slow for the usual limits still comes up.
 */
export function supervise({ name, file, env, cwd, say, patience = {} }: Options): Supervised {
  const limits = { ...usualPatience, ...patience }
  let child: ChildProcess
  let doing = 'começa'
  let released = false
  let factor = 1
  let changed = performance.now()

  const launch = (failures: number): void => {
    const since = performance.now()
    const silence = new Silence(limits)
    doing = 'começa'
    child = spawn(process.execPath, [...nodeFlags, file], {
      env: { ...nodeEnvironment, ...env },
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      cwd
    })
    const own = child
    let reason = ''
    own.on('message', (word: Word) => {
      if (typeof word === 'object') doing = word.doing
      silence.heard(doing === ready)
    })
    const look = () => {
      const now = performance.now()
      if (factor > 1 && now - changed > quietHour) {
        factor /= 2
        changed = now
      }
      const verdict = silence.look(now, readUsage(own.pid), factor)
      if (verdict === 'ask') own.send('alive?', () => {})
      if (verdict !== 'replace') return
      clearInterval(looks)
      reason = `não respondia havia ${silence.seconds} s`
      factor = Math.min(2 * factor, maxFactor)
      changed = now
      own.kill('SIGKILL')
    }
    // A timer runs before the messages that have arrived are read; what is queued behind them runs after.
    const looks = setInterval(() => setImmediate(look), limits.every)
    own.once('exit', (code, signal) => {
      clearInterval(looks)
      if (released) return
      const again = performance.now() - since > 30_000 ? 0 : failures + 1
      const wait = again === 0 ? 0 : Math.min(250 * 2 ** (again - 1), 10_000)
      const why = reason || (signal ? `foi encerrado por ${signal}` : `terminou com o código ${code}`)
      say(`${name} foi iniciado de novo: ${why}`)
      setTimeout(() => released || launch(again), wait)
    })
  }

  launch(0)
  return {
    doing: () => doing,
    child: () => child,
    release: () => {
      released = true
    }
  }
}
